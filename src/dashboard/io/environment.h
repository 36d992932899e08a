#ifndef JPD_IO_ENVIRONMENT_H
#define JPD_IO_ENVIRONMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "proto/terminal-place.h"

/*
 * What is known of the world before the host said a word: where we are,
 * and what became of asking this very jp for subscriptions in an earlier run.
 * That is kept in $XDG_STATE_HOME/jp-dashboard/hosts.json, by the path, size
 * and time of our parent's executable; another jp is another one.
 */

/* The program that is jphost if it is told to be (--as): our own. Its path, to
 * free(), or NULL. */
char *surroundings_jphost(void);
/* Whether our parent is known to have no subscriptions. */
bool surroundings_parent_is_deaf(void);
void surroundings_remember(bool deaf);

/* Where our own terminal is. */
void surroundings_here(struct terminal_place *place);

/* Bytes of our memory that are resident, or 0. */
uint64_t surroundings_memory(void);

#endif
