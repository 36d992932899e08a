#include "config.h"

#include "proto/host-message.h"

#include "proto/json-write.h"
#include "proto/line.h"
#include "src/base/timestamp.h"

static void begin(struct strbuf *out, enum host_message_type type,
		  const char *id)
{
	line_begin(out, host_message_type_name(type), id);
}

/* A message whose only member is a string. */
static void write_one(struct strbuf *out, enum host_message_type type,
		      const char *id, const char *key, const char *text)
{
	begin(out, type, id);
	line_text(out, key, text);
	line_end(out);
}

static void add_capabilities(struct strbuf *out, uint32_t capabilities)
{
	const char *names[CAPABILITY_COUNT];
	size_t count = 0;

	for (int cap = 0; cap < CAPABILITY_COUNT; cap++) {
		if (capabilities >> cap & 1)
			names[count++] = capability_name((enum capability)cap);
	}
	if (count)
		json_write_member_texts(out, "capabilities", names, count);
}

void host_write_init(struct strbuf *out, const struct host_init *init)
{
	begin(out, HOST_MESSAGE_HELLO, NULL);
	json_write_member_int(out, "version", 1);
	json_write_key(out, "workspace");
	strbuf_addch(out, '{');
	line_text(out, "root", init->root);
	line_text(out, "storage", init->storage);
	line_text(out, "id", init->workspace_id);
	strbuf_addch(out, '}');
	if (init->user_data || init->user_config || init->user_workspace) {
		json_write_key(out, "paths");
		strbuf_addch(out, '{');
		line_text(out, "user_data", init->user_data);
		line_text(out, "user_config", init->user_config);
		line_text(out, "user_workspace", init->user_workspace);
		strbuf_addch(out, '}');
	}
	line_raw(out, "config", init->config);
	if (init->options.len)
		line_raw(out, "options", init->options);
	if (init->untrusted_options.len)
		line_raw(out, "untrusted_options", init->untrusted_options);
	json_write_member_texts(out, "args", init->args, init->argc);
	json_write_member_int(out, "log_level", init->log_level);
	add_capabilities(out, init->capabilities);
	line_end(out);
}

void host_write_plain(struct strbuf *out, enum host_message_type type)
{
	write_one(out, type, NULL, "", NULL);
}

static void add_time(struct strbuf *out, const char *key, int64_t at_ms,
		     int rest_ns)
{
	struct strbuf text = STRBUF_INIT;

	if (at_ms == TIMESTAMP_NONE)
		return;
	timestamp_add_rfc3339(&text, at_ms);
	if (rest_ns) {
		strbuf_setlen(&text, text.len - 1);
		strbuf_addf(&text, "%06dZ", rest_ns);
	}
	json_write_member(out, key, strbuf_slice(&text));
	strbuf_release(&text);
}

static void add_summary(struct strbuf *out,
			const struct conversation_summary *summary)
{
	strbuf_addch(out, '{');
	line_text(out, "id", summary->id);
	if (summary->title)
		line_text(out, "title", summary->title);
	else
		json_write_member_raw(out, "title", SLICE("null"));
	add_time(out, "last_activated_at", summary->last_activated_ms,
		 summary->last_activated_rest_ns);
	add_time(out, "pinned_at", summary->pinned_ms, 0);
	if (summary->events_count >= 0)
		json_write_member_int(out, "events_count",
				      summary->events_count);
	line_text(out, "unreadable", summary->unreadable);
	line_text(out, "first_message", summary->first_message);
	strbuf_addch(out, '}');
}

void host_write_conversations(struct strbuf *out, const char *id,
			      const struct conversation_summary *list,
			      size_t count)
{
	begin(out, HOST_MESSAGE_CONVERSATIONS, id);
	json_write_key(out, "data");
	strbuf_addch(out, '[');
	for (size_t i = 0; i < count; i++) {
		if (i)
			strbuf_addch(out, ',');
		add_summary(out, &list[i]);
	}
	strbuf_addch(out, ']');
	line_end(out);
}

void host_write_events_begin(struct strbuf *out, const char *id,
			     const char *conversation)
{
	begin(out, HOST_MESSAGE_EVENTS, id);
	line_text(out, "conversation", conversation);
	json_write_key(out, "data");
	strbuf_addch(out, '[');
}

void host_write_events_add(struct strbuf *out, struct slice event)
{
	/* Events end with a brace: a bracket is that of the data array. */
	if (out->len && out->buf[out->len - 1] != '[')
		strbuf_addch(out, ',');
	line_value(out, event);
}

void host_write_events_end(struct strbuf *out)
{
	strbuf_addch(out, ']');
	line_end(out);
}

void host_write_config(struct strbuf *out, const char *id, const char *path,
		       struct slice json)
{
	begin(out, HOST_MESSAGE_CONFIG, id);
	line_text(out, "path", path);
	line_raw(out, "data", json);
	line_end(out);
}

void host_write_conversation(struct strbuf *out, enum host_message_type type,
			     const char *id, const char *conversation)
{
	write_one(out, type, id, "conversation", conversation);
}

void host_write_pushed(struct strbuf *out, const char *id,
		       const char *conversation, int64_t count)
{
	begin(out, HOST_MESSAGE_PUSHED, id);
	line_text(out, "conversation", conversation);
	json_write_member_int(out, "count", count);
	line_end(out);
}

void host_write_error(struct strbuf *out, const char *id, const char *request,
		      const char *conversation, const char *message)
{
	begin(out, HOST_MESSAGE_ERROR, id);
	line_text(out, "request", request);
	line_text(out, "conversation", conversation);
	line_text(out, "message", message);
	line_end(out);
}

void host_write_sub(struct strbuf *out, enum host_message_type type,
		    const char *id, const char *sub_id)
{
	write_one(out, type, id, "sub_id", sub_id);
}

void host_write_event(struct strbuf *out, const char *sub_id,
		      enum respond_kind respond, struct slice event,
		      int64_t timeout_ms, const char *fallback)
{
	begin(out, HOST_MESSAGE_EVENT, NULL);
	line_text(out, "sub_id", sub_id);
	if (respond == RESPOND_TOOL_APPROVAL)
		line_text(out, "respond", "tool_approval");
	if (respond == RESPOND_INQUIRY)
		line_text(out, "respond", "inquiry");
	if (timeout_ms >= 0)
		json_write_member_int(out, "timeout_ms", timeout_ms);
	line_text(out, "fallback", fallback);
	line_raw(out, "data", event);
	line_end(out);
}
