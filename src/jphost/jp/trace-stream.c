#include "config.h"

#include "src/jphost/jp/trace-stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"

/* Larger arguments are not assembled; they come from disk. */
#define ARGUMENTS_MAX ((size_t)8 << 20)
#define CALLS_MAX     64

static void chat_text(void *user, enum chat_part part, struct slice text)
{
	struct trace_stream *stream = user;

	stream->sink.text(stream->sink.user, part, text);
}

void trace_stream_init(struct trace_stream *stream,
		       const struct trace_stream_sink *sink)
{
	*stream = (struct trace_stream){ .sink = *sink, .input_tokens = -1 };
	openai_stream_init(&stream->chat, chat_text, stream);
}

static void free_call(struct trace_call *call)
{
	strbuf_release(&call->id);
	strbuf_release(&call->name);
	strbuf_release(&call->arguments);
}

static void forget_calls(struct trace_stream *stream)
{
	for (size_t i = 0; i < stream->call_count; i++)
		free_call(&stream->calls[i]);
	stream->call_count = 0;
}

void trace_stream_release(struct trace_stream *stream)
{
	forget_calls(stream);
	free(stream->calls);
	openai_stream_release(&stream->chat);
}

void trace_stream_begin(struct trace_stream *stream)
{
	stream->begun++;
	forget_calls(stream);
	openai_stream_release(&stream->chat);
	openai_stream_init(&stream->chat, chat_text, stream);
	stream->input_tokens = -1;
}

static bool is_object(struct slice json)
{
	return json_type_of(json) == JSON_OBJECT && json_is_valid(json);
}

/* A call without an id gets one that no model uses. */
static void emit_call(struct trace_stream *stream, const char *id,
		      const char *name, struct slice arguments)
{
	char made[32];

	if (!arguments.len)
		arguments = SLICE("{}");
	if (!*name || !is_object(arguments))
		return;
	if (!*id) {
		snprintf(made, sizeof(made), "jp-trace-%u", ++stream->made);
		id = made;
	}
	stream->sink.call(stream->sink.user, id, name, arguments);
}

static void emit_text(struct trace_stream *stream, enum chat_part part,
		      struct slice string)
{
	struct strbuf text = STRBUF_INIT;

	if (json_string_add(&text, string) && text.len)
		stream->sink.text(stream->sink.user, part, strbuf_slice(&text));
	strbuf_release(&text);
}

static void emit_member(struct trace_stream *stream, enum chat_part part,
			struct slice object, const char *name)
{
	struct json_member member;

	if (json_find(object, name, &member))
		emit_text(stream, part, member.value);
}

/* --- Chat completions --- */

static void take_chat(struct trace_stream *stream, struct slice event)
{
	openai_stream_take(&stream->chat, event);
	if (!openai_stream_is_done(&stream->chat))
		return;
	for (size_t i = 0; i < stream->chat.calls.count; i++) {
		struct openai_call *call = &stream->chat.calls.list[i];

		emit_call(stream, call->id.buf, call->name.buf,
			  strbuf_slice(&call->arguments));
	}
	if (stream->chat.input_tokens >= 0 || stream->chat.output_tokens >= 0)
		stream->sink.usage(stream->sink.user, stream->chat.input_tokens,
				   stream->chat.output_tokens);
	/* Usage and [DONE] may follow: an empty answer. */
	trace_stream_begin(stream);
}

/* --- OpenAI's Responses --- */

static int64_t int_at(struct slice object, const char *a, const char *b,
		      const char *c)
{
	struct json_member member;
	int64_t number;

	return json_find_path(object, &member, a, b, c, NULL) &&
			       json_int64(member.value, &number)
		       ? number
		       : -1;
}

static void take_item(struct trace_stream *stream, struct slice item)
{
	struct json_member type, id, name, arguments;
	struct strbuf id_text = STRBUF_INIT, name_text = STRBUF_INIT;
	struct strbuf text = STRBUF_INIT;

	if (json_find(item, "type", &type) &&
	    json_string_is(type.value, "function_call") &&
	    json_find(item, "call_id", &id) && json_find(item, "name", &name) &&
	    json_find(item, "arguments", &arguments) &&
	    json_string_add(&id_text, id.value) &&
	    json_string_add(&name_text, name.value) &&
	    json_string_add(&text, arguments.value))
		emit_call(stream, id_text.buf, name_text.buf,
			  strbuf_slice(&text));
	strbuf_release(&id_text);
	strbuf_release(&name_text);
	strbuf_release(&text);
}

static void take_responses(struct trace_stream *stream, struct slice event)
{
	struct json_member type, item;

	if (!json_find(event, "type", &type))
		return;
	if (json_string_is(type.value, "response.output_text.delta"))
		emit_member(stream, CHAT_MESSAGE, event, "delta");
	else if (json_string_is(type.value,
				"response.reasoning_summary_text.delta") ||
		 json_string_is(type.value, "response.reasoning_text.delta"))
		emit_member(stream, CHAT_REASONING, event, "delta");
	else if (json_string_is(type.value, "response.output_item.done") &&
		 json_find(event, "item", &item))
		take_item(stream, item.value);
	else if (json_string_is(type.value, "response.completed"))
		stream->sink.usage(
			stream->sink.user,
			int_at(event, "response", "usage", "input_tokens"),
			int_at(event, "response", "usage", "output_tokens"));
}

/* --- Anthropic --- */

static struct trace_call *find_call(struct trace_stream *stream, int64_t index)
{
	for (size_t i = 0; i < stream->call_count; i++) {
		if (stream->calls[i].index == index)
			return &stream->calls[i];
	}
	return NULL;
}

static void begin_block(struct trace_stream *stream, int64_t index,
			struct slice block)
{
	struct json_member type, id, name;
	struct trace_call *call;

	if (!json_find(block, "type", &type) ||
	    !json_string_is(type.value, "tool_use") ||
	    stream->call_count == CALLS_MAX || find_call(stream, index) ||
	    !json_find(block, "id", &id) || !json_find(block, "name", &name))
		return;
	ALLOC_GROW(stream->calls, stream->call_count + 1, stream->call_cap);
	call = &stream->calls[stream->call_count++];
	*call = (struct trace_call){ index, STRBUF_INIT, STRBUF_INIT,
				     STRBUF_INIT };
	json_string_add(&call->id, id.value);
	json_string_add(&call->name, name.value);
}

static void take_delta(struct trace_stream *stream, int64_t index,
		       struct slice delta)
{
	struct trace_call *call = find_call(stream, index);
	struct json_member piece;

	emit_member(stream, CHAT_MESSAGE, delta, "text");
	emit_member(stream, CHAT_REASONING, delta, "thinking");
	if (call && json_find(delta, "partial_json", &piece) &&
	    call->arguments.len + piece.value.len <= ARGUMENTS_MAX)
		json_string_add(&call->arguments, piece.value);
}

static void end_block(struct trace_stream *stream, int64_t index)
{
	struct trace_call *call = find_call(stream, index);

	if (!call)
		return;
	emit_call(stream, call->id.buf, call->name.buf,
		  strbuf_slice(&call->arguments));
	free_call(call);
	*call = stream->calls[--stream->call_count];
}

static void take_anthropic(struct trace_stream *stream, struct slice event)
{
	struct json_member type, part, at;
	int64_t index = -1;

	if (!json_find(event, "type", &type))
		return;
	if (json_find(event, "index", &at))
		json_int64(at.value, &index);
	if (json_string_is(type.value, "message_start"))
		stream->input_tokens =
			int_at(event, "message", "usage", "input_tokens");
	else if (json_string_is(type.value, "content_block_start") &&
		 json_find(event, "content_block", &part))
		begin_block(stream, index, part.value);
	else if (json_string_is(type.value, "content_block_delta") &&
		 json_find(event, "delta", &part))
		take_delta(stream, index, part.value);
	else if (json_string_is(type.value, "content_block_stop"))
		end_block(stream, index);
	else if (json_string_is(type.value, "message_delta"))
		stream->sink.usage(
			stream->sink.user, stream->input_tokens,
			int_at(event, "usage", "output_tokens", NULL));
}

/* --- Ollama, Google: a call comes in one piece, without an id --- */

static void emit_named(struct trace_stream *stream, struct slice object,
		       const char *arguments)
{
	struct json_member value;
	struct strbuf text = STRBUF_INIT;

	if (json_find_text(object, "name", &text) &&
	    json_find(object, arguments, &value))
		emit_call(stream, "", text.buf, value.value);
	strbuf_release(&text);
}

static void take_ollama(struct trace_stream *stream, struct slice fields)
{
	struct json_member call;
	struct strbuf list = STRBUF_INIT;
	struct json_walk walk;

	emit_member(stream, CHAT_REASONING, fields, "thinking");
	emit_member(stream, CHAT_MESSAGE, fields, "content");
	if (json_find_text(fields, "tool_calls", &list)) {
		walk = json_walk_begin(strbuf_slice(&list));
		while (json_walk_next(&walk, &call))
			emit_named(stream, call.value, "arguments");
	}
	strbuf_release(&list);
}

static void take_part(struct trace_stream *stream, struct slice part)
{
	struct json_member thought, call;
	bool thinks = json_find(part, "thought", &thought) &&
		      thought.type == JSON_TRUE;

	emit_member(stream, thinks ? CHAT_REASONING : CHAT_MESSAGE, part,
		    "text");
	if (json_find(part, "functionCall", &call))
		emit_named(stream, call.value, "args");
}

static void take_google(struct trace_stream *stream, struct slice response)
{
	struct json_member candidates, candidate, parts, part;
	struct json_walk walk, inner;

	if (!json_find(response, "candidates", &candidates))
		return;
	walk = json_walk_begin(candidates.value);
	if (!json_walk_next(&walk, &candidate) ||
	    !json_find_path(candidate.value, &parts, "content", "parts", NULL))
		return;
	inner = json_walk_begin(parts.value);
	while (json_walk_next(&inner, &part))
		take_part(stream, part.value);
}

void trace_stream_take(struct trace_stream *stream,
		       const struct trace_line *line)
{
	struct strbuf event = STRBUF_INIT;

	if (line->dialect == TRACE_DIALECT_OLLAMA) {
		take_ollama(stream, line->fields);
		return;
	}
	if (!json_string_add(&event, line->value))
		return;
	switch (line->dialect) {
	case TRACE_DIALECT_CHAT:
		take_chat(stream, strbuf_slice(&event));
		break;
	case TRACE_DIALECT_RESPONSES:
		take_responses(stream, strbuf_slice(&event));
		break;
	case TRACE_DIALECT_ANTHROPIC:
		take_anthropic(stream, strbuf_slice(&event));
		break;
	case TRACE_DIALECT_GOOGLE:
		take_google(stream, strbuf_slice(&event));
		break;
	default:
		break;
	}
	strbuf_release(&event);
}

/* --- Which answer --- */

static bool peek_chat(struct slice event, struct strbuf *id)
{
	struct json_member member, choice, reason;
	struct json_walk walk;

	json_find_text(event, "id", id);
	if (!json_find(event, "choices", &member))
		return slice_is(event, "[DONE]");
	walk = json_walk_begin(member.value);
	return json_walk_next(&walk, &choice) &&
	       json_find(choice.value, "finish_reason", &reason) &&
	       reason.type == JSON_STRING;
}

bool trace_stream_peek(const struct trace_line *line, struct strbuf *id)
{
	struct strbuf event = STRBUF_INIT;
	bool ends = false;

	if (line->dialect == TRACE_DIALECT_CHAT &&
	    json_string_add(&event, line->value))
		ends = peek_chat(strbuf_slice(&event), id);
	strbuf_release(&event);
	return ends;
}
