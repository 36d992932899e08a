#ifndef JPD_TERM_TERM_CRASH_H
#define JPD_TERM_TERM_CRASH_H

#include <stdbool.h>
#include <termios.h>

#include "ui/term/term-guard.h"

/*
 * What to do when the program cannot go on: bring the terminal back from
 * inside a signal handler. See term_restore_now().
 */
struct term_crash_options {
	int tty_fd;
	const struct term_guard *guard; /* lives until term_crash_stop() */
	const char *reset;              /* static */
	/* What is written where a library has no memory, and where to; lives as
	 * long. NULL: nothing. */
	const char *last_words;
	int last_fd;
};

/* Catch the signals of a crash, on a stack of their own. */
void term_crash_start(const struct term_crash_options *options);
void term_crash_stop(void);
/*
 * curses or libtermkey runs, or does not any more; what was said before. Short
 * of memory they crash themselves: that ends us with the terminal given back,
 * the last words and status 1, instead of by a signal.
 */
bool term_crash_library(bool in);
/* End like that. */
_Noreturn void term_crash_no_memory(void);

/*
 * Our screen is up, and these are the modes to go back to; or it is down.
 * The guard is told too.
 */
void term_crash_arm(const struct termios *shell);
void term_crash_disarm(void);
/* Whether the screen is up, as far as anybody was told. */
bool term_crash_armed(void);

#endif
