#ifndef JPD_APP_PANE_H
#define JPD_APP_PANE_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/strbuf.h"
#include "src/dashboard/app/state.h"
#include "src/store/conversation.h"
#include "src/store/search.h"
#include "ui/transcript/transcript.h"
#include "ui/view/canvas.h"
#include "ui/view/key.h"
#include "ui/view/layout.h"

struct app;
struct draft;

#define APP_PANES_MAX 64

/* How many turns there are, counted up to an item; and the view's position. */
struct pane_turns {
	size_t count;     /* of items examined; 0: nothing is known */
	uint32_t last_id; /* of the last one */
	uint32_t loads;   /* of the conversation at that time */
	size_t all;       /* turns in these */
	size_t top, here; /* an item, and the turns up to it */
};

struct pane {
	int id;
	struct conversation *conv; /* or NULL */
	struct app_remembered was; /* if it shows none: what it showed before */
	struct transcript *view;
	unsigned hidden;     /* hidden groups */
	struct search *only; /* shows only items with a match; or NULL */
	int rate;            /* as shown in its title */
	int64_t rate_slot;   /* the half second in which it was measured */
	struct pane_turns turns;
};

struct pane *app_pane(struct app *app, int id);
struct pane *app_focused(struct app *app);
/* The first that shows it, or NULL. */
struct pane *app_pane_with(struct app *app, const struct conversation *conv);
/* Counts from 1 in reading order, including panes hidden by zooming. */
int app_pane_number(const struct app *app, int id);
/* The conversation that commands act on; NULL with a sentence in `err`. */
struct conversation *app_conversation_here(struct app *app, struct strbuf *err);
void app_start_panes(struct app *app);
/* In the main host, by its id with or without jp's "jp-c"; or NULL. */
struct conversation *app_find_conversation(struct app *app, const char *id);
void app_pane_open(struct app *app, struct pane *pane,
		   struct conversation *conv);
/* A new pane, not in the layout yet. */
struct pane *app_pane_add(struct app *app);
/* Split the focused pane and focus the new one. NULL: no room. */
struct pane *app_pane_split(struct app *app, enum split how);
/* Drop what is shown in it. */
void app_pane_release(struct pane *pane);
/* In the focused pane, or in a new one beside it. */
void app_open_here(struct app *app, struct conversation *conv, bool new_pane);
/* Focus the pane that shows it; open it if there is none. */
void app_show(struct app *app, struct conversation *conv, bool new_pane);
void app_pane_close(struct app *app, struct pane *pane);
struct rect app_room(const struct app *app); /* for panes */
struct rect app_sidebar_room(const struct app *app);
/* Places of the visible panes; returns how many. */
size_t app_places(const struct app *app, struct pane_place *places);
int app_composer_rows(const struct app *app, const struct pane *pane,
		      struct rect at);
/* Whether another process runs its turn, and asks there for what it needs. */
static inline bool app_pane_is_elsewhere(const struct conversation *conv)
{
	return conv->elsewhere && conv->turn_active;
}

/* Whether it asks in a terminal that can be reached from here. */
bool app_can_go(const struct app *app, const struct conversation *conv);
/* Go to the terminal in which the focused pane's conversation asks. */
void app_go(struct app *app);
/* The one that has been asking in its own terminal the longest; or NULL. */
struct conversation *app_asking(const struct app *app, size_t *count);
/* The pane's draft if it is unsent and not open in the composer; or NULL. */
struct draft *app_unsent(const struct app *app, const struct pane *pane);
/* The transcript's rectangle within a pane's. */
struct rect app_transcript_room(const struct app *app, const struct pane *pane,
				struct rect at);
struct pane_place app_place_of(const struct app *app, int id);
/* The pane below the mouse and its place, or NULL. */
struct pane *app_pane_below(struct app *app, const struct mouse *mouse,
			    struct rect *at);

#endif
