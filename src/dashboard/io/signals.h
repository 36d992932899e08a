#ifndef JPD_IO_SIGNALS_H
#define JPD_IO_SIGNALS_H

#include <stdbool.h>

/*
 * Signals that end the program, as a byte on a pipe. Install before the
 * terminal is opened, or curses handles them. INT and QUIT are ignored: the
 * host gets them too, and sends us `shutdown`. PIPE is ignored: writing to a
 * closed host gives EPIPE.
 *
 * Returns the descriptor to poll, or -1 (errno).
 */
int signals_install(void);
/* Whether one came; empties the pipe. */
bool signals_take(int fd);

/*
 * Exit within `seconds` whatever happens: after that the terminal is restored
 * and the process exits with 1.
 */
void signals_watchdog(unsigned seconds);

#endif
