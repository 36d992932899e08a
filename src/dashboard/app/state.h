#ifndef JPD_APP_STATE_H
#define JPD_APP_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "ui/view/layout.h"

/*
 * What a workspace remembers from one run to the next: the panes and what they
 * show, drafts, histories. Never a request, nor an answer to one. The app
 * gives and takes it as a text; the loop has the file.
 */
struct app;
struct pane;

/* What a pane showed the last time; NULLs: nothing. */
struct app_remembered {
	char *host, *id;
};

struct app_state {
	bool on;              /* it is to be written */
	struct layout layout; /* of the last time, until it is restored; */
	struct app_remembered *panes; /* its panes' numbers are places here */
	size_t pane_count, focus;
	bool zoomed;
	struct strbuf written; /* what the file holds, or is to */
	int64_t due_ms;        /* when it is looked whether it changed; or -1 */
	bool left_out;         /* a draft was too large, and that was said */
};

void app_state_init(struct app_state *state);
void app_state_release(struct app_state *state);
void app_remembered_release(struct app_remembered *of);

/* What is remembered of this workspace: what tells it apart from others, or
 * NULL where nothing is. Read once, before the first size; then written. */
const char *app_state_workspace(const struct app *app);
enum app_state_read { APP_STATE_READ, APP_STATE_BROKEN, APP_STATE_NEWER };
enum app_state_read app_state_read(struct app *app, struct slice text,
				   struct strbuf *err);
/* It was not read; `aside`: the name it has now, or NULL. */
void app_state_unread(struct app *app, const char *why, const char *aside);
/* Nothing was ever remembered here: who looks is new. */
void app_welcome(struct app *app);
void app_state_begin(struct app *app); /* it can be written */
void app_state_end(struct app *app);   /* what changed last is to be, too */

/* Between the files of app-*.c only. */

/* Something may have changed that is remembered. */
void app_state_touch(struct app *app);
void app_state_tick(struct app *app);
/* It could not be written. */
void app_state_failed(struct app *app, const char *why);

/* The panes of the last time; false where there are none to be had. */
bool app_state_restore(struct app *app);
/* A host's list has come: panes that waited for what it has. */
void app_state_listed(struct app *app, int host);
/* Why nothing is shown in a pane that showed something the last time. */
void app_state_why_empty(const struct app *app, const struct pane *pane,
			 struct strbuf *out);

#endif
