#include "config.h"

#include "ui/term/term-modes.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "src/base/terminal.h"

/* Button presses and drags (1002) in the unlimited encoding (1006). */
#define MOUSE_ON  "\033[?1002h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1002l"
/* Bracketed paste and focus reports. */
#define INPUT_ON  "\033[?2004h\033[?1004h"
#define INPUT_OFF "\033[?2004l\033[?1004l"
/*
 * Report keys unambiguously: kitty's way (flag 1, 2 for repeats and releases,
 * and 4 for the key's place on a US layout) and xterm's; a terminal ignores the
 * one it does not know. A terminal that reads xterm's as colours would be bold
 * and underlined, hence the reset.
 */
#define RICH_ON  "\033[>7u\033[>4;1m\033[m"
#define RICH_OFF "\033[<u\033[>4m\033[m"
/*
 * Colours, character set, scroll region (which homes the cursor, so move to the
 * end after it), wrapping, cursor keys, keypad, cursor, screen.
 */
#define SCREEN_OFF                                                        \
	"\033[m\033(B\017\033[r\033[999;1H\033[?7h\033[?1l\033>\033[?25h" \
	"\033[?1049l\r"

void term_modes_add_order(struct strbuf *out, bool rich)
{
	if (rich)
		strbuf_addstr(out, TERMINAL_ORDER_KEPT);
}

void term_modes_add_on(struct strbuf *out, bool rich, bool mouse)
{
	if (rich)
		strbuf_addstr(out, INPUT_ON RICH_ON);
	if (rich && mouse)
		strbuf_addstr(out, MOUSE_ON);
}

void term_modes_add_off(struct strbuf *out, bool rich)
{
	if (rich)
		strbuf_addstr(out,
			      MOUSE_OFF INPUT_OFF RICH_OFF TERMINAL_REORDERED);
}

const char *term_modes_reset(bool rich)
{
	return rich ? "\033[?2026l" MOUSE_OFF INPUT_OFF RICH_OFF
			       TERMINAL_REORDERED SCREEN_OFF
		    : SCREEN_OFF;
}

void term_write(int fd, const char *bytes, size_t len)
{
	while (len) {
		ssize_t wrote = write(fd, bytes, len);

		if (wrote < 0 && errno == EINTR)
			continue;
		if (wrote <= 0)
			return;
		bytes += wrote;
		len -= (size_t)wrote;
	}
}
