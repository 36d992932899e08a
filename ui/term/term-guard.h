#ifndef JPD_TERM_TERM_GUARD_H
#define JPD_TERM_TERM_GUARD_H

#include <stdbool.h>
#include <sys/types.h>
#include <termios.h>

#include "src/base/strbuf.h"

/*
 * A process that restores the terminal if we are killed. No one else does: the
 * host then ends as if all were well, and the shell uses the terminal as it is.
 * The guard keeps the protocol's descriptor open until then; otherwise the
 * shell would already be reading.
 */
struct term_guard {
	int fd; /* to the guard */
	pid_t pid;
};

#define TERM_GUARD_INIT \
	{               \
		-1, -1  \
	}

struct term_guard_options {
	int tty_fd;
	int keep_fd;       /* or -1 */
	const char *reset; /* restores the screen; static */
};

/* Call in our final process group, before touching the screen. */
int term_guard_start(struct term_guard *guard,
		     const struct term_guard_options *options,
		     struct strbuf *err);

/*
 * Tell the guard whether our screen is up, and the modes to restore. Before the
 * first call there is nothing to restore. Async-signal-safe.
 */
void term_guard_tell(const struct term_guard *guard, bool screen_up,
		     const struct termios *shell);

/* The terminal is restored: end the guard, and wait until it closed keep_fd. */
void term_guard_stop(struct term_guard *guard);

#endif
