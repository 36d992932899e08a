#ifndef JPD_IO_LOOP_TERMINAL_H
#define JPD_IO_LOOP_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/dashboard/app/parts.h"
#include "src/dashboard/app/plain.h"
#include "src/dashboard/io/hub.h"
#include "ui/term/term.h"

/* Keys that may be let go at once, which are ten fingers at most. */
#define LOOP_TERMINAL_KEPT 16

/* What the person does, as the terminal tells it: inputs of the app. */
struct loop_terminal {
	struct app *app;
	struct term *term;
	struct hub *hub;
	struct plain *plain; /* gets the keys; or NULL */
	/* Of what was read, the rest waits until the terminal is back. */
	bool left;
	/* What was taken of that, in order. */
	struct term_event kept[LOOP_TERMINAL_KEPT];
	size_t kept_count;
};

/* Size, and whether it was another program's. */
void loop_terminal_changes(struct loop_terminal *from, int64_t now_ms);
/* There is something to read, or what was left. */
void loop_terminal_read(struct loop_terminal *from, int64_t now_ms);

#endif
