#ifndef JPD_JP_PROCESS_PLACE_H
#define JPD_JP_PROCESS_PLACE_H

#include <sys/types.h>

#include "proto/terminal-place.h"

/*
 * Where the terminal of a process of ours is: by the environment that it was
 * started with, and the terminal that it has. Nothing is known of another
 * user's, or of one that is gone.
 */
void process_place(struct terminal_place *place, pid_t pid);

/* The terminal's file by what /proc/PID/stat says, or nothing. */
void process_place_add_tty(struct strbuf *out, struct slice stat);

#endif
