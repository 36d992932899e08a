#ifndef JPD_BASE_WORDS_H
#define JPD_BASE_WORDS_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * The lines of a recorded session and of a case (doc/HACKING, "Recordings"): a
 * word, a blank and its argument. In a text \n, \t and \\ stand for a newline,
 * a tab and a backslash.
 */
void words_escape(struct strbuf *out, struct slice text);
void words_unescape(struct strbuf *out, struct slice text);
/* Remove and return the first word, and drop the blank after it. */
struct slice words_take(struct slice *text);

#endif
