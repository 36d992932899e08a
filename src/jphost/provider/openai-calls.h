#ifndef JPD_PROVIDER_OPENAI_CALLS_H
#define JPD_PROVIDER_OPENAI_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/base/strmap.h"

/*
 * The tool calls of one answer, assembled from fragments. OpenAI numbers them
 * and sends an id and a name in each call's first fragment. Other servers
 * number all of them 0, or none, or send a call whole, twice, or with a new id
 * in every fragment. So an index is only a hint; an id, a name, or complete
 * arguments distinguish two calls.
 */
struct openai_call {
	int64_t index; /* -1: none was sent */
	bool grows;    /* each fragment has all of the arguments so far */
	struct strbuf id, name, arguments;
	struct strbuf held; /* of the arguments: half a character, raw */
	/* Raw members that we do not know, which the server wants back. */
	struct strbuf members, function_members;
	/* Why it cannot be run, worded for the model; empty if it can. */
	struct strbuf problem;
};

struct openai_calls {
	struct openai_call *list;
	size_t count, cap;
};

void openai_calls_release(struct openai_calls *calls);

/* Add a fragment, an element of `tool_calls`. -1 with a sentence in `err`. */
int openai_calls_take(struct openai_calls *calls, struct slice fragment,
		      struct strbuf *err);
/* Add an older `function_call`: a single call without an id. */
int openai_calls_take_function(struct openai_calls *calls,
			       struct slice function, struct strbuf *err);

/*
 * Call after the last fragment: calls without an id get one, and all ids are
 * made unique. Arguments that are not a JSON object are repaired if only one
 * meaning is possible; otherwise the call has a `problem`, and {} as arguments.
 */
void openai_calls_finish(struct openai_calls *calls, int64_t stamp_ms);

/*
 * Change ids that earlier calls of the conversation have: an answer to one of
 * them that comes late must not be taken for an answer to a call of now.
 */
void openai_calls_rename(struct openai_calls *calls, const struct strmap *used,
			 int64_t stamp_ms);

/*
 * Append the members to send back with a call, as {"call":{…},"function":{…}},
 * or nothing if there are none.
 */
void openai_call_add_extra(struct strbuf *out, const struct openai_call *call);

#endif
