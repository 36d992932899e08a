#ifndef JPD_TESTS_FUZZ_SESSION_TERMINAL_H
#define JPD_TESTS_FUZZ_SESSION_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/strbuf.h"
#include "tests/fuzz/session.h"

/* Kinds of terminals: what their keys send, what they answer, and when. */
enum session_keys {
	KEYS_XTERM,
	KEYS_RXVT,  /* Alt is a second Esc, other keys for Home and End */
	KEYS_LINUX, /* a console: no paste, mouse or focus either */
	KEYS_KITTY, /* tells what is let go; a repeat is the key again */
	KEYS_FOOT,  /* and tells repeats */
};

struct session_terminal {
	const char *name, *term; /* what it is called here, and in $TERM */
	enum session_keys keys;
	bool answers;     /* that all was drawn */
	bool tells_focus; /* and that it has it, at once */
	bool ground;      /* says what its background is */
	int esc_ms;       /* between an Esc and what belongs to it */
	int late_ms;      /* until what is written was seen and answered */
};

#define SESSION_TERMINALS 10
extern const struct session_terminal session_terminals[SESSION_TERMINALS];

/* How a key is pressed: SESSION_KEY, `x`. */
enum session_press {
	PRESS_TAP,
	PRESS_DOWN, /* it stays down */
	PRESS_REPEAT,
	PRESS_LAST, /* one more repeat, and it is let go */
};

/* What a step sends there; false where it has no bytes for it. */
bool session_terminal_send(const struct session_terminal *terminal,
			   const struct session_step *step,
			   struct strbuf *bytes);
/* What it answers to what was written. */
void session_terminal_answer(const struct session_terminal *terminal,
			     const char *written, struct strbuf *answer);
/* Whether it tells that this key was let go, or repeats. */
bool session_terminal_lets_go(const struct session_terminal *terminal,
			      const char *key);
bool session_terminal_tells_repeats(const struct session_terminal *terminal);

#endif
