#ifndef JPD_TERM_TERM_INFO_H
#define JPD_TERM_TERM_INFO_H

#include "src/base/strbuf.h"

/*
 * The terminfo name to use for a terminal with the name `wanted` (may be NULL):
 * that one, or xterm-256color if terminfo does not have it, because such
 * terminals are new. NULL with a sentence in `err` if it cannot move the cursor
 * or clear the screen. Static or `wanted`.
 */
const char *term_info_choose(const char *wanted, struct strbuf *err);

#endif
