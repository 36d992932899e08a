#ifndef JPD_COMMANDS_SIGNAL_FD_H
#define JPD_COMMANDS_SIGNAL_FD_H

#include <stdbool.h>

/*
 * Block the signals that stop a host and, with `children`, SIGCHLD, and ignore
 * SIGPIPE, so that a closed reader gives EPIPE. Returns a descriptor to poll
 * and read them from, as signalfd() does.
 */
int host_signals_open(bool children);

#endif
