#ifndef JPD_COMMANDS_SIGNAL_FD_H
#define JPD_COMMANDS_SIGNAL_FD_H

#include <stdbool.h>

/*
 * Block the signals that end a host, and that of a child's end where there is
 * one, and ignore SIGPIPE: a gone reader is an EPIPE. Returns a descriptor to
 * poll and read them from, as signalfd() does.
 */
int host_signals_open(bool children);

#endif
