#ifndef JPD_JP_PROCESS_PLACE_H
#define JPD_JP_PROCESS_PLACE_H

#include <sys/types.h>

#include "proto/terminal-place.h"

/*
 * Finds the terminal of one of our user's processes, by its initial environment
 * and its controlling terminal. Finds nothing for another user's process, or
 * one that has exited.
 */
void process_place(struct terminal_place *place, pid_t pid);

/* Append the terminal's device, by the text of /proc/PID/stat, or nothing. */
void process_place_add_tty(struct strbuf *out, struct slice stat);

#endif
