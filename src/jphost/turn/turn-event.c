#include "config.h"

#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/timestamp.h"
#include "src/jphost/turn/turn-state.h"

void turn_event_begin(struct strbuf *out, const char *type, int64_t at_ms)
{
	struct strbuf time = STRBUF_INIT;

	timestamp_add_stored(&time, at_ms);
	strbuf_addch(out, '{');
	json_write_member(out, "timestamp", strbuf_slice(&time));
	json_write_member(out, "type", slice_str(type));
	strbuf_release(&time);
}

void turn_event_request(struct strbuf *out, const struct turn_options *options,
			struct slice content, int64_t at_ms)
{
	turn_event_begin(out, "chat_request", at_ms);
	json_write_member(out, "content", content);
	if (options->author)
		json_write_member(out, "author", slice_str(options->author));
	if (options->schema.len) {
		json_write_key(out, "schema");
		json_write_compact(out, options->schema);
	}
	strbuf_addch(out, '}');
}

void turn_event_text(struct strbuf *out, enum chat_part part, struct slice text,
		     int64_t at_ms)
{
	turn_event_begin(out, "chat_response", at_ms);
	json_write_member(out, part == CHAT_REASONING ? "reasoning" : "message",
			  text);
	strbuf_addch(out, '}');
}

void turn_event_data(struct strbuf *out, struct slice json, int64_t at_ms)
{
	turn_event_begin(out, "chat_response", at_ms);
	json_write_member_raw(out, "data", json);
	strbuf_addch(out, '}');
}

void turn_event_call(struct strbuf *out, const struct provider_call *call,
		     int64_t at_ms)
{
	turn_event_begin(out, "tool_call_request", at_ms);
	json_write_member(out, "id", slice_str(call->id));
	json_write_member(out, "name", slice_str(call->name));
	json_write_key(out, "arguments");
	json_write_compact(out, slice_str(call->arguments));
	strbuf_addch(out, '}');
}

void turn_event_output(struct strbuf *out, const char *id, struct slice chunk,
		       int64_t at_ms)
{
	turn_event_begin(out, "tool_call_output", at_ms);
	json_write_member(out, "id", slice_str(id));
	json_write_member(out, "chunk", chunk);
	strbuf_addch(out, '}');
}

void turn_event_result(struct strbuf *out, const char *id, struct slice content,
		       bool is_error, int64_t at_ms)
{
	turn_event_begin(out, "tool_call_response", at_ms);
	json_write_member(out, "id", slice_str(id));
	json_write_member(out, "content", content);
	json_write_member_bool(out, "is_error", is_error);
	strbuf_addch(out, '}');
}

/* A flat inquiry's options: plain values become {"value":…}. */
static void write_options(struct strbuf *out, struct slice options)
{
	struct json_walk walk = json_walk_begin(options);
	struct json_member option, value;
	const char *comma = "";

	strbuf_addstr(out, "[");
	while (json_walk_next(&walk, &option)) {
		strbuf_addstr(out, comma);
		comma = ",";
		if (option.type == JSON_OBJECT &&
		    json_find(option.value, "value", &value)) {
			strbuf_addslice(out, option.value);
			continue;
		}
		strbuf_addch(out, '{');
		json_write_member_raw(out, "value", option.value);
		strbuf_addch(out, '}');
	}
	strbuf_addch(out, ']');
}

static void write_flat_question(struct strbuf *out, struct slice json,
				struct slice text)
{
	struct json_member member;

	json_write_key(out, "question");
	strbuf_addch(out, '{');
	json_write_member_raw(out, "text", text);
	json_write_key(out, "answer_type");
	strbuf_addch(out, '{');
	if (json_find(json, "options", &member) && member.type == JSON_ARRAY) {
		json_write_member(out, "type", SLICE("select"));
		json_write_key(out, "options");
		write_options(out, member.value);
	} else {
		json_write_member(out, "type", SLICE("text"));
	}
	strbuf_addch(out, '}');
	if (json_find(json, "default", &member))
		json_write_member_raw(out, "default", member.value);
	strbuf_addch(out, '}');
}

void turn_event_inquiry(struct strbuf *out, struct slice json, int64_t at_ms)
{
	struct json_member member;

	turn_event_begin(out, "inquiry_request", at_ms);
	if (json_find(json, "id", &member))
		json_write_member_raw(out, "id", member.value);
	if (json_find(json, "source", &member))
		json_write_member_raw(out, "source", member.value);
	else
		json_write_member_raw(out, "source",
				      SLICE("{\"source\":\"assistant\"}"));
	json_find(json, "question", &member);
	if (member.type == JSON_STRING)
		write_flat_question(out, json, member.value);
	else if (member.type == JSON_OBJECT)
		json_write_member_raw(out, "question", member.value);
	strbuf_addch(out, '}');
}

void turn_event_answer(struct strbuf *out, const char *id, struct slice answer,
		       int64_t at_ms)
{
	turn_event_begin(out, "inquiry_response", at_ms);
	json_write_member(out, "id", slice_str(id));
	json_write_key(out, "answer");
	json_write_compact(out, answer);
	strbuf_addch(out, '}');
}

void turn_event_notice(struct strbuf *out, const char *kind, const char *level,
		       struct slice message, int64_t at_ms)
{
	turn_event_begin(out, "notice", at_ms);
	json_write_member(out, "kind", slice_str(kind));
	json_write_member(out, "level", slice_str(level));
	json_write_member(out, "message", message);
	strbuf_addch(out, '}');
}

void turn_event_usage(struct strbuf *out, int64_t input_tokens,
		      int64_t output_tokens, int64_t at_ms)
{
	turn_event_begin(out, "usage", at_ms);
	if (input_tokens >= 0)
		json_write_member_int(out, "input_tokens", input_tokens);
	if (output_tokens >= 0)
		json_write_member_int(out, "output_tokens", output_tokens);
	strbuf_addch(out, '}');
}

static int add_attachment(struct strbuf *out, struct slice attachment,
			  struct strbuf *err)
{
	struct json_member type, path, content;
	struct strbuf name = STRBUF_INIT;

	json_find(attachment, "type", &type);
	if (!json_string_is(type.value, "file_content") ||
	    !json_find(attachment, "content", &content) ||
	    content.type != JSON_STRING) {
		json_string_add(&name, type.value);
		strbuf_setf(err, "cannot attach a '%s'", name.buf);
		strbuf_release(&name);
		return -1;
	}
	strbuf_addstr(out, "\n\nAttached file");
	if (json_find(attachment, "path", &path) &&
	    json_string_add(&name, path.value))
		strbuf_addf(out, " `%s`", name.buf);
	/* More backquotes than a file of code is likely to hold. */
	strbuf_addstr(out, ":\n\n`````\n");
	json_string_add(out, content.value);
	if (out->buf[out->len - 1] != '\n')
		strbuf_addch(out, '\n');
	strbuf_addstr(out, "`````\n");
	strbuf_release(&name);
	return 0;
}

int turn_content(struct strbuf *out, struct slice content,
		 struct slice attachments, struct strbuf *err)
{
	struct json_walk walk = json_walk_begin(attachments);
	struct json_member member;

	strbuf_addslice(out, content);
	while (json_walk_next(&walk, &member)) {
		if (add_attachment(out, member.value, err))
			return -1;
	}
	return 0;
}
