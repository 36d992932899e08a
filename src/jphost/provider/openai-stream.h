#ifndef JPD_PROVIDER_OPENAI_STREAM_H
#define JPD_PROVIDER_OPENAI_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/event.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * What a chat completion endpoint streams, piece by piece: text and
 * reasoning are handed on as they come, tool calls are put together from
 * their fragments. Everything in it is the model's or the server's, and
 * nothing of it is believed.
 */
struct openai_call {
	int64_t index; /* which call a fragment belongs to */
	struct strbuf id, name, arguments;
};

struct openai_stream {
	struct openai_call *calls;
	size_t call_count, call_cap;
	bool done; /* [DONE], or a finish_reason came */
	bool cut;  /* it ended at the limit of tokens */
	int64_t input_tokens, output_tokens; /* -1: not told */
	struct strbuf error; /* what the server said went wrong */
	bool hopeless;       /* and it would again */
	/* The text of a piece, UTF-8. */
	void (*text)(void *user, enum chat_part part, struct slice text);
	void *user;
};

void openai_stream_init(struct openai_stream *stream,
			void (*text)(void *user, enum chat_part part,
				     struct slice text),
			void *user);
void openai_stream_release(struct openai_stream *stream);

/* One event's data: a JSON object, or [DONE]. */
void openai_stream_take(struct openai_stream *stream, struct slice data);

/*
 * Give calls that have none an id of their own, and make all ids of this
 * answer different. -1 with a sentence where a call has no name, or its
 * arguments are no JSON object.
 */
int openai_stream_finish_calls(struct openai_stream *stream, int64_t now_ms,
			       struct strbuf *err);

/* The sentence in an error's body: error.message, message, or error. */
bool openai_error_message(struct strbuf *out, struct slice json);

#endif
