#ifndef JPD_PROVIDER_OPENAI_MEND_H
#define JPD_PROVIDER_OPENAI_MEND_H

#include "src/base/strbuf.h"

/*
 * What models make of JSON, where only one thing can be meant: nothing and
 * `null` for {}, a fence of Markdown, an object within a string, a line break
 * within a string, {} in front of the arguments, or all of them twice.
 */

/* Without what JSON allows around a value, and NUL bytes, at both ends. */
struct slice openai_trim(struct slice text);

/* Make an object of a call's arguments. -1 with what they are in `err`. */
int openai_arguments_mend(struct strbuf *arguments, struct strbuf *err);

/* Take one fence around the whole text off. False where there is none. */
bool openai_take_fence(struct slice text, struct slice *inside);

#endif
