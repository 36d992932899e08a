#ifndef JPD_QUERY_QUERY_INQUIRY_H
#define JPD_QUERY_QUERY_INQUIRY_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/* Asks an inquiry_request's question, as jp stores it, in a terminal. */
enum query_question_input { QUESTION_KEY, QUESTION_LINE, QUESTION_SECRET };

/* Append the default if the prompt line would not show it well: it is to be
 * read above, with the question. */
void query_question_add_default(struct strbuf *text, struct slice event);
/*
 * Append the prompt line; the question and its options are above it. Returns
 * how to read the answer.
 */
enum query_question_input query_question_ask(struct strbuf *out,
					     struct slice event);
/*
 * Convert what was typed, a key or a line without its newline, to the JSON of
 * an answer. If it is not an answer, returns -1 with a sentence in `err`, or
 * without one for a key that has no meaning here.
 */
int query_question_answer(struct strbuf *json, struct slice event,
			  struct slice typed, struct strbuf *err);

#endif
