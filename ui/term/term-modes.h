#ifndef JPD_TERM_TERM_MODES_H
#define JPD_TERM_TERM_MODES_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/strbuf.h"

/* DSR: queries the status; the answer means OK. */
#define TERM_STATUS_ASK    "\033[5n"
#define TERM_STATUS_ANSWER "\033[0n"
/* xterm's title stack: our title replaces the shell's only while we run. */
#define TERM_TITLE_SAVE    "\033[22;2t"
#define TERM_TITLE_RESTORE "\033[23;2t"

/*
 * What we enable in a terminal beyond curses, and how to disable it; nothing if
 * it is not `rich` (src/base/terminal.h).
 */

/* Before the screen is cleared: the order of text. */
void term_modes_add_order(struct strbuf *out, bool rich);
/* Append: paste, focus and key reports, and the mouse if wanted. */
void term_modes_add_on(struct strbuf *out, bool rich, bool mouse);
void term_modes_add_off(struct strbuf *out, bool rich);

/*
 * A fixed string that restores a terminal completely when curses cannot be
 * used: attributes, cursor, screen, keypad.
 */
const char *term_modes_reset(bool rich);

/* Write everything, however long it takes. Async-signal-safe. */
void term_write(int fd, const char *bytes, size_t len);

#endif
