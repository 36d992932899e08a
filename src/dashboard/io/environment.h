#ifndef JPD_IO_ENVIRONMENT_H
#define JPD_IO_ENVIRONMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "proto/terminal-place.h"

/*
 * What is known of the environment before the host sends anything: where we
 * are, and whether an earlier run found this very jp to be deaf. That is stored
 * in $XDG_STATE_HOME/jp-dashboard/hosts.json, by the path, size and time of our
 * parent's executable; a changed jp is a different one.
 */

/* The program that acts as jphost with --as: our own. Its path, to free(), or
 * NULL. */
char *environment_jphost(void);
/* Whether our parent is known to have no subscriptions. */
bool environment_parent_is_deaf(void);
void environment_remember(bool deaf);

/* The location of our own terminal. */
void environment_here(struct terminal_place *place);

/* Our resident memory in bytes, or 0. */
uint64_t environment_memory(void);

#endif
