#ifndef JPD_TERM_TERM_INFO_H
#define JPD_TERM_TERM_INFO_H

#include "src/base/strbuf.h"

/*
 * The name in terminfo to use for a terminal that calls itself `wanted`
 * (may be NULL): that one, or xterm-256color where terminfo does not have
 * it, for such terminals are new ones. NULL with a sentence in `err` where
 * it cannot move the cursor or clear the screen. Static or `wanted`.
 */
const char *term_info_choose(const char *wanted, struct strbuf *err);

#endif
