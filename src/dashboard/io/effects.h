#ifndef JPD_IO_EFFECTS_H
#define JPD_IO_EFFECTS_H

#include "src/dashboard/app/parts.h"
#include "src/dashboard/io/hub.h"
#include "src/dashboard/io/state-file.h"
#include "ui/term/term.h"

/* What the app wants of the world (app/effect.h), and who does it. */
struct effects {
	struct app *app;
	struct term *term;
	struct hub *hub;
	struct state_file state_file;
};

/* Do all of it, in order, and tell the app what came of it. */
void effects_perform(struct effects *effects);

#endif
