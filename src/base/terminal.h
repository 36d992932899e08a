#ifndef JPD_BASE_TERMINAL_H
#define JPD_BASE_TERMINAL_H

#include <stdbool.h>

/*
 * Keep text in the order of the cells: otherwise VTE reorders Hebrew and Arabic
 * words, and with them the arguments of a command. It decides for each row when
 * that is begun or cleared. Terminals that do not reorder ignore mode 8;
 * "reordered" is their initial state.
 */
#define TERMINAL_ORDER_KEPT "\033[8l"
#define TERMINAL_REORDERED  "\033[8h"

/*
 * Whether a terminal of this name supports more than a VT or the Linux console,
 * which would draw part of private sequences as text. NULL is no name.
 */
bool terminal_is_rich(const char *name);

#endif
