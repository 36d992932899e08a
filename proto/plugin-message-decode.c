#include "config.h"

#include "proto/plugin-message.h"

#include <stdlib.h>

#include "proto/member.h"
#include "src/base/xalloc.h"

#define SLOT(key, field)                                    \
	{                                                   \
		key, offsetof(struct plugin_message, field) \
	}

/* Members with the same meaning in every type of line. */
static const struct member_slot slots[] = {
	SLOT("id", id),
	SLOT("conversation", conversation),
	SLOT("path", path),
	SLOT("title", title),
	SLOT("text", text),
	SLOT("channel", channel),
	SLOT("format", format),
	SLOT("language", language),
	SLOT("level", level),
	SLOT("reason", reason),
	SLOT("sub_id", sub_id),
	SLOT("tool_call_id", tool_call_id),
	SLOT("inquiry_id", inquiry_id),
	SLOT("content", content),
	SLOT("name", name),
	SLOT("version", version),
	SLOT("description", description),
	SLOT("author", author),
	SLOT("help", help),
	SLOT("repository", repository),
	SLOT("action", interrupt),
};

void plugin_message_release(struct plugin_message *msg)
{
	if (!msg)
		return;
	free(msg->type_name);
	free_strings(msg->command, msg->command_words);
	member_free_slots(msg, slots, ARRAY_SIZE(slots));
	*msg = (struct plugin_message)PLUGIN_MESSAGE_INIT;
}

static enum plugin_message_type type_of(const char *name)
{
	int type = PLUGIN_MESSAGE_UNKNOWN + 1;

	for (; type <= PLUGIN_MESSAGE_ARCHIVE_CONVERSATION; type++) {
		if (!strcmp(name, plugin_message_type_name(
					  (enum plugin_message_type)type)))
			return (enum plugin_message_type)type;
	}
	return PLUGIN_MESSAGE_UNKNOWN;
}

static enum respond_action action_of(const struct json_member *member)
{
	for (int action = ACTION_APPROVE; action <= ACTION_MODIFY; action++) {
		const char *name =
			respond_action_name((enum respond_action)action);

		if (json_string_is(member->value, name))
			return (enum respond_action)action;
	}
	return ACTION_NONE;
}

/* A raw value, empty for null, which is how options are omitted. */
static struct slice value_of(const struct json_member *member)
{
	return member->type == JSON_NULL ? slice_of(member->value.ptr, 0)
					 : member->value;
}

static void decode_member(struct plugin_message *msg,
			  const struct json_member *m)
{
	if (slice_is(m->key, "id")) {
		msg->bad_id = m->type != JSON_STRING && m->type != JSON_NULL;
	} else if (slice_is(m->key, "message")) {
		member_set_text(&msg->text, m);
	} else if (slice_is(m->key, "code")) {
		msg->code = member_int(m, -1);
	} else if (slice_is(m->key, "events")) {
		msg->events = value_of(m);
	} else if (slice_is(m->key, "arguments")) {
		msg->arguments = m->value;
	} else if (slice_is(m->key, "answer")) {
		/* Null is a valid answer. */
		msg->answer = m->value;
	} else if (slice_is(m->key, "attachments")) {
		msg->attachments = value_of(m);
	} else if (slice_is(m->key, "fields") && m->type == JSON_OBJECT) {
		msg->fields = m->value;
	} else if (slice_is(m->key, "schema")) {
		msg->schema = value_of(m);
	} else if (slice_is(m->key, "action")) {
		msg->action = action_of(m);
	} else if (slice_is(m->key, "new")) {
		msg->is_new = m->type == JSON_TRUE;
	} else if (slice_is(m->key, "protocol")) {
		msg->protocol = member_int(m, 0);
	} else if (slice_is(m->key, "command")) {
		free_strings(msg->command, msg->command_words);
		msg->command = member_texts(m, &msg->command_words);
	} else if (slice_is(m->key, "respond")) {
		msg->respond = member_respond(m);
	}
}

int plugin_message_decode(struct plugin_message *msg, struct slice line,
			  struct strbuf *err)
{
	struct plugin_message got = PLUGIN_MESSAGE_INIT;
	struct json_walk walk;
	struct json_member m;

	got.type_name = member_line_type(line, err);
	if (!got.type_name)
		return -1;
	if (member_check_once(line, err)) {
		free(got.type_name);
		return -1;
	}
	got.type = type_of(got.type_name);
	walk = json_walk_begin(line);
	while (json_walk_next(&walk, &m)) {
		member_set_slot(&got, slots, ARRAY_SIZE(slots), &m);
		decode_member(&got, &m);
	}
	*msg = got;
	return 0;
}
