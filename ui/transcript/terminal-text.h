#ifndef JPD_TRANSCRIPT_TERMINAL_TEXT_H
#define JPD_TRANSCRIPT_TERMINAL_TEXT_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * What a program wrote for a terminal, as it would look there in the end:
 * progress bars that are redrawn replace each other, erased rows are gone, and
 * what is written at a place appears there.
 */

/* Whether it moves the cursor otherwise than sanitize_output() understands. */
bool terminal_text_moves(struct slice text);
/* Append the lines that a terminal ends with, with their colours. */
void terminal_text_add(struct strbuf *out, struct slice text);

#endif
