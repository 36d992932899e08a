#ifndef JPD_TERM_TERM_MODES_H
#define JPD_TERM_TERM_MODES_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/strbuf.h"

/* DSR: asks for the status; the answer says that all is well. */
#define TERM_STATUS_ASK    "\033[5n"
#define TERM_STATUS_ANSWER "\033[0n"
/* xterm's stack of titles: ours replaces the shell's only while we run. */
#define TERM_TITLE_SAVE    "\033[22;2t"
#define TERM_TITLE_RESTORE "\033[23;2t"

/*
 * What we switch on in a terminal beyond what curses does, and how to get
 * out of it. `rich` is a terminal that takes more than a VT or the Linux
 * console does, which show a part of such sequences as text.
 */
bool term_modes_rich(const char *term);

/* Append: pastes, focus, keys told apart, and the mouse where wanted. */
void term_modes_add_on(struct strbuf *out, bool rich, bool mouse);
void term_modes_add_off(struct strbuf *out, bool rich);

/*
 * A fixed string that brings a terminal back from everything, for where
 * curses can no longer be asked: attributes, cursor, screen, keypad.
 */
const char *term_modes_reset(bool rich);

/* Write all of it, however long it takes. Async-signal-safe. */
void term_write(int fd, const char *bytes, size_t len);

#endif
