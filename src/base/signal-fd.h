#ifndef JPD_BASE_SIGNAL_FD_H
#define JPD_BASE_SIGNAL_FD_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Block these signals, and ignore SIGPIPE: writing to a closed pipe gives
 * EPIPE. Returns a descriptor to poll and read them from, as signalfd() does;
 * -1 with errno. `before` (may be NULL) gets the previous mask.
 */
int signal_fd_open(const int *caught, size_t count, sigset_t *before);
/* The same for the signals that stop a program and, with `children`, SIGCHLD. */
int signal_fd_open_stops(bool children);

/* The next signal that came, or 0. */
int signal_fd_next(int fd);

#endif
