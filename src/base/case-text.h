#ifndef JPD_BASE_CASE_TEXT_H
#define JPD_BASE_CASE_TEXT_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * The lines of a recorded session and of a case (doc/HACKING, "Recordings"): a
 * word, a blank and its argument. In a text \n, \t and \\ stand for a newline,
 * a tab and a backslash.
 */
void case_text_escape(struct strbuf *out, struct slice text);
void case_text_unescape(struct strbuf *out, struct slice text);
/* Remove and return the first word, and drop the blank after it. */
struct slice case_text_take(struct slice *text);

#endif
