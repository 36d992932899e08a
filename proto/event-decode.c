#include "config.h"

#include "proto/event.h"

#include <stdlib.h>

#include "proto/event-words.h"
#include "proto/inquiry.h"
#include "proto/member.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"

#define SLOT(key, field)                           \
	{                                          \
		key, offsetof(struct event, field) \
	}

/* Members with the same meaning in every kind of event. */
static const struct member_slot slots[] = {
	SLOT("type", type),        SLOT("id", id),
	SLOT("author", author),    SLOT("name", name),
	SLOT("kind", notice_kind), SLOT("agent", agent),
};

/* The other members to free. */
static const struct member_slot other_slots[] = {
	SLOT("", text),   SLOT("", schema), SLOT("", arguments),
	SLOT("", source), SLOT("", model),  SLOT("", answer_default),
	SLOT("", answer),
};

void event_release(struct event *event)
{
	if (!event)
		return;
	member_free_slots(event, slots, ARRAY_SIZE(slots));
	member_free_slots(event, other_slots, ARRAY_SIZE(other_slots));
	inquiry_free_options(event);
	terminal_place_set(&event->place, NULL);
	*event = (struct event)EVENT_INIT;
}

/* The text of one block of a typed content (RFD 058), or its JSON. */
static void add_block(struct strbuf *out, struct slice block)
{
	struct json_member text;

	if ((json_find(block, "text", &text) && text.type == JSON_STRING) ||
	    (json_find(block, "content", &text) && text.type == JSON_STRING) ||
	    json_find_path(block, &text, "resource", "text", NULL))
		json_text_add(out, text.value);
	else
		json_text_add(out, block);
}

/* A string, a typed block, or an array of them. */
static void add_content(struct strbuf *out, const struct json_member *content)
{
	struct json_walk walk = json_walk_begin(content->value);
	struct json_member each;
	bool first = true;

	if (content->type != JSON_ARRAY) {
		add_block(out, content->value);
		return;
	}
	while (json_walk_next(&walk, &each)) {
		if (!first)
			strbuf_addch(out, '\n');
		first = false;
		add_block(out, each.value);
	}
}

/* The key of the text in an event of this kind; NULL: it has no single one. */
static const char *text_key(enum event_kind kind)
{
	switch (kind) {
	case EVENT_CHAT_REQUEST:
	case EVENT_TOOL_CALL_RESPONSE:
		return "content";
	case EVENT_TOOL_CALL_OUTPUT:
		return "chunk";
	case EVENT_NOTICE:
	case EVENT_PROMPT_CLOSED:
	case EVENT_UNKNOWN:
		return "message";
	case EVENT_COMPACTION:
		return "summary";
	default:
		return NULL;
	}
}

static void decode_text(struct event *event, struct slice raw)
{
	const char *key = text_key(event->kind);
	struct strbuf text = STRBUF_INIT;
	struct json_member m, summary;

	if (!key || !json_find(raw, key, &m) || m.type == JSON_NULL)
		return;
	if (event->kind == EVENT_COMPACTION &&
	    json_find(m.value, "summary", &summary))
		m = summary;
	add_content(&text, &m);
	event->text = strbuf_detach(&text);
}

static void decode_response(struct event *event, const struct event_peek *peek)
{
	struct strbuf text = STRBUF_INIT;

	event->part = peek->part;
	if (peek->part == CHAT_NONE)
		return;
	json_text_add(&text, peek->text);
	event->text = strbuf_detach(&text);
}

static void decode_call(struct event *event, struct slice raw)
{
	struct json_member m;

	if (!json_find(raw, "arguments", &m))
		return;
	event->arguments = member_raw(&m);
	event->arguments_len = strlen(event->arguments);
}

/* "provider/name" or an alias; jp knows both forms. */
static char *model_of(struct slice assistant_model_id)
{
	struct json_member id = { .value = assistant_model_id }, m;
	struct strbuf model = STRBUF_INIT;
	char *alias = member_text(&id);

	if (alias)
		return alias;
	json_find_text(id.value, "provider", &model);
	if (!json_find(id.value, "name", &m) || m.type != JSON_STRING) {
		strbuf_release(&model);
		return NULL;
	}
	if (model.len)
		strbuf_addch(&model, '/');
	json_string_add(&model, m.value);
	return strbuf_detach(&model);
}

static void decode_delta(struct event *event, struct slice raw)
{
	struct json_member id;

	/* In old files the delta's members are in the event itself. */
	if (json_find_path(raw, &id, "delta", "assistant", "model", "id",
			   NULL) ||
	    json_find_path(raw, &id, "assistant", "model", "id", NULL))
		event->model = model_of(id.value);
}

static void decode_usage(struct event *event, struct slice raw)
{
	struct json_walk walk = json_walk_begin(raw);
	struct json_member m;

	while (json_walk_next(&walk, &m)) {
		if (slice_is(m.key, "input_tokens"))
			event->input_tokens = member_int(&m, -1);
		else if (slice_is(m.key, "output_tokens"))
			event->output_tokens = member_int(&m, -1);
		else if (slice_is(m.key, "context_limit"))
			event->context_limit = member_int(&m, -1);
	}
}

static void decode_closed(struct event *event, struct slice raw)
{
	struct json_walk walk = json_walk_begin(raw);
	struct json_member m;

	while (json_walk_next(&walk, &m)) {
		if (slice_is(m.key, "by"))
			event->by = prompt_cause_of(&m);
		else if (slice_is(m.key, "outcome"))
			event->outcome = prompt_outcome_of(&m);
		else if (slice_is(m.key, "voice"))
			event->voice = prompt_voice_of(&m);
	}
}

static void decode_place(struct event *event, struct slice terminal)
{
	struct terminal_place place = TERMINAL_PLACE_INIT;

	terminal_place_read(&place, terminal);
	if (terminal_place_is_known(&place))
		terminal_place_set(&event->place, &place);
	terminal_place_release(&place);
}

void event_decode_prompt(struct event *event, struct slice raw)
{
	struct json_member own, m;

	if (!json_find_path(raw, &own, "metadata", "jphost", NULL))
		return;
	decode_closed(event, own.value);
	if (json_find(own.value, "waited_ms", &m))
		event->waited_ms = member_int(&m, -1);
}

static void decode_status(struct event *event, struct slice raw)
{
	struct json_member m;

	if (json_find(raw, "state", &m))
		event->state = event_state_of(&m);
	if (json_find(raw, "where", &m))
		event->elsewhere = json_string_is(m.value, "elsewhere");
	if (json_find_path(raw, &m, "elsewhere", "terminal", NULL))
		decode_place(event, m.value);
}

static void decode_kind(struct event *event, struct slice raw,
			const struct event_peek *peek)
{
	struct json_member m;

	switch (event->kind) {
	case EVENT_CHAT_REQUEST:
		if (json_find(raw, "schema", &m) && m.type != JSON_NULL)
			event->schema = member_raw(&m);
		break;
	case EVENT_CHAT_RESPONSE:
		decode_response(event, peek);
		break;
	case EVENT_TOOL_CALL_REQUEST:
		decode_call(event, raw);
		break;
	case EVENT_TOOL_CALL_RESPONSE:
		json_find(raw, "is_error", &m);
		event->is_error = m.type == JSON_TRUE;
		event_decode_prompt(event, raw);
		break;
	case EVENT_INQUIRY_REQUEST:
		inquiry_decode_request(event, raw);
		break;
	case EVENT_INQUIRY_RESPONSE:
		inquiry_decode_response(event, raw);
		event_decode_prompt(event, raw);
		break;
	case EVENT_CONFIG_DELTA:
		decode_delta(event, raw);
		break;
	case EVENT_PROMPT_CLOSED:
		decode_closed(event, raw);
		break;
	case EVENT_CONVERSATION_STATUS:
		decode_status(event, raw);
		break;
	case EVENT_NOTICE:
	case EVENT_UNKNOWN:
		if (json_find(raw, "level", &m))
			event->level = notice_level_of(&m);
		break;
	case EVENT_USAGE:
		decode_usage(event, raw);
		break;
	default:
		break;
	}
}

static int64_t time_of(struct slice raw)
{
	struct strbuf text = STRBUF_INIT;
	int64_t at_ms = TIMESTAMP_NONE;

	if (json_string_add(&text, raw))
		at_ms = timestamp_parse(strbuf_slice(&text));
	strbuf_release(&text);
	return at_ms;
}

int event_decode(struct event *event, struct slice raw, struct strbuf *err)
{
	struct event got = EVENT_INIT;
	struct event_peek peek;
	struct json_walk walk;
	struct json_member m;

	if (json_check(raw, NULL, err))
		return -1;
	if (!event_peek(&peek, raw)) {
		strbuf_setf(err, "it is not a JSON object with a type");
		return -1;
	}
	got.kind = peek.kind;
	got.at_ms = time_of(peek.timestamp);
	walk = json_walk_begin(raw);
	while (json_walk_next(&walk, &m))
		member_set_slot(&got, slots, ARRAY_SIZE(slots), &m);
	decode_text(&got, raw);
	decode_kind(&got, raw, &peek);
	if (got.text)
		got.text_len = strlen(got.text);
	*event = got;
	return 0;
}
