#include "config.h"

#include "proto/event.h"

#include "proto/json-scan.h"
#include "src/base/xalloc.h"

static const char *const kind_names[] = {
#define X(kind, name) [EVENT_##kind] = name,
	EVENT_KINDS(X)
#undef X
};

const char *event_kind_name(enum event_kind kind)
{
	return kind_names[kind];
}

/* The same with their quotes: the lengths alone distinguish most of them. */
static const struct slice raw_names[] = {
#define X(kind, name) [EVENT_##kind] = { "\"" name "\"", sizeof(name) + 1 },
	EVENT_KINDS(X)
#undef X
};

static enum event_kind kind_of(struct slice type)
{
	for (size_t i = EVENT_UNKNOWN + 1; i < ARRAY_SIZE(raw_names); i++)
		if (slice_equal(type, raw_names[i]))
			return (enum event_kind)i;
	if (!memchr(type.ptr, '\\', type.len))
		return EVENT_UNKNOWN;
	for (size_t i = EVENT_UNKNOWN + 1; i < ARRAY_SIZE(kind_names); i++)
		if (json_string_is(type, kind_names[i]))
			return (enum event_kind)i;
	return EVENT_UNKNOWN;
}

/* Raw members of interest; empty if missing. */
struct found {
	struct slice type, timestamp, id, content, message, reasoning, data;
	struct slice metadata, agent;
	bool is_error;
};

/* A null counts as missing, as for serde's options. */
static void find_member(struct found *found, const struct json_member *m)
{
	struct slice value = slice_of(m->value.ptr, 0), string = value;

	if (m->type != JSON_NULL)
		value = m->value;
	if (m->type == JSON_STRING)
		string = m->value;
	if (slice_is(m->key, "type"))
		found->type = string;
	else if (slice_is(m->key, "timestamp"))
		found->timestamp = string;
	else if (slice_is(m->key, "id"))
		found->id = string;
	else if (slice_is(m->key, "content"))
		found->content = value;
	else if (slice_is(m->key, "message"))
		found->message = value;
	else if (slice_is(m->key, "reasoning"))
		found->reasoning = value;
	else if (slice_is(m->key, "data"))
		found->data = value;
	else if (slice_is(m->key, "agent"))
		found->agent = string;
	else if (slice_is(m->key, "metadata"))
		found->metadata = value;
	else if (slice_is(m->key, "is_error"))
		found->is_error = m->type == JSON_TRUE;
}

/* Whether this value, which a walk returned, is a string. */
static bool is_string(struct slice value)
{
	return value.len && value.ptr[0] == '"';
}

static void peek_response(struct event_peek *peek, const struct found *found)
{
	if (is_string(found->message)) {
		peek->part = CHAT_MESSAGE;
		peek->text = found->message;
	} else if (is_string(found->reasoning)) {
		peek->part = CHAT_REASONING;
		peek->text = found->reasoning;
	} else if (found->data.len) {
		peek->part = CHAT_DATA;
		peek->text = found->data;
	}
}

bool event_peek(struct event_peek *peek, struct slice raw)
{
	struct json_walk walk = json_walk_begin(raw);
	struct found found = { .type = SLICE_INIT };
	struct json_member m;

	if (!walk.object)
		return false;
	while (json_walk_next(&walk, &m))
		find_member(&found, &m);
	if (walk.failed || !is_string(found.type))
		return false;
	*peek = (struct event_peek){
		.kind = kind_of(found.type),
		.part = CHAT_NONE,
		.type = found.type,
		.timestamp = found.timestamp,
		.id = found.id,
		.metadata = found.metadata,
		.agent = found.agent,
		.is_error = found.is_error,
	};
	if (peek->kind == EVENT_CHAT_RESPONSE)
		peek_response(peek, &found);
	else
		peek->text = found.content.len ? found.content : found.message;
	return true;
}
