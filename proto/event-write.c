#include "config.h"

#include "proto/event-write.h"

#include <string.h>

#include "proto/event-check.h"
#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "proto/line.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"

/* `{"timestamp":…,"type":…` without its '}'; the timestamp only if known. */
static void begin(struct strbuf *out, enum event_kind kind, int64_t at_ms)
{
	struct strbuf time = STRBUF_INIT;

	strbuf_addch(out, '{');
	if (at_ms != TIMESTAMP_NONE) {
		timestamp_add_stored(&time, at_ms);
		json_write_member(out, "timestamp", strbuf_slice(&time));
	}
	json_write_member(out, "type", slice_str(event_kind_name(kind)));
	strbuf_release(&time);
}

static void end(struct strbuf *out)
{
	strbuf_addch(out, '}');
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
	line_text(out, "author", author);
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
	line_text(out, "id", id);
	line_text(out, "name", name);
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

void event_write_prompt(struct strbuf *event, enum prompt_voice voice,
			enum prompt_outcome outcome, int64_t waited_ms)
{
	struct strbuf json = STRBUF_INIT;

	strbuf_addf(&json, "{\"voice\":\"%s\",\"outcome\":\"%s\"",
		    prompt_voice_name(voice), prompt_outcome_name(outcome));
	if (waited_ms >= 0)
		strbuf_addf(&json, ",\"waited_ms\":%lld", (long long)waited_ms);
	strbuf_addch(&json, '}');
	event_write_metadata(event, strbuf_slice(&json));
	strbuf_release(&json);
}

void event_write_result(struct strbuf *out, const char *id,
			struct slice content, bool is_error, int64_t at_ms)
{
	begin(out, EVENT_TOOL_CALL_RESPONSE, at_ms);
	line_text(out, "id", id);
	json_write_member(out, "content", content);
	json_write_member_bool(out, "is_error", is_error);
	end(out);
}

void event_write_output(struct strbuf *out, const char *id, struct slice chunk,
			int64_t at_ms)
{
	begin(out, EVENT_TOOL_CALL_OUTPUT, at_ms);
	line_text(out, "id", id);
	json_write_member(out, "chunk", chunk);
	end(out);
}

/* Write options as jp does: plain values become {"value":…}. */
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
			json_write_compact(out, option.value);
			continue;
		}
		strbuf_addch(out, '{');
		json_write_member_raw(out, "value", option.value);
		strbuf_addch(out, '}');
	}
	strbuf_addch(out, ']');
}

/* Our own names, D18's, and those of jp_tool, which tools use. */
static const struct {
	const char *name;
	enum answer_kind kind;
	bool multi;
} answer_names[] = {
	{ "boolean", ANSWER_BOOLEAN, false },
	{ "Boolean", ANSWER_BOOLEAN, false },
	{ "text", ANSWER_TEXT, false },
	{ "Text", ANSWER_TEXT, false },
	{ "string", ANSWER_TEXT, false },
	{ "select", ANSWER_SELECT, false },
	{ "Select", ANSWER_SELECT, false },
	{ "multi_select", ANSWER_SELECT, true },
	{ "secret", ANSWER_SECRET, false },
	{ "Secret", ANSWER_SECRET, false },
};

struct asked {
	enum answer_kind kind;
	bool multi;
	struct slice options; /* raw array, or empty */
};

static bool find_options(struct asked *asked, struct slice object)
{
	struct json_member options, first;
	struct json_walk walk;

	if (!json_find(object, "options", &options) ||
	    options.type != JSON_ARRAY)
		return false;
	walk = json_walk_begin(options.value);
	/* A select without options could never be answered. */
	if (!json_walk_next(&walk, &first))
		return false;
	asked->options = options.value;
	return true;
}

/*
 * Read the kind of answer from `type`: a word, an object with the member
 * `type`, or an object whose only key is the word. Unknown kinds become text.
 */
static void read_type(struct asked *asked, const struct json_member *type,
		      struct slice question)
{
	struct json_member inner = *type, word = *type;
	struct json_walk walk = json_walk_begin(type->value);
	struct strbuf name = STRBUF_INIT;

	if (type->type == JSON_OBJECT &&
	    !json_find(type->value, "type", &word)) {
		word.type = JSON_NONE;
		if (json_walk_next(&walk, &inner))
			strbuf_addslice(&name, inner.key);
	}
	if (word.type == JSON_STRING)
		json_string_add(&name, word.value);
	*asked = (struct asked){ .kind = ANSWER_TEXT };
	if (!find_options(asked, inner.value))
		find_options(asked, question);
	/* In D18's flat form the options imply a select. */
	if (!name.len && asked->options.len)
		asked->kind = ANSWER_SELECT;
	for (size_t i = 0; i < ARRAY_SIZE(answer_names); i++) {
		if (strcmp(answer_names[i].name, name.buf) != 0)
			continue;
		asked->kind = answer_names[i].kind;
		asked->multi = answer_names[i].multi;
	}
	if (asked->kind == ANSWER_SELECT && !asked->options.len)
		asked->kind = ANSWER_TEXT;
	strbuf_release(&name);
}

static void write_type(struct strbuf *out, const struct asked *asked,
		       bool stored)
{
	json_write_key(out, "answer_type");
	strbuf_addch(out, '{');
	switch (asked->kind) {
	case ANSWER_BOOLEAN:
		line_text(out, "type", "boolean");
		break;
	case ANSWER_SELECT:
		/* jp has no multi_select; it accepts an answer of any shape. */
		line_text(out, "type",
			  asked->multi && !stored ? "multi_select" : "select");
		json_write_key(out, "options");
		write_options(out, asked->options);
		break;
	case ANSWER_SECRET:
		line_text(out, "type", "secret");
		break;
	default:
		line_text(out, "type", "text");
	}
	end(out);
}

/* jp_tool's preamble, a diff for example, becomes part of the question. */
static void write_text(struct strbuf *out, struct slice question,
		       struct slice text)
{
	struct strbuf all = STRBUF_INIT;

	if (json_find_text(question, "pre_amble", &all) && all.len)
		strbuf_addstr(&all, "\n\n");
	json_string_add(&all, text);
	json_write_member(out, "text", strbuf_slice(&all));
	strbuf_release(&all);
}

static enum answer_kind write_question(struct strbuf *out, struct slice json,
				       bool stored)
{
	struct json_member question, type, text, otherwise;
	struct slice object = json;
	struct asked asked;

	json_find(json, "question", &question);
	text = question;
	if (question.type == JSON_OBJECT) {
		object = question.value;
		json_find(object, "text", &text);
	}
	json_find(object, "answer_type", &type);
	read_type(&asked, &type, object);
	json_write_key(out, "question");
	strbuf_addch(out, '{');
	write_text(out, object, text.value);
	write_type(out, &asked, stored);
	if (json_find(object, "default", &otherwise) &&
	    otherwise.type != JSON_NULL)
		json_write_member_raw(out, "default", otherwise.value);
	end(out);
	return asked.kind;
}

static enum answer_kind write_inquiry(struct strbuf *out, struct slice json,
				      bool stored, int64_t at_ms)
{
	struct json_member id, source;
	enum answer_kind kind;

	begin(out, EVENT_INQUIRY_REQUEST, at_ms);
	if (json_find(json, "id", &id))
		json_write_member_raw(out, "id", id.value);
	json_find(json, "source", &source);
	json_write_member_raw(out, "source",
			      source.type == JSON_OBJECT
				      ? source.value
				      : SLICE("{\"source\":\"assistant\"}"));
	kind = write_question(out, json, stored);
	end(out);
	return kind;
}

void event_write_inquiry(struct strbuf *out, struct slice json, int64_t at_ms)
{
	write_inquiry(out, json, false, at_ms);
}

bool event_write_inquiry_stored(struct strbuf *out, struct slice json,
				int64_t at_ms)
{
	struct strbuf event = STRBUF_INIT, ignored = STRBUF_INIT;
	bool fit = write_inquiry(&event, json, true, at_ms) != ANSWER_SECRET &&
		   !event_check_stored(strbuf_slice(&event), &ignored);

	if (fit)
		strbuf_addslice(out, strbuf_slice(&event));
	strbuf_release(&event);
	strbuf_release(&ignored);
	return fit;
}

void event_write_answer(struct strbuf *out, const char *id, struct slice answer,
			int64_t at_ms)
{
	begin(out, EVENT_INQUIRY_RESPONSE, at_ms);
	line_text(out, "id", id);
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

void event_write_redacted(struct strbuf *out, const char *id, int64_t at_ms)
{
	begin(out, EVENT_INQUIRY_RESPONSE, at_ms);
	line_text(out, "id", id);
	line_text(out, "outcome",
		  inquiry_outcome_name(INQUIRY_OUTCOME_REDACTED));
	end(out);
}

void event_write_closed(struct strbuf *out, const char *id,
			enum prompt_voice voice, enum prompt_outcome outcome,
			int64_t at_ms)
{
	begin(out, EVENT_PROMPT_CLOSED, at_ms);
	line_text(out, "id", id);
	line_text(out, "by", prompt_cause_name(cause_of(voice)));
	line_text(out, "voice", prompt_voice_name(voice));
	line_text(out, "outcome", prompt_outcome_name(outcome));
	end(out);
}

void event_write_refused(struct strbuf *out, const char *id, const char *why,
			 int64_t at_ms)
{
	begin(out, EVENT_PROMPT_CLOSED, at_ms);
	line_text(out, "id", id);
	line_text(out, "by", prompt_cause_name(PROMPT_BY_REFUSAL));
	line_text(out, "message", why);
	end(out);
}

void event_write_status(struct strbuf *out, enum event_state state,
			bool elsewhere, int64_t at_ms)
{
	begin(out, EVENT_CONVERSATION_STATUS, at_ms);
	line_text(out, "state", event_state_name(state));
	if (elsewhere)
		line_text(out, "where", "elsewhere");
	end(out);
}

void event_write_asks(struct strbuf *out, const char *what, const char *call,
		      const struct terminal_place *place, int64_t at_ms)
{
	begin(out, EVENT_CONVERSATION_STATUS, at_ms);
	line_text(out, "state", event_state_name(EVENT_STATE_WAITING));
	line_text(out, "where", "elsewhere");
	json_write_key(out, "elsewhere");
	strbuf_addch(out, '{');
	line_text(out, "what", what);
	line_text(out, "tool_call_id", call);
	json_write_key(out, "terminal");
	terminal_place_write(out, place);
	strbuf_addch(out, '}');
	end(out);
}

void event_write_notice(struct strbuf *out, const char *kind,
			enum notice_level level, struct slice message,
			int64_t at_ms)
{
	begin(out, EVENT_NOTICE, at_ms);
	line_text(out, "kind", kind);
	line_text(out, "level", notice_level_name(level));
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
	line_text(out, "type", event_kind_name(kind));
	end(out);
}
