#ifndef JPD_TRANSCRIPT_TERMINAL_TEXT_H
#define JPD_TRANSCRIPT_TERMINAL_TEXT_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * What a program wrote for a terminal, as that shows it in the end: bars of
 * several lines that are drawn anew replace each other, rows that are erased
 * are gone, what is written at a place stands there.
 */

/* Whether it moves the cursor otherwise than sanitize_output() understands. */
bool terminal_text_moves(struct slice text);
/* Append the lines that a terminal ends with, with their colours. */
void terminal_text_add(struct strbuf *out, struct slice text);

#endif
