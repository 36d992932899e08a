#ifndef JPD_TERM_TERM_STEADY_H
#define JPD_TERM_TERM_STEADY_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Add what curses wrote, so that no character moves those behind it: behind
 * each that some terminals draw in more or fewer columns than curses counts
 * (facts of ten of them: scripts with marks, vowel signs, emoji), the cursor
 * goes to where curses believes it is: back to before the character, and right
 * by its columns. A terminal of another opinion then costs a cell, and not the
 * end of the row, which a person may be about to approve.
 */
void term_steady_add(struct strbuf *out, struct slice bytes);

#endif
