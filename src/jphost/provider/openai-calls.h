#ifndef JPD_PROVIDER_OPENAI_CALLS_H
#define JPD_PROVIDER_OPENAI_CALLS_H

#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * The tool calls of one answer, put together from their fragments. OpenAI
 * numbers them and sends an id and a name in each call's first fragment.
 * Others number all of them 0, or none, send a call whole, again, or with a
 * new id in every fragment: so an index is a hint, and what tells two calls
 * apart is an id, a name, or arguments that are complete.
 */
struct openai_call {
	int64_t index; /* -1: none was sent */
	struct strbuf id, name, arguments;
	/* Members that we do not know, which the server wants back: raw. */
	struct strbuf members, function_members;
	/* Why it cannot be run, in words for the model; empty: it can. */
	struct strbuf problem;
};

struct openai_calls {
	struct openai_call *list;
	size_t count, cap;
};

void openai_calls_release(struct openai_calls *calls);

/* A fragment: an element of `tool_calls`. -1 with a sentence in `err`. */
int openai_calls_take(struct openai_calls *calls, struct slice fragment,
		      struct strbuf *err);
/* The older `function_call`: one call, without an id. */
int openai_calls_take_function(struct openai_calls *calls,
			       struct slice function, struct strbuf *err);

/*
 * All fragments came: calls that have no id get one of their own, and all
 * ids are made different. Arguments that are no JSON object are mended where
 * only one thing can be meant; else the call has a `problem`, and {} for
 * arguments.
 */
void openai_calls_finish(struct openai_calls *calls, int64_t stamp_ms);

/*
 * The members to send back with a call, as {"call":{…},"function":{…}};
 * nothing is added where there are none.
 */
void openai_call_add_extra(struct strbuf *out, const struct openai_call *call);

#endif
