#ifndef JPD_PROVIDER_OPENAI_MEND_H
#define JPD_PROVIDER_OPENAI_MEND_H

#include "src/base/strbuf.h"

/*
 * Repairs mistakes that models make in JSON, if only one meaning is possible:
 * nothing or `null` for {}, a Markdown fence, an object inside a string, a line
 * break inside a string, {} before the arguments, or the arguments twice.
 */

/* Remove JSON white space and NUL bytes at both ends. */
struct slice openai_trim(struct slice text);

/* Escape control characters inside strings. */
void openai_escape_controls(struct strbuf *text);

/* Make a call's arguments an object. -1 with the mistake in `err`. */
int openai_arguments_mend(struct strbuf *arguments, struct strbuf *err);

/* Remove one fence around the whole text. False if there is none. */
bool openai_take_fence(struct slice text, struct slice *inside);

#endif
