#ifndef JPD_JP_TRACE_STREAM_H
#define JPD_JP_TRACE_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#include "proto/event.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/jp/trace-line.h"
#include "src/jphost/provider/openai-stream.h"

/*
 * A model's answer, from the stream events that jp logs, for any provider.
 * Unknown events are skipped. Nothing in them is trusted.
 */
struct trace_call {
	int64_t index;
	struct strbuf id, name, arguments;
};

struct trace_stream_sink {
	void *user;
	/* A piece of CHAT_MESSAGE or CHAT_REASONING, UTF-8. */
	void (*text)(void *user, enum chat_part part, struct slice text);
	/* A whole call; `arguments` is a raw object. */
	void (*call)(void *user, const char *id, const char *name,
		     struct slice arguments);
	/* Tokens of the answer; -1: not reported. */
	void (*usage)(void *user, int64_t input, int64_t output);
};

struct trace_stream {
	struct trace_stream_sink sink;
	struct openai_stream chat;
	struct trace_call *calls; /* Anthropic's open blocks */
	size_t call_count, call_cap;
	int64_t input_tokens;
	unsigned made;  /* number of ids that we gave */
	unsigned begun; /* number of answers */
};

void trace_stream_init(struct trace_stream *stream,
		       const struct trace_stream_sink *sink);
void trace_stream_release(struct trace_stream *stream);
/* Another answer starts: drop what is incomplete. */
void trace_stream_begin(struct trace_stream *stream);
/* Take a line of kind EVENT. */
void trace_stream_take(struct trace_stream *stream,
		       const struct trace_line *line);

/*
 * Append the id of the answer that an event belongs to, or nothing if its
 * provider has none. Returns whether the event ends the answer.
 */
bool trace_stream_peek(const struct trace_line *line, struct strbuf *id);

#endif
