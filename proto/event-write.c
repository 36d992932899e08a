#include "config.h"

#include "proto/event-write.h"

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/timestamp.h"

/* `{"timestamp":…,"type":…`, to be ended with '}'. */
static void begin(struct strbuf *out, enum event_kind kind, int64_t at_ms)
{
	struct strbuf time = STRBUF_INIT;

	timestamp_add_stored(&time, at_ms);
	strbuf_addch(out, '{');
	json_write_member(out, "timestamp", strbuf_slice(&time));
	json_write_member(out, "type", slice_str(event_kind_name(kind)));
	strbuf_release(&time);
}

static void end(struct strbuf *out)
{
	strbuf_addch(out, '}');
}

static void member(struct strbuf *out, const char *key, const char *text)
{
	if (text)
		json_write_member(out, key, slice_str(text));
}

void event_write_turn_start(struct strbuf *out, int64_t at_ms)
{
	begin(out, EVENT_TURN_START, at_ms);
	end(out);
}

void event_write_request(struct strbuf *out, struct slice content,
			 const char *author, struct slice schema, int64_t at_ms)
{
	begin(out, EVENT_CHAT_REQUEST, at_ms);
	json_write_member(out, "content", content);
	member(out, "author", author);
	if (schema.len)
		json_write_member_raw(out, "schema", schema);
	end(out);
}

void event_write_response(struct strbuf *out, enum chat_part part,
			  struct slice text, int64_t at_ms)
{
	begin(out, EVENT_CHAT_RESPONSE, at_ms);
	if (part == CHAT_DATA)
		json_write_member_raw(out, "data", text);
	else
		json_write_member(
			out, part == CHAT_REASONING ? "reasoning" : "message",
			text);
	end(out);
}

void event_write_call(struct strbuf *out, const char *id, const char *name,
		      struct slice arguments, int64_t at_ms)
{
	begin(out, EVENT_TOOL_CALL_REQUEST, at_ms);
	member(out, "id", id);
	member(out, "name", name);
	json_write_member_raw(out, "arguments", arguments);
	end(out);
}

void event_write_metadata(struct strbuf *event, struct slice json)
{
	strbuf_setlen(event, event->len - 1);
	json_write_key(event, "metadata");
	strbuf_addch(event, '{');
	json_write_member_raw(event, "jphost", json);
	strbuf_addstr(event, "}}");
}

void event_write_result(struct strbuf *out, const char *id,
			struct slice content, bool is_error, int64_t at_ms)
{
	begin(out, EVENT_TOOL_CALL_RESPONSE, at_ms);
	member(out, "id", id);
	json_write_member(out, "content", content);
	json_write_member_bool(out, "is_error", is_error);
	end(out);
}

void event_write_output(struct strbuf *out, const char *id, struct slice chunk,
			int64_t at_ms)
{
	begin(out, EVENT_TOOL_CALL_OUTPUT, at_ms);
	member(out, "id", id);
	json_write_member(out, "chunk", chunk);
	end(out);
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

void event_write_inquiry(struct strbuf *out, struct slice json, int64_t at_ms)
{
	struct json_member member;

	begin(out, EVENT_INQUIRY_REQUEST, at_ms);
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

void event_write_answer(struct strbuf *out, const char *id, struct slice answer,
			int64_t at_ms)
{
	begin(out, EVENT_INQUIRY_RESPONSE, at_ms);
	member(out, "id", id);
	json_write_member_raw(out, "answer", answer);
	end(out);
}

static enum prompt_cause cause_of(enum prompt_voice voice)
{
	switch (voice) {
	case PROMPT_VOICE_TIMEOUT:
		return PROMPT_BY_TIMEOUT;
	case PROMPT_VOICE_CANCEL:
		return PROMPT_BY_CANCEL;
	default:
		return PROMPT_BY_ANSWER;
	}
}

void event_write_closed(struct strbuf *out, const char *id,
			enum prompt_voice voice, enum prompt_outcome outcome,
			int64_t at_ms)
{
	begin(out, EVENT_PROMPT_CLOSED, at_ms);
	member(out, "id", id);
	member(out, "by", prompt_cause_name(cause_of(voice)));
	member(out, "voice", prompt_voice_name(voice));
	member(out, "outcome", prompt_outcome_name(outcome));
	end(out);
}

void event_write_status(struct strbuf *out, enum event_state state,
			bool elsewhere, int64_t at_ms)
{
	begin(out, EVENT_CONVERSATION_STATUS, at_ms);
	member(out, "state", event_state_name(state));
	if (elsewhere)
		member(out, "where", "elsewhere");
	end(out);
}

void event_write_notice(struct strbuf *out, const char *kind,
			enum notice_level level, struct slice message,
			int64_t at_ms)
{
	begin(out, EVENT_NOTICE, at_ms);
	member(out, "kind", kind);
	member(out, "level", notice_level_name(level));
	json_write_member(out, "message", message);
	end(out);
}

void event_write_usage(struct strbuf *out, int64_t input_tokens,
		       int64_t output_tokens, int64_t at_ms)
{
	begin(out, EVENT_USAGE, at_ms);
	if (input_tokens >= 0)
		json_write_member_int(out, "input_tokens", input_tokens);
	if (output_tokens >= 0)
		json_write_member_int(out, "output_tokens", output_tokens);
	end(out);
}

void event_write_plain(struct strbuf *out, enum event_kind kind)
{
	strbuf_addch(out, '{');
	member(out, "type", event_kind_name(kind));
	end(out);
}
