#ifndef JPD_TURN_TURN_ENDING_H
#define JPD_TURN_TURN_ENDING_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/jphost/turn/turn-state.h"

/* Tools that were told to exit, until they have exited. */

/* Tell a tool to exit. Takes ownership of `process`, which may be NULL. */
void turn_ending_add(struct turn *turn, struct tool_process *process,
		     int64_t now_ms);
/* Do what is due; true once all have exited. */
bool turn_ending_run(struct turn *turn, int64_t now_ms);
/* -1: none is left. */
int64_t turn_ending_wake_ms(const struct turn *turn);
size_t turn_ending_poll(const struct turn *turn, struct pollfd *fds,
			size_t max);
void turn_ending_kill(struct turn *turn);
/* Tell all running tools to exit, and wait until they have. */
void turn_ending_wait(struct turn *turn);

#endif
