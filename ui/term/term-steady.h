#ifndef JPD_TERM_TERM_STEADY_H
#define JPD_TERM_TERM_STEADY_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Add curses' output so that no character can shift those after it: after each
 * one whose width differs between terminals and curses (measured in ten
 * terminals: scripts with marks, vowel signs, emoji), the cursor is moved to
 * where curses assumes it: back to before the character, and right by its
 * columns. In a terminal that disagrees this costs a cell, not the end of the
 * row, which a user may be about to approve.
 */
void term_steady_add(struct strbuf *out, struct slice bytes);

#endif
