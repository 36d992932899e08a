#include "config.h"

#include "src/jphost/provider/openai-stream.h"

#include <string.h>
#include <strings.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"
#include "src/jphost/provider/openai-content.h"
#include "src/jphost/provider/openai-mend.h"
#include "src/jphost/provider/openai-piece.h"

/* Bytes shown of an event that could not be read. */
#define JUNK_BYTES 120
/* Of thoughts that are kept to be sent back. */
#define MAX_THOUGHT ((size_t)32 << 20)

void openai_stream_init(struct openai_stream *stream,
			void (*text)(void *user, enum chat_part part,
				     struct slice text),
			void *user)
{
	memset(stream, 0, sizeof(*stream));
	openai_thought_init(&stream->thought);
	openai_error_init(&stream->error);
	strbuf_init(&stream->end_word);
	strbuf_init(&stream->dropped);
	strbuf_init(&stream->held);
	strbuf_init(&stream->junk);
	strbuf_init(&stream->odd);
	stream->choice = -1;
	stream->text = text;
	stream->user = user;
	stream->input_tokens = -1;
	stream->output_tokens = -1;
}

void openai_stream_release(struct openai_stream *stream)
{
	openai_calls_release(&stream->calls);
	openai_thought_release(&stream->thought);
	openai_error_release(&stream->error);
	strbuf_release(&stream->end_word);
	strbuf_release(&stream->dropped);
	strbuf_release(&stream->held);
	strbuf_release(&stream->junk);
	strbuf_release(&stream->odd);
}

bool openai_stream_is_done(const struct openai_stream *stream)
{
	return stream->marked || stream->end != OPENAI_END_NONE;
}

bool openai_stream_has_any(const struct openai_stream *stream)
{
	return stream->spoke || stream->calls.count > 0;
}

/* --- Finish reasons --- */

enum openai_end openai_end_of(struct slice word)
{
	static const struct {
		const char *word;
		enum openai_end end;
	} words[] = {
		{ "null", OPENAI_END_NONE },
		{ "none", OPENAI_END_NONE },
		{ "undefined", OPENAI_END_NONE },
		{ "stop", OPENAI_END_WHOLE },
		{ "end_turn", OPENAI_END_WHOLE },
		{ "stop_sequence", OPENAI_END_WHOLE },
		{ "eos", OPENAI_END_WHOLE },
		{ "eos_token", OPENAI_END_WHOLE },
		{ "complete", OPENAI_END_WHOLE },
		{ "completed", OPENAI_END_WHOLE },
		{ "tool_calls", OPENAI_END_WHOLE },
		{ "tool_call", OPENAI_END_WHOLE },
		{ "function_call", OPENAI_END_WHOLE },
		{ "tool_use", OPENAI_END_WHOLE },
		{ "length", OPENAI_END_LIMIT },
		{ "max_tokens", OPENAI_END_LIMIT },
		{ "max_output_tokens", OPENAI_END_LIMIT },
		{ "max_completion_tokens", OPENAI_END_LIMIT },
		{ "model_context_window_exceeded", OPENAI_END_LIMIT },
		{ "model_length", OPENAI_END_LIMIT },
		{ "content_filter", OPENAI_END_REFUSED },
		{ "content_filtered", OPENAI_END_REFUSED },
		{ "refusal", OPENAI_END_REFUSED },
		{ "guardrail_intervened", OPENAI_END_REFUSED },
		{ "safety", OPENAI_END_REFUSED },
		{ "image_safety", OPENAI_END_REFUSED },
		{ "recitation", OPENAI_END_REFUSED },
		{ "blocklist", OPENAI_END_REFUSED },
		{ "prohibited_content", OPENAI_END_REFUSED },
		{ "spii", OPENAI_END_REFUSED },
		{ "language", OPENAI_END_REFUSED },
		{ "sensitive", OPENAI_END_REFUSED },
		{ "error", OPENAI_END_FAILED },
		{ "abort", OPENAI_END_FAILED },
		{ "aborted", OPENAI_END_FAILED },
		{ "cancelled", OPENAI_END_FAILED },
		{ "malformed_function_call", OPENAI_END_FAILED },
		{ "unexpected_tool_call", OPENAI_END_FAILED },
		{ "other", OPENAI_END_FAILED },
		{ "insufficient_system_resource", OPENAI_END_FAILED },
		{ "pause_turn", OPENAI_END_PAUSED },
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (slice_is_caseless(word, words[i].word))
			return words[i].end;
	}
	if (word.len > 6 && !strncasecmp(word.ptr + word.len - 6, "_error", 6))
		return OPENAI_END_FAILED;
	return OPENAI_END_UNKNOWN;
}

static bool is_bad(enum openai_end end)
{
	return end == OPENAI_END_LIMIT || end == OPENAI_END_REFUSED ||
	       end == OPENAI_END_FAILED;
}

/* `with_text`: whether the choice had a part of the answer, too. */
static void take_end(struct openai_stream *stream, struct slice choice,
		     bool with_text)
{
	struct strbuf word = STRBUF_INIT;
	enum openai_end end = OPENAI_END_NONE;

	if (with_text && stream->end != OPENAI_END_NONE)
		stream->went_on = true;
	if (json_find_text(choice, "finish_reason", &word) && word.len)
		end = openai_end_of(strbuf_slice(&word));
	/* Gateways add a "stop" to an answer that was cut. */
	if (end == OPENAI_END_NONE || (is_bad(stream->end) && !is_bad(end))) {
		strbuf_release(&word);
		return;
	}
	strbuf_release(&stream->end_word);
	stream->end_word = word;
	stream->end = end;
	stream->end_with_text = with_text;
}

enum openai_trust openai_stream_trust(const struct openai_stream *stream)
{
	if (stream->marked)
		return OPENAI_TRUST_END;
	if (stream->end == OPENAI_END_NONE || stream->went_on ||
	    stream->end == OPENAI_END_UNKNOWN)
		return OPENAI_TRUST_NOT;
	return stream->end_with_text ? OPENAI_TRUST_HARDLY : OPENAI_TRUST_END;
}

/* --- Parts of an event --- */

static void say(struct openai_stream *stream, enum chat_part part,
		const struct strbuf *text)
{
	if (!text->len)
		return;
	stream->spoke = true;
	stream->said = stream->said || part == CHAT_MESSAGE;
	stream->pieces++;
	stream->text(stream->user, part, strbuf_slice(text));
}

void openai_stream_end(struct openai_stream *stream)
{
	struct strbuf text = STRBUF_INIT;

	openai_piece_end(&text, &stream->thought.held);
	say(stream, CHAT_REASONING, &text);
	strbuf_reset(&text);
	openai_piece_end(&text, &stream->held);
	say(stream, CHAT_MESSAGE, &text);
	strbuf_release(&text);
}

static void take_calls(struct openai_stream *stream, struct slice calls)
{
	struct json_walk walk = json_walk_begin(calls);
	struct json_member member;

	while (json_walk_next(&walk, &member)) {
		stream->pieces++;
		if (openai_calls_take(&stream->calls, member.value,
				      &stream->error.text))
			return;
	}
}

static void take_delta(struct openai_stream *stream, struct slice delta)
{
	struct openai_content content = OPENAI_CONTENT_INIT;
	struct json_member member;

	content.held = &stream->held;
	openai_thought_take(&stream->thought, delta, &content.reasoning);
	if (stream->thought.bytes > MAX_THOUGHT)
		strbuf_setf(&stream->error.text,
			    "its thoughts are over 32 MiB");
	openai_content_read(&content, delta);
	if (content.reasoning_in_content)
		openai_thought_came_as(&stream->thought, "content");
	say(stream, CHAT_REASONING, &content.reasoning);
	say(stream, CHAT_MESSAGE, &content.text);
	stream->refused = stream->refused || content.refused;
	openai_content_add_kinds(&stream->dropped,
				 strbuf_slice(&content.dropped));
	if (json_find(delta, "tool_calls", &member) &&
	    member.type == JSON_OBJECT)
		openai_calls_take(&stream->calls, member.value,
				  &stream->error.text);
	else if (member.type == JSON_ARRAY)
		take_calls(stream, member.value);
	else if (member.type > JSON_FALSE)
		openai_content_add_kinds(&stream->dropped, SLICE("tool_calls"));
	if (content.calls.len)
		take_calls(stream, strbuf_slice(&content.calls));
	if (json_find(delta, "function_call", &member))
		openai_calls_take_function(&stream->calls, member.value,
					   &stream->error.text);
	openai_content_release(&content);
}

static void take_usage(struct openai_stream *stream, struct slice data)
{
	struct json_member member;

	if (json_find_path(data, &member, "usage", "prompt_tokens", NULL))
		json_int64(member.value, &stream->input_tokens);
	if (json_find_path(data, &member, "usage", "completion_tokens", NULL))
		json_int64(member.value, &stream->output_tokens);
}

/* Whether a choice is of the answer that came first. */
static bool is_ours(struct openai_stream *stream, struct slice choice)
{
	struct json_member member;
	int64_t index;

	if (!json_find(choice, "index", &member) ||
	    !json_int64(member.value, &index))
		return true;
	if (stream->choice < 0)
		stream->choice = index;
	return stream->choice == index;
}

/* Whether there is an error, not only a member for one. */
static bool find_error(struct slice object, struct json_member *error)
{
	if (!json_find(object, "error", error))
		return false;
	switch (error->type) {
	case JSON_STRING:
	case JSON_ARRAY:
	case JSON_OBJECT:
		return error->value.len > 2;
	case JSON_NUMBER:
		return !slice_is(error->value, "0");
	default:
		return error->type == JSON_TRUE;
	}
}

static void take_choice(struct openai_stream *stream, struct slice choice)
{
	size_t pieces = stream->pieces;
	struct json_member member;

	if (find_error(choice, &member)) {
		openai_error_read(&stream->error, choice);
		return;
	}
	if (json_find(choice, "delta", &member) && member.type == JSON_OBJECT)
		take_delta(stream, member.value);
	else if (json_find(choice, "text", &member))
		take_delta(stream, choice);
	/* Some streams end with a repeat of everything, as `message`. */
	if (json_find(choice, "message", &member) &&
	    (stream->by_message || !openai_stream_has_any(stream))) {
		take_delta(stream, member.value);
		stream->by_message = openai_stream_has_any(stream);
	}
	take_end(stream, choice, stream->pieces != pieces);
}

/* Some servers spread one answer over several choices without an index. */
static void take_choices(struct openai_stream *stream, struct slice choices)
{
	struct json_walk walk = json_walk_begin(choices);
	struct json_member choice;

	while (json_walk_next(&walk, &choice) && !stream->error.text.len) {
		if (is_ours(stream, choice.value))
			take_choice(stream, choice.value);
		else
			openai_content_add_kinds(&stream->dropped,
						 SLICE("another answer"));
	}
}

/* A message instead of an answer. */
static bool is_message(struct slice data)
{
	static const char *const names[] = {
		"message",       "msg",    "error_msg", "errorMessage",
		"error_message", "detail", "errors",
	};
	struct json_member member;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (json_find(data, names[i], &member) &&
		    member.type >= JSON_STRING && member.value.len > 2 &&
		    (member.type == JSON_STRING ||
		     !json_find(data, "id", &member)))
			return true;
	}
	return false;
}

/* MiniMax sends a status with every event; 0 is a good one. */
static bool has_bad_status(struct slice data)
{
	struct json_member member;
	int64_t status;

	return json_find_path(data, &member, "base_resp", "status_code",
			      NULL) &&
	       json_int64(member.value, &status) && status != 0;
}

/* Whether an event is an error itself, not an answer that contains one. */
static bool take_error(struct openai_stream *stream, struct slice data)
{
	struct json_member member;
	bool has_choices = json_find(data, "choices", &member) &&
			   member.type == JSON_ARRAY && member.value.len > 2;

	if (find_error(data, &member) ||
	    (json_find(data, "object", &member) &&
	     json_string_is(member.value, "error")) ||
	    (json_find(data, "type", &member) &&
	     json_string_is(member.value, "error")) ||
	    has_bad_status(data) || (!has_choices && is_message(data))) {
		openai_error_read(&stream->error, data);
		return true;
	}
	return false;
}

/* Keep the first unreadable event, to show it to the user. */
static void take_junk(struct openai_stream *stream, struct slice data)
{
	if (stream->junk.len)
		return;
	if (data.len > JUNK_BYTES)
		data.len = JUNK_BYTES;
	strbuf_addslice(&stream->junk, data);
}

/* Keep the first event that has nothing in it that we know. */
static void take_odd(struct openai_stream *stream, struct slice data)
{
	struct json_member member;

	if (stream->odd.len || data.len < 3 ||
	    (json_find(data, "type", &member) &&
	     json_string_is(member.value, "ping")))
		return;
	strbuf_add(&stream->odd, data.ptr,
		   data.len < JUNK_BYTES ? data.len : JUNK_BYTES);
}

static void take_object(struct openai_stream *stream, struct slice data)
{
	struct json_member member;

	if (stream->error.text.len || take_error(stream, data))
		return;
	take_usage(stream, data);
	if (json_find(data, "choices", &member))
		take_choices(stream, member.value);
	else if (!json_find(data, "usage", &member))
		take_odd(stream, data);
}

static bool is_object(struct slice text)
{
	return json_type_of(text) == JSON_OBJECT && json_is_valid(text);
}

/* Take objects in a row. False, and nothing taken, if there is more. */
static bool take_row(struct openai_stream *stream, struct slice data)
{
	for (int turn = 0; turn < 2; turn++) {
		struct slice rest = data, first;

		while (rest.len) {
			if (!json_first_value(rest, &first) ||
			    !is_object(first))
				return false;
			if (turn)
				take_object(stream, first);
			rest = slice_skip(rest, (size_t)(first.ptr - rest.ptr) +
							first.len);
			rest = openai_trim(rest);
		}
	}
	return true;
}

/* Take an object that has control characters in its strings. */
static bool take_unescaped(struct openai_stream *stream, struct slice data)
{
	struct strbuf text = STRBUF_INIT;
	bool is_good;

	strbuf_addslice(&text, data);
	openai_escape_controls(&text);
	is_good = is_object(strbuf_slice(&text));
	if (is_good)
		take_object(stream, strbuf_slice(&text));
	strbuf_release(&text);
	return is_good;
}

void openai_stream_take(struct openai_stream *stream, struct slice data)
{
	static const char field[] = "data:";

	data = slice_trim(data);
	/* Some frameworks put the field before what has it already. */
	while (data.len >= 5 && !strncasecmp(data.ptr, field, 5))
		data = slice_trim(slice_skip(data, 5));
	/* A proxy's keep-alive messages. */
	if (stream->error.text.len || !data.len || *data.ptr == ':' ||
	    slice_is(data, "ping"))
		return;
	if (slice_is(data, "[DONE]"))
		stream->marked = true;
	else if (is_object(data))
		take_object(stream, data);
	else if (!take_row(stream, data) && !take_unescaped(stream, data))
		take_junk(stream, data);
}
