#ifndef JPD_APP_FRAME_H
#define JPD_APP_FRAME_H

#include <stdint.h>

#include "ui/view/canvas.h"

struct app;
struct pane;

/* The parts of a frame; app_draw() combines them. */

void frame_top(struct app *app, struct canvas *cv);
void frame_bottom(struct app *app, struct canvas *cv);
/* The sidebar's conversation in this row of the screen, or NULL. */
struct conversation *frame_sidebar_at(struct app *app, int y);
/* The frame changes at this time of the wall clock; -1: never. */
void frame_sooner_wall(struct app *app, int64_t wall_ms);

void pane_draw(struct app *app, struct canvas *cv, struct pane *pane,
	       struct rect at, int number);
/* Draw the placeholder if there is nothing to show; `pane` may be NULL. */
void frame_draw_empty(const struct app *app, struct canvas *cv, struct rect at,
		      const struct pane *pane);

#endif
