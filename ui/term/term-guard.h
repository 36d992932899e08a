#ifndef JPD_TERM_TERM_GUARD_H
#define JPD_TERM_TERM_GUARD_H

#include <stdbool.h>
#include <sys/types.h>
#include <termios.h>

#include "src/base/strbuf.h"

/*
 * A process that gives the terminal back when we were killed. Nobody else
 * does: the host then ends as if all was well, so the shell takes the
 * terminal as it is. It holds the protocol's descriptor open until then, or
 * the shell would already be reading.
 */
struct term_guard {
	int fd; /* to it */
	pid_t pid;
};

#define TERM_GUARD_INIT \
	{               \
		-1, -1  \
	}

struct term_guard_options {
	int tty_fd;
	int keep_fd;       /* or -1 */
	const char *reset; /* what brings the screen back; static */
};

/* In our final process group, before the screen is touched. */
int term_guard_start(struct term_guard *guard,
		     const struct term_guard_options *options,
		     struct strbuf *err);

/*
 * Whether our screen is up, and the terminal modes to go back to. Until it
 * is told, there is nothing to give back. Async-signal-safe.
 */
void term_guard_tell(const struct term_guard *guard, bool screen_up,
		     const struct termios *shell);

/* The terminal is right: end it, and wait until it closed keep_fd. */
void term_guard_stop(struct term_guard *guard);

#endif
