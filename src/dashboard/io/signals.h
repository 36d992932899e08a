#ifndef JPD_IO_SIGNALS_H
#define JPD_IO_SIGNALS_H

#include <stdbool.h>

/*
 * Signals that end the program, as a byte on a pipe. Installed before the
 * terminal is opened, or curses takes them. INT and QUIT are ignored: the
 * host gets them too, and tells us by `shutdown`. PIPE is ignored: a gone
 * host is an EPIPE.
 *
 * Returns the descriptor to poll, or -1 (errno).
 */
int signals_install(void);
/* Whether one came; empties the pipe. */
bool signals_take(int fd);

/*
 * End within `seconds` whatever happens: if that time passes the terminal is
 * restored and the process exits with 1.
 */
void signals_watchdog(unsigned seconds);

#endif
