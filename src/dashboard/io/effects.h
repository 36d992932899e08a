#ifndef JPD_IO_EFFECTS_H
#define JPD_IO_EFFECTS_H

#include "src/dashboard/app/parts.h"
#include "src/dashboard/io/hub.h"
#include "src/dashboard/io/state-file.h"
#include "ui/term/term.h"

/* Performs the effects that the app requests (app/effect.h). */
struct effects {
	struct app *app;
	struct term *term;
	struct hub *hub;
	struct state_file state_file;
};

/* Perform all of them, in order, and report the results to the app. */
void effects_perform(struct effects *effects);

#endif
