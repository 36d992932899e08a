#ifndef JPD_APP_PANE_FILTER_H
#define JPD_APP_PANE_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "ui/transcript/transcript-filter.h"
#include "ui/view/canvas.h"

struct app;
struct pane;

/* Show only the pattern's matches in the focused pane; empty: all. */
int pane_filter_pattern(struct app *app, struct slice pattern,
			struct strbuf *err);
/* Show or hide a group. */
void pane_filter_toggle(struct pane *pane, enum transcript_group group);
void pane_filter_clear(struct pane *pane);
bool pane_filter_active(const struct pane *pane);
bool pane_filter_work(struct app *app);
/* Below the transcript, so that a filtered view is not mistaken for all. */
void pane_filter_draw(const struct app *app, struct canvas *cv,
		      const struct pane *pane, struct rect at);
int64_t pane_filter_wake_ms(const struct app *app);

#endif
