#ifndef JPD_IO_LOOP_TERMINAL_H
#define JPD_IO_LOOP_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/dashboard/app/parts.h"
#include "src/dashboard/app/plain.h"
#include "src/dashboard/io/hub.h"
#include "ui/term/term.h"

/* Keys that may be released together: ten fingers at most. */
#define LOOP_TERMINAL_KEPT 16

/* The user's input, from the terminal, as inputs of the app. */
struct loop_terminal {
	struct app *app;
	struct term *term;
	struct hub *hub;
	struct plain *plain; /* gets the keys; or NULL */
	/* The rest of what was read waits until the terminal is back. */
	bool left;
	/* Events already taken from that, in order. */
	struct term_event kept[LOOP_TERMINAL_KEPT];
	size_t kept_count;
};

/* Size changes, and whether another program had the terminal. */
void loop_terminal_changes(struct loop_terminal *from, int64_t now_ms);
/* Read new input, or what was left. */
void loop_terminal_read(struct loop_terminal *from, int64_t now_ms);

#endif
