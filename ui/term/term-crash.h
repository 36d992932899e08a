#ifndef JPD_TERM_TERM_CRASH_H
#define JPD_TERM_TERM_CRASH_H

#include <stdbool.h>
#include <termios.h>

#include "ui/term/term-guard.h"

/*
 * Restores the terminal from inside a signal handler after a crash. See
 * term_restore_now().
 */
struct term_crash_options {
	int tty_fd;
	const struct term_guard *guard; /* valid until term_crash_stop() */
	const char *reset;              /* static */
	/* Written to last_fd if a library runs out of memory; must live as
	 * long. NULL: nothing. */
	const char *last_words;
	int last_fd;
};

/* Catch crash signals, on a separate stack. */
void term_crash_start(const struct term_crash_options *options);
void term_crash_stop(void);
/*
 * Mark that curses or libtermkey is running, or not; returns the old value.
 * They crash if out of memory: then we exit with the terminal restored, the
 * last words and status 1, not by a signal.
 */
bool term_crash_library(bool in);
/* Exit that way. */
_Noreturn void term_crash_no_memory(void);

/*
 * Our screen is up, and these modes are to be restored; or it is down. Tells
 * the guard too.
 */
void term_crash_arm(const struct termios *shell);
void term_crash_disarm(void);
/* Whether the screen is up, as last reported. */
bool term_crash_armed(void);

#endif
