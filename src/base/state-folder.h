#ifndef JPD_BASE_STATE_FOLDER_H
#define JPD_BASE_STATE_FOLDER_H

#include <stdbool.h>

/*
 * Where a program keeps what it remembers from one run to the next: its folder
 * in $XDG_STATE_HOME, else in ~/.local/state (XDG base directories).
 */

/*
 * Open it, made for its owner only where it is missing and `make`. -1 with
 * errno: ENOENT where there is none, EPERM where it is another user's.
 */
int state_folder_open(const char *program, bool make);

#endif
