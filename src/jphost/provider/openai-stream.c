#include "config.h"

#include "src/jphost/provider/openai-stream.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"

/* A batch is shown and asked for one by one: more is a model gone wild. */
#define MAX_CALLS     128
#define MAX_ARGUMENTS ((size_t)16 << 20)

void openai_stream_init(struct openai_stream *stream,
			void (*text)(void *user, enum chat_part part,
				     struct slice text),
			void *user)
{
	memset(stream, 0, sizeof(*stream));
	strbuf_init(&stream->error);
	stream->text = text;
	stream->user = user;
	stream->input_tokens = -1;
	stream->output_tokens = -1;
}

void openai_stream_release(struct openai_stream *stream)
{
	for (size_t i = 0; i < stream->call_count; i++) {
		strbuf_release(&stream->calls[i].id);
		strbuf_release(&stream->calls[i].name);
		strbuf_release(&stream->calls[i].arguments);
	}
	free(stream->calls);
	strbuf_release(&stream->error);
}

bool openai_error_message(struct strbuf *out, struct slice json)
{
	struct json_member member;

	if (json_find_path(json, &member, "error", "message", NULL) &&
	    json_string_add(out, member.value))
		return true;
	if (json_find(json, "message", &member) &&
	    json_string_add(out, member.value))
		return true;
	return json_find(json, "error", &member) &&
	       json_string_add(out, member.value);
}

static struct openai_call *call_at(struct openai_stream *stream, int64_t index)
{
	struct openai_call *call;

	for (size_t i = 0; i < stream->call_count; i++) {
		if (stream->calls[i].index == index)
			return &stream->calls[i];
	}
	if (stream->call_count == MAX_CALLS) {
		strbuf_setf(&stream->error, "more than %d tool calls at once",
			    MAX_CALLS);
		return NULL;
	}
	ALLOC_GROW(stream->calls, stream->call_count + 1, stream->call_cap);
	call = &stream->calls[stream->call_count++];
	call->index = index;
	strbuf_init(&call->id);
	strbuf_init(&call->name);
	strbuf_init(&call->arguments);
	return call;
}

/*
 * Which call a fragment is of. Some servers leave the index out and send
 * each call whole: then one with an id begins a call, others go on with it.
 */
static int64_t index_of(const struct openai_stream *stream,
			struct slice fragment)
{
	struct json_member member;
	int64_t index;

	if (json_find(fragment, "index", &member) &&
	    json_int64(member.value, &index))
		return index;
	index = (int64_t)stream->call_count;
	if (index && !json_find(fragment, "id", &member))
		index--;
	return index;
}

static void take_fragment(struct openai_stream *stream, struct slice fragment)
{
	struct openai_call *call;
	struct json_member member;

	call = call_at(stream, index_of(stream, fragment));
	if (!call)
		return;
	/* An id and a name come whole; some servers repeat them. */
	if (!call->id.len && json_find(fragment, "id", &member))
		json_string_add(&call->id, member.value);
	if (!call->name.len &&
	    json_find_path(fragment, &member, "function", "name", NULL))
		json_string_add(&call->name, member.value);
	if (!json_find_path(fragment, &member, "function", "arguments", NULL))
		return;
	if (member.type == JSON_OBJECT)
		strbuf_addslice(&call->arguments, member.value);
	else
		json_string_add(&call->arguments, member.value);
	if (call->arguments.len > MAX_ARGUMENTS)
		strbuf_setf(&stream->error,
			    "the arguments of a tool call are over 16 MiB");
}

static void take_text(struct openai_stream *stream, struct slice delta,
		      const char *key, enum chat_part part)
{
	struct strbuf text = STRBUF_INIT;
	struct json_member member;

	if (json_find(delta, key, &member) &&
	    json_string_add(&text, member.value) && text.len)
		stream->text(stream->user, part, strbuf_slice(&text));
	strbuf_release(&text);
}

static void take_delta(struct openai_stream *stream, struct slice delta)
{
	struct json_member calls, member;
	struct json_walk walk;

	/* Two names for one thing; a server that sends both repeats it. */
	if (json_find(delta, "reasoning_content", &member) &&
	    member.type == JSON_STRING)
		take_text(stream, delta, "reasoning_content", CHAT_REASONING);
	else
		take_text(stream, delta, "reasoning", CHAT_REASONING);
	take_text(stream, delta, "content", CHAT_MESSAGE);
	take_text(stream, delta, "refusal", CHAT_MESSAGE);
	if (!json_find(delta, "tool_calls", &calls))
		return;
	walk = json_walk_begin(calls.value);
	while (json_walk_next(&walk, &member))
		take_fragment(stream, member.value);
}

static void take_usage(struct openai_stream *stream, struct slice data)
{
	struct json_member member;

	if (json_find_path(data, &member, "usage", "prompt_tokens", NULL))
		json_int64(member.value, &stream->input_tokens);
	if (json_find_path(data, &member, "usage", "completion_tokens", NULL))
		json_int64(member.value, &stream->output_tokens);
}

static void take_choice(struct openai_stream *stream, struct slice choice)
{
	struct json_member member;

	if (json_find(choice, "delta", &member) ||
	    json_find(choice, "message", &member))
		take_delta(stream, member.value);
	if (!json_find(choice, "finish_reason", &member) ||
	    member.type != JSON_STRING)
		return;
	stream->done = true;
	stream->cut = json_string_is(member.value, "length");
	if (json_string_is(member.value, "content_filter")) {
		strbuf_setf(&stream->error, "its content filter stopped it");
		stream->hopeless = true;
	}
}

void openai_stream_take(struct openai_stream *stream, struct slice data)
{
	struct json_member member, choice;
	struct strbuf why = STRBUF_INIT;
	struct json_walk walk;

	if (stream->error.len)
		return;
	if (slice_is(data, "[DONE]")) {
		stream->done = true;
		return;
	}
	if (json_check(data, NULL, &why)) {
		strbuf_setf(&stream->error, "the provider sent no JSON: %s",
			    why.buf);
		strbuf_release(&why);
		return;
	}
	if (json_find(data, "error", &member) && member.type != JSON_NULL) {
		if (!openai_error_message(&stream->error, data))
			strbuf_addstr(&stream->error, "the provider failed");
		return;
	}
	take_usage(stream, data);
	if (!json_find(data, "choices", &member))
		return;
	walk = json_walk_begin(member.value);
	if (json_walk_next(&walk, &choice))
		take_choice(stream, choice.value);
}

static bool is_id_taken(const struct openai_stream *stream, size_t upto)
{
	const struct strbuf *id = &stream->calls[upto].id;

	for (size_t i = 0; i < upto; i++) {
		if (slice_equal(strbuf_slice(&stream->calls[i].id),
				strbuf_slice(id)))
			return true;
	}
	return false;
}

static int check_call(struct openai_call *call, struct strbuf *err)
{
	struct strbuf why = STRBUF_INIT;
	int ret = -1;

	/* A tool without parameters is often called with nothing. */
	if (!call->arguments.len)
		strbuf_addstr(&call->arguments, "{}");
	if (!call->name.len)
		strbuf_setf(err, "the model called a tool without a name");
	else if (json_check(strbuf_slice(&call->arguments), NULL, &why))
		strbuf_setf(err,
			    "the model called '%s' with broken arguments: %s",
			    call->name.buf, why.buf);
	else if (json_type_of(strbuf_slice(&call->arguments)) != JSON_OBJECT)
		strbuf_setf(err, "the model called '%s' without an object",
			    call->name.buf);
	else
		ret = 0;
	strbuf_release(&why);
	return ret;
}

int openai_stream_finish_calls(struct openai_stream *stream, int64_t now_ms,
			       struct strbuf *err)
{
	for (size_t i = 0; i < stream->call_count; i++) {
		struct openai_call *call = &stream->calls[i];

		if (check_call(call, err))
			return -1;
		if (!call->id.len || is_id_taken(stream, i))
			strbuf_setf(&call->id, "call_%lld_%zu",
				    (long long)now_ms, i);
	}
	return 0;
}
