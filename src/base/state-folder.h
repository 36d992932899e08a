#ifndef JPD_BASE_STATE_FOLDER_H
#define JPD_BASE_STATE_FOLDER_H

#include <stdbool.h>

/*
 * Where a program keeps its state between runs: its folder in $XDG_STATE_HOME,
 * otherwise in ~/.local/state (XDG base directories).
 */

/*
 * Open it; with `make`, create it for its owner only if it is missing. -1 with
 * errno: ENOENT if there is none, EPERM if it belongs to another user.
 */
int state_folder_open(const char *program, bool make);

#endif
