#ifndef JPD_APP_STATE_H
#define JPD_APP_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "ui/view/layout.h"

/*
 * The state of a workspace that is stored between runs: the panes and what they
 * show, drafts, histories. Never a request, nor an answer. The app produces and
 * reads it as text; the loop has the file.
 */
struct app;
struct pane;

/* What a pane showed last time; NULLs: nothing. */
struct app_remembered {
	char *host, *id;
};

struct app_state {
	bool on;              /* it is to be written */
	struct layout layout; /* from last time, until it is restored; */
	struct app_remembered *panes; /* its panes are indices here */
	size_t pane_count, focus;
	bool zoomed;
	struct strbuf written; /* what the file contains, or will */
	int64_t due_ms;        /* when to check whether it changed; or -1 */
	bool left_out;         /* a draft was too large, which was reported */
};

void app_state_init(struct app_state *state);
void app_state_release(struct app_state *state);
void app_remembered_release(struct app_remembered *of);

/* What identifies this workspace's state, or NULL if it has none. Read it once,
 * before the first size; then write it. */
const char *app_state_workspace(const struct app *app);
enum app_state_read { APP_STATE_READ, APP_STATE_BROKEN, APP_STATE_NEWER };
enum app_state_read app_state_read(struct app *app, struct slice text,
				   struct strbuf *err);
/* It was not read; `aside`: the file's new name, or NULL. */
void app_state_unread(struct app *app, const char *why, const char *aside);
/* Nothing was ever stored here: the user is new. */
void app_welcome(struct app *app);
void app_state_begin(struct app *app); /* writing is possible */
void app_state_end(struct app *app);   /* write the last changes */

/* Private to this room. */

/* Something that is stored may have changed. */
void app_state_touch(struct app *app);
void app_state_tick(struct app *app);
/* Writing it failed. */
void app_state_failed(struct app *app, const char *why);

/* Restore last time's panes; false if there are none. */
bool app_state_restore(struct app *app);
/* A host's list came: fill panes that waited for it. */
void app_state_listed(struct app *app, int host);
/* Why a pane is empty that showed something last time. */
void app_state_why_empty(const struct app *app, const struct pane *pane,
			 struct strbuf *out);

#endif
