#ifndef JPD_PROVIDER_OPENAI_STREAM_H
#define JPD_PROVIDER_OPENAI_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#include "proto/event.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/provider/openai-calls.h"
#include "src/jphost/provider/openai-error.h"
#include "src/jphost/provider/openai-thought.h"

/*
 * One answer of an OpenAI-compatible endpoint, assembled from its events or
 * from one object. Everything in it comes from the model or the server and is
 * not trusted.
 */

/* How the answer ended, by its finish reason. */
enum openai_end {
	OPENAI_END_NONE,    /* no finish reason yet */
	OPENAI_END_WHOLE,   /* complete */
	OPENAI_END_LIMIT,   /* truncated at a token limit */
	OPENAI_END_REFUSED, /* by a filter, or by the model */
	OPENAI_END_FAILED,  /* a server error */
	OPENAI_END_PAUSED,  /* the model wants to be asked to continue */
	OPENAI_END_UNKNOWN, /* a word that we do not know */
};

/*
 * Whether a finish reason is the end of the answer. Some servers send one with
 * every piece of it.
 */
enum openai_trust {
	OPENAI_TRUST_NOT,    /* the answer may go on */
	OPENAI_TRUST_HARDLY, /* the reason came with text */
	OPENAI_TRUST_END,
};

struct openai_stream {
	struct openai_calls calls;
	struct openai_thought thought;
	int64_t choice;  /* the index of the choice that is taken, or -1 */
	bool by_message; /* it came as `message`, not as `delta` */
	enum openai_end end;
	struct strbuf end_word; /* the finish reason itself */
	bool end_with_text;     /* it came with a part of the answer */
	bool went_on;           /* the answer went on after a finish reason */
	bool marked;            /* [DONE] was received */
	bool spoke;             /* text of any kind was received */
	bool said;              /* and it was not only thoughts */
	size_t pieces;          /* of text and of calls */
	bool refused;           /* the model refused in words */
	struct strbuf dropped;  /* kinds of content that cannot be shown */
	struct strbuf held;     /* half a character of the text, raw */
	struct strbuf junk;     /* the first event that could not be read */
	struct strbuf odd;      /* the first that says nothing we know */
	int64_t input_tokens, output_tokens; /* -1: not reported */
	struct openai_error error;           /* an error if it has a text */
	/* Receives each piece of text, UTF-8. */
	void (*text)(void *user, enum chat_part part, struct slice text);
	void *user;
};

void openai_stream_init(struct openai_stream *stream,
			void (*text)(void *user, enum chat_part part,
				     struct slice text),
			void *user);
void openai_stream_release(struct openai_stream *stream);

/* Take one event's data: a JSON object or several in a row, or [DONE]. */
void openai_stream_take(struct openai_stream *stream, struct slice data);

/* Whether there is a part of an answer yet: text, or a call. */
bool openai_stream_has_any(const struct openai_stream *stream);

/* Whether a finish reason or the end marker was received. */
bool openai_stream_is_done(const struct openai_stream *stream);

/* Call when the answer is over: half a character is one that is unknown. */
void openai_stream_end(struct openai_stream *stream);

enum openai_trust openai_stream_trust(const struct openai_stream *stream);

/* The meaning of a finish reason; case is ignored. */
enum openai_end openai_end_of(struct slice word);

#endif
