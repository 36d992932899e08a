#include "config.h"

#include "proto/plugin-message.h"

#include "proto/json-write.h"
#include "proto/line.h"

static void begin(struct strbuf *out, enum plugin_message_type type,
		  const char *id)
{
	line_begin(out, plugin_message_type_name(type), id);
}

/* A message whose only member is a string. */
static void write_one(struct strbuf *out, enum plugin_message_type type,
		      const char *id, const char *key, const char *text)
{
	begin(out, type, id);
	line_text(out, key, text);
	line_end(out);
}

void plugin_write_ready(struct strbuf *out)
{
	write_one(out, PLUGIN_MESSAGE_READY, NULL, "", NULL);
}

void plugin_write_ready_protocol(struct strbuf *out, int64_t protocol)
{
	begin(out, PLUGIN_MESSAGE_READY, NULL);
	json_write_member_int(out, "protocol", protocol);
	line_end(out);
}

void plugin_write_list_conversations(struct strbuf *out, const char *id)
{
	write_one(out, PLUGIN_MESSAGE_LIST_CONVERSATIONS, id, "", NULL);
}

void plugin_write_read_events(struct strbuf *out, const char *id,
			      const char *conversation)
{
	write_one(out, PLUGIN_MESSAGE_READ_EVENTS, id, "conversation",
		  conversation);
}

void plugin_write_read_config(struct strbuf *out, const char *id,
			      const char *path, bool reload)
{
	begin(out, PLUGIN_MESSAGE_READ_CONFIG, id);
	line_text(out, "path", path);
	if (reload)
		json_write_member_bool(out, "reload", true);
	line_end(out);
}

void plugin_write_lock(struct strbuf *out, const char *id,
		       const char *conversation)
{
	write_one(out, PLUGIN_MESSAGE_LOCK, id, "conversation", conversation);
}

void plugin_write_unlock(struct strbuf *out, const char *id,
			 const char *conversation)
{
	write_one(out, PLUGIN_MESSAGE_UNLOCK, id, "conversation", conversation);
}

void plugin_write_create_conversation(struct strbuf *out, const char *id,
				      const char *title)
{
	write_one(out, PLUGIN_MESSAGE_CREATE_CONVERSATION, id, "title", title);
}

void plugin_write_push_events(struct strbuf *out, const char *id,
			      const char *conversation, struct slice events)
{
	begin(out, PLUGIN_MESSAGE_PUSH_EVENTS, id);
	line_text(out, "conversation", conversation);
	line_raw(out, "events", events);
	line_end(out);
}

void plugin_write_print(struct strbuf *out, const char *channel,
			const char *format, const char *language,
			struct slice text)
{
	begin(out, PLUGIN_MESSAGE_PRINT, NULL);
	line_text(out, "channel", channel);
	line_text(out, "format", format);
	line_text(out, "language", language);
	json_write_member(out, "text", text);
	line_end(out);
}

void plugin_write_describe(struct strbuf *out,
			   const struct plugin_description *describe)
{
	begin(out, PLUGIN_MESSAGE_DESCRIBE, NULL);
	line_text(out, "name", describe->name);
	line_text(out, "version", describe->version);
	line_text(out, "description", describe->description);
	if (describe->command_words)
		json_write_member_texts(out, "command", describe->command,
					describe->command_words);
	line_text(out, "author", describe->author);
	line_text(out, "help", describe->help);
	line_text(out, "repository", describe->repository);
	line_end(out);
}

void plugin_write_exit(struct strbuf *out, int code, const char *reason)
{
	begin(out, PLUGIN_MESSAGE_EXIT, NULL);
	/* jp reads one byte; it would ignore any other number. */
	json_write_member_int(out, "code", code < 0 || code > 255 ? 1 : code);
	line_text(out, "reason", reason);
	line_end(out);
}

void plugin_write_subscribe(struct strbuf *out, const char *id,
			    const char *sub_id, const char *conversation,
			    const enum event_kind *events, size_t count)
{
	begin(out, PLUGIN_MESSAGE_SUBSCRIBE, id);
	line_text(out, "sub_id", sub_id);
	line_text(out, "conversation", conversation);
	if (count) {
		json_write_key(out, "events");
		for (size_t i = 0; i < count; i++) {
			strbuf_addch(out, i ? ',' : '[');
			json_write_string(
				out, slice_str(event_kind_name(events[i])));
		}
		strbuf_addch(out, ']');
	}
	line_end(out);
}

void plugin_write_unsubscribe(struct strbuf *out, const char *id,
			      const char *sub_id)
{
	write_one(out, PLUGIN_MESSAGE_UNSUBSCRIBE, id, "sub_id", sub_id);
}

void plugin_write_approval(struct strbuf *out, const char *sub_id,
			   const char *tool_call_id, enum respond_action action,
			   struct slice arguments, const char *reason)
{
	begin(out, PLUGIN_MESSAGE_RESPOND, NULL);
	line_text(out, "sub_id", sub_id);
	line_text(out, "respond", "tool_approval");
	line_text(out, "tool_call_id", tool_call_id);
	line_text(out, "action", respond_action_name(action));
	if (action == ACTION_MODIFY)
		line_exact(out, "arguments", arguments);
	if (action == ACTION_REJECT)
		line_text(out, "reason", reason);
	line_end(out);
}

void plugin_write_answer(struct strbuf *out, const char *sub_id,
			 const char *inquiry_id, struct slice answer)
{
	begin(out, PLUGIN_MESSAGE_RESPOND, NULL);
	line_text(out, "sub_id", sub_id);
	line_text(out, "respond", "inquiry");
	line_text(out, "inquiry_id", inquiry_id);
	line_exact(out, "answer", answer);
	line_end(out);
}

void plugin_write_query(struct strbuf *out, const char *id,
			const char *conversation, struct slice content,
			struct slice attachments, struct slice schema)
{
	begin(out, PLUGIN_MESSAGE_QUERY, id);
	line_text(out, "conversation", conversation);
	json_write_member(out, "content", content);
	if (attachments.len)
		line_raw(out, "attachments", attachments);
	if (schema.len)
		line_raw(out, "schema", schema);
	line_end(out);
}

void plugin_write_cancel_query(struct strbuf *out, const char *id,
			       const char *conversation)
{
	write_one(out, PLUGIN_MESSAGE_CANCEL_QUERY, id, "conversation",
		  conversation);
}

void plugin_write_jp_query(struct strbuf *out, const char *id,
			   const char *conversation, struct slice content,
			   struct slice schema)
{
	begin(out, PLUGIN_MESSAGE_QUERY, id);
	line_text(out, "conversation", conversation);
	if (!conversation)
		line_raw(out, "new", SLICE("true"));
	json_write_member(out, "content", content);
	line_raw(out, "cfg", SLICE("[]"));
	if (schema.len)
		line_raw(out, "schema", schema);
	line_end(out);
}

void plugin_write_interrupt(struct strbuf *out, const char *id,
			    const char *conversation, const char *action,
			    struct slice content)
{
	begin(out, PLUGIN_MESSAGE_INTERRUPT, id);
	line_text(out, "conversation", conversation);
	line_text(out, "action", action);
	if (content.len)
		json_write_member(out, "content", content);
	line_end(out);
}

void plugin_write_set_title(struct strbuf *out, const char *id,
			    const char *conversation, const char *title)
{
	begin(out, PLUGIN_MESSAGE_SET_TITLE, id);
	line_text(out, "conversation", conversation);
	line_text(out, "title", title);
	line_end(out);
}

void plugin_write_archive_conversation(struct strbuf *out, const char *id,
				       const char *conversation)
{
	write_one(out, PLUGIN_MESSAGE_ARCHIVE_CONVERSATION, id, "conversation",
		  conversation);
}
