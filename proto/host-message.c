#include "config.h"

#include "proto/host-message.h"

#include <stdlib.h>

#include "proto/member.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"

static const char *const type_names[] = {
#define X(type, name) [HOST_MESSAGE_##type] = name,
	HOST_MESSAGES(X)
#undef X
};

static const char *const capability_names[] = {
#define X(cap, name) name,
	CAPABILITIES(X)
#undef X
};

static const char *const holder_names[] = {
#define X(holder, name) [holder] = name,
	LOCK_HOLDERS(X)
#undef X
};

/* Members of the line, whatever its type, and of two objects in `init`. */
static const struct member_slot line_slots[] = {
	{ "id", offsetof(struct host_message, id) },
	{ "conversation", offsetof(struct host_message, conversation) },
	{ "sub_id", offsetof(struct host_message, sub_id) },
	{ "request", offsetof(struct host_message, request) },
	{ "message", offsetof(struct host_message, message) },
	{ "title", offsetof(struct host_message, title) },
	{ "path", offsetof(struct host_message, path) },
	{ "fallback", offsetof(struct host_message, fallback) },
};

static const struct member_slot workspace_slots[] = {
	{ "root", offsetof(struct host_message, workspace_root) },
	{ "storage", offsetof(struct host_message, workspace_storage) },
	{ "id", offsetof(struct host_message, workspace_id) },
};

static const struct member_slot paths_slots[] = {
	{ "user_workspace", offsetof(struct host_message, user_workspace) },
};

static const struct member_slot summary_slots[] = {
	{ "id", offsetof(struct conversation_summary, id) },
	{ "title", offsetof(struct conversation_summary, title) },
	{ "unreadable", offsetof(struct conversation_summary, unreadable) },
	{ "first_message",
	  offsetof(struct conversation_summary, first_message) },
};

const char *host_message_type_name(enum host_message_type type)
{
	return type_names[type] ? type_names[type] : "unknown";
}

const char *capability_name(enum capability cap)
{
	return capability_names[cap];
}

const char *lock_holder_name(enum lock_holder holder)
{
	return holder_names[holder];
}

void conversation_summary_release(struct conversation_summary *summary)
{
	if (summary)
		member_free_slots(summary, summary_slots,
				  ARRAY_SIZE(summary_slots));
}

static int64_t time_of(const struct json_member *member)
{
	struct strbuf text = STRBUF_INIT;
	int64_t at_ms = TIMESTAMP_NONE;

	if (json_string_add(&text, member->value))
		at_ms = timestamp_parse(strbuf_slice(&text));
	strbuf_release(&text);
	return at_ms;
}

int conversation_summary_decode(struct conversation_summary *summary,
				struct slice raw, struct strbuf *err)
{
	struct conversation_summary got = {
		.last_activated_ms = TIMESTAMP_NONE,
		.pinned_ms = TIMESTAMP_NONE,
		.events_count = -1,
	};
	struct json_walk walk = json_walk_begin(raw);
	struct json_member m;
	int ret = -1;

	if (json_check(raw, NULL, err))
		goto out;
	while (walk.object && json_walk_next(&walk, &m)) {
		member_set_slot(&got, summary_slots, ARRAY_SIZE(summary_slots),
				&m);
		if (slice_is(m.key, "last_activated_at"))
			got.last_activated_ms = time_of(&m);
		else if (slice_is(m.key, "pinned_at"))
			got.pinned_ms = time_of(&m);
		else if (slice_is(m.key, "events_count"))
			got.events_count = member_int(&m, -1);
	}
	if (!got.id) {
		strbuf_setf(err, "a conversation without an id");
		goto out;
	}
	*summary = got;
	got = (struct conversation_summary){ .id = NULL };
	ret = 0;
out:
	conversation_summary_release(&got);
	return ret;
}

void host_message_release(struct host_message *msg)
{
	if (!msg)
		return;
	free(msg->type_name);
	free_strings(msg->args, msg->argc);
	member_free_slots(msg, line_slots, ARRAY_SIZE(line_slots));
	member_free_slots(msg, workspace_slots, ARRAY_SIZE(workspace_slots));
	member_free_slots(msg, paths_slots, ARRAY_SIZE(paths_slots));
	*msg = (struct host_message)HOST_MESSAGE_INIT;
}

static uint32_t capabilities_of(const struct json_member *member)
{
	struct json_walk walk = json_walk_begin(member->value);
	struct json_member each;
	uint32_t bits = 0;

	while (json_walk_next(&walk, &each)) {
		int name = member_name(&each, capability_names,
				       ARRAY_SIZE(capability_names));

		if (name)
			bits |= UINT32_C(1) << (name - 1);
	}
	return bits;
}

static void decode_object(struct host_message *msg, struct slice object,
			  const struct member_slot *slots, size_t count)
{
	struct json_walk walk = json_walk_begin(object);
	struct json_member m;

	while (walk.object && json_walk_next(&walk, &m))
		member_set_slot(msg, slots, count, &m);
}

static void decode_replay(struct host_message *msg, struct slice value)
{
	struct json_walk walk = json_walk_begin(value);
	struct json_member m;

	msg->replays = walk.object;
	while (walk.object && json_walk_next(&walk, &m)) {
		if (slice_is(m.key, "permille"))
			msg->replay_permille = member_int(&m, 1000);
		else if (slice_is(m.key, "length_ms"))
			msg->replay_length_ms = member_int(&m, 0);
	}
}

static void decode_init(struct host_message *msg, const struct json_member *m)
{
	if (slice_is(m->key, "version")) {
		msg->version = member_int(m, 0);
	} else if (slice_is(m->key, "workspace")) {
		decode_object(msg, m->value, workspace_slots,
			      ARRAY_SIZE(workspace_slots));
	} else if (slice_is(m->key, "paths")) {
		decode_object(msg, m->value, paths_slots,
			      ARRAY_SIZE(paths_slots));
	} else if (slice_is(m->key, "config")) {
		msg->config = m->value;
	} else if (slice_is(m->key, "options")) {
		msg->options = m->type == JSON_OBJECT
				       ? m->value
				       : slice_of(m->value.ptr, 0);
	} else if (slice_is(m->key, "untrusted_options")) {
		msg->says_untrusted = m->type == JSON_OBJECT;
		msg->untrusted_options = m->type == JSON_OBJECT
						 ? m->value
						 : slice_of(m->value.ptr, 0);
	} else if (slice_is(m->key, "args")) {
		free_strings(msg->args, msg->argc);
		msg->args = member_texts(m, &msg->argc);
	} else if (slice_is(m->key, "log_level")) {
		msg->log_level = member_int(m, 0);
	} else if (slice_is(m->key, "replay")) {
		decode_replay(msg, m->value);
	} else if (slice_is(m->key, "capabilities")) {
		msg->says_capabilities = m->type == JSON_ARRAY;
		msg->capabilities = capabilities_of(m);
	}
}

static void decode_member(struct host_message *msg, const struct json_member *m)
{
	if (msg->type == HOST_MESSAGE_HELLO) {
		decode_init(msg, m);
	} else if (slice_is(m->key, "data")) {
		if (msg->type == HOST_MESSAGE_CONFIG)
			msg->config = m->value;
		else if (msg->type == HOST_MESSAGE_EVENT)
			msg->data = m->value;
	} else if (slice_is(m->key, "count")) {
		msg->count = member_int(m, -1);
	} else if (slice_is(m->key, "timeout_ms")) {
		msg->timeout_ms = member_int(m, -1);
	} else if (slice_is(m->key, "lock") && m->type == JSON_STRING) {
		int name =
			member_name(m, holder_names, ARRAY_SIZE(holder_names));

		msg->lock =
			name ? (enum lock_holder)(name - 1) : LOCK_HOLDER_OTHER;
	} else if (slice_is(m->key, "respond")) {
		msg->respond = member_respond(m);
	}
}

int host_message_decode(struct host_message *msg, struct slice line,
			struct strbuf *err)
{
	struct host_message got = HOST_MESSAGE_INIT;
	struct json_walk walk;
	struct json_member m;
	int name;

	got.type_name = member_line_type(line, err);
	if (!got.type_name)
		return -1;
	name = member_name_number(got.type_name, type_names,
				  ARRAY_SIZE(type_names));
	if (name)
		got.type = (enum host_message_type)(name - 1);
	walk = json_walk_begin(line);
	while (json_walk_next(&walk, &m)) {
		member_set_slot(&got, line_slots, ARRAY_SIZE(line_slots), &m);
		decode_member(&got, &m);
	}
	*msg = got;
	return 0;
}
