#ifndef JPD_QUERY_QUERY_INQUIRY_H
#define JPD_QUERY_QUERY_INQUIRY_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/* An inquiry_request's question, of the shape that jp stores, in a terminal. */
enum query_question_input { QUESTION_KEY, QUESTION_LINE, QUESTION_SECRET };

/* Append the line that asks; the question and its options stand above it.
 * Returns how to read. */
enum query_question_input query_question_ask(struct strbuf *out,
					     struct slice event);
/*
 * The JSON of the answer that was typed: a key, or a line without its end.
 * -1 where that is none, with a sentence in `err`, or without one where it
 * is a key that means nothing.
 */
int query_question_answer(struct strbuf *json, struct slice event,
			  struct slice typed, struct strbuf *err);

#endif
