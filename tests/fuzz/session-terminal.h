#ifndef JPD_TESTS_FUZZ_SESSION_TERMINAL_H
#define JPD_TESTS_FUZZ_SESSION_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/strbuf.h"
#include "tests/fuzz/session.h"

/* Kinds of terminals: what their keys send, what they answer, and when. */
enum session_keys {
	KEYS_XTERM,
	KEYS_RXVT,  /* Alt is a second Esc; different Home and End */
	KEYS_LINUX, /* a console: also no paste, mouse or focus */
	KEYS_KITTY, /* reports releases; a repeat is the key again */
	KEYS_FOOT,  /* also reports repeats */
};

struct session_terminal {
	const char *name, *term; /* its name here, and $TERM */
	enum session_keys keys;
	bool answers;     /* status queries */
	bool tells_focus; /* reports the focus, also immediately */
	bool ground;      /* reports its background */
	int esc_ms;       /* between an Esc and its continuation */
	int late_ms;      /* until output is on the screen and answered */
};

#define SESSION_TERMINALS 10
extern const struct session_terminal session_terminals[SESSION_TERMINALS];

/* How a key is pressed: SESSION_KEY, `x`. */
enum session_press {
	PRESS_TAP,
	PRESS_DOWN, /* it stays down */
	PRESS_REPEAT,
	PRESS_LAST, /* one more repeat, then the release */
};

/* The bytes of a step; false if it has none. */
bool session_terminal_send(const struct session_terminal *terminal,
			   const struct session_step *step,
			   struct strbuf *bytes);
/* The terminal's answer to this output. */
void session_terminal_answer(const struct session_terminal *terminal,
			     const char *written, struct strbuf *answer);
/* Whether it reports releases, or repeats, of this key. */
bool session_terminal_lets_go(const struct session_terminal *terminal,
			      const char *key);
bool session_terminal_tells_repeats(const struct session_terminal *terminal);

#endif
