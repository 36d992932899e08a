#include "config.h"

#include "src/dashboard/app/pane.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/attachment.h"
#include "src/dashboard/app/draft.h"
#include "src/dashboard/app/pane-filter.h"
#include "src/dashboard/app/pane-search.h"
#include "src/dashboard/app/say.h"
#include "src/dashboard/app/state.h"
#include "src/dashboard/hosts/hosts.h"

/* The size that a pane should have, and the minimum. */
#define PANE_GOOD_COLS 60
#define PANE_GOOD_ROWS 12
#define PANE_MIN_COLS  20
#define PANE_MIN_ROWS  4

#define SIDEBAR_COLS     26 /* at least; a sixth of the screen */
#define SIDEBAR_MAX_COLS 40
#define SIDEBAR_MIN_ROOM 80 /* the sidebar is hidden on narrower screens */
#define COMPOSER_ROWS    6

struct pane *app_pane(struct app *app, int id)
{
	for (size_t i = 0; i < app->pane_count; i++) {
		if (app->panes[i].id == id)
			return &app->panes[i];
	}
	return NULL;
}

struct pane *app_focused(struct app *app)
{
	return app_pane(app, app->focus);
}

struct pane *app_pane_with(struct app *app, const struct conversation *conv)
{
	for (size_t i = 0; i < app->pane_count; i++) {
		if (app->panes[i].conv == conv)
			return &app->panes[i];
	}
	return NULL;
}

struct conversation *app_conversation_here(struct app *app, struct strbuf *err)
{
	struct pane *pane = app_focused(app);
	struct strbuf way = STRBUF_INIT;

	if (pane && pane->conv)
		return pane->conv;
	keymap_way(&way, &app->keymap, COMMAND_OPEN);
	strbuf_setf(err, _("no conversation here (%s: open one)"), way.buf);
	strbuf_release(&way);
	return NULL;
}

static int sidebar_cols(const struct app *app)
{
	int cols = app->cols / 6;

	return cols < SIDEBAR_COLS       ? SIDEBAR_COLS
	       : cols > SIDEBAR_MAX_COLS ? SIDEBAR_MAX_COLS
					 : cols;
}

struct rect app_sidebar_room(const struct app *app)
{
	struct rect at = { 0, 1, sidebar_cols(app), app->rows - 2 };

	if (!app->own->sidebar || app->cols < SIDEBAR_MIN_ROOM)
		at.w = 0;
	return at;
}

struct rect app_room(const struct app *app)
{
	int left = app_sidebar_room(app).w;

	left += left > 0; /* the border */
	return (struct rect){ left, 1, app->cols - left, app->rows - 2 };
}

size_t app_places(const struct app *app, struct pane_place *places)
{
	struct rect room = app_room(app);

	if (app->own->zoomed && app->focus >= 0) {
		places[0] = (struct pane_place){ app->focus, room };
		return 1;
	}
	return layout_places(&app->layout, room, places, APP_PANES_MAX);
}

struct pane_place app_place_of(const struct app *app, int id)
{
	struct pane_place places[APP_PANES_MAX];
	size_t count = app_places(app, places);

	for (size_t i = 0; i < count; i++) {
		if (places[i].pane == id)
			return places[i];
	}
	return (struct pane_place){ id, { 0, 0, 0, 0 } };
}

int app_pane_number(const struct app *app, int id)
{
	struct pane_place places[APP_PANES_MAX];
	size_t count = layout_places(&app->layout, app_room(app), places,
				     APP_PANES_MAX);

	for (size_t i = 0; i < count; i++) {
		if (places[i].pane == id)
			return (int)i + 1;
	}
	return 1;
}

int app_composer_rows(const struct app *app, const struct pane *pane,
		      struct rect at)
{
	struct draft *draft;
	int rows;

	if (!pane->conv || pane->id != app->focus ||
	    app->layer != LAYER_COMPOSER)
		return 0;
	draft = draft_find(app, pane->conv);
	if (!draft)
		return 0;
	rows = editor_rows(draft->editor, at.w - 2);
	if (rows > COMPOSER_ROWS)
		rows = COMPOSER_ROWS;
	rows += 1 + (draft->error != NULL); /* the rule */
	rows += attachments_any(&draft->attached);
	/* A row of the conversation stays, but not instead of the text. */
	if (rows < at.h - 2)
		return rows;
	return at.h > 3 ? at.h - 2 : at.h > 1 ? at.h - 1 : 0;
}

struct conversation *app_asking(const struct app *app, size_t *count)
{
	struct conversation *first = NULL;

	*count = 0;
	for (size_t i = 0; i < app->store->count; i++) {
		struct conversation *conv = app->store->conversations[i];

		if (!conv->asks)
			continue;
		++*count;
		if (!first || conv->state_since_ms < first->state_since_ms)
			first = conv;
	}
	return first;
}

struct draft *app_unsent(const struct app *app, const struct pane *pane)
{
	struct draft *draft;

	if (!pane->conv ||
	    (app->layer == LAYER_COMPOSER && pane->id == app->focus))
		return NULL;
	draft = draft_find(app, pane->conv);
	return draft_is_empty(draft) ? NULL : draft;
}

/* Whether another pane shows it too. */
static bool is_shown(const struct app *app, const struct conversation *conv,
		     const struct pane *but)
{
	for (size_t i = 0; i < app->pane_count; i++) {
		if (&app->panes[i] != but && app->panes[i].conv == conv)
			return true;
	}
	return false;
}

static void leave(struct app *app, struct pane *pane)
{
	struct conversation *conv = pane->conv;

	pane->conv = NULL;
	if (conv && !is_shown(app, conv, pane))
		hosts_follow(app->hosts, conv,
			     conv->unreadable ? HOSTS_NONE : HOSTS_WATCH);
}

void app_pane_release(struct pane *pane)
{
	pane_filter_clear(pane);
	transcript_free(pane->view);
	pane->view = NULL;
	app_remembered_release(&pane->was);
	pane->turns = (struct pane_turns){ 0 };
}

void app_pane_open(struct app *app, struct pane *pane,
		   struct conversation *conv)
{
	if (pane->conv == conv)
		return;
	leave(app, pane);
	pane->conv = conv;
	/* A search ends with the view that it marks. */
	if (app->own->find.pane == pane->id)
		pane_search_clear(app);
	app_pane_release(pane);
	pane->view = transcript_new();
	hosts_follow(app->hosts, conv, HOSTS_FULL);
	hosts_pump(app->hosts);
	app->dirty = true;
}

struct pane *app_pane_add(struct app *app)
{
	struct pane *pane = &app->panes[app->pane_count++];

	*pane = (struct pane){ .id = ++app->own->last_pane_id,
			       .view = transcript_new() };
	return pane;
}

struct pane *app_pane_split(struct app *app, enum split how)
{
	struct pane *from = app_focused(app), *pane;
	struct rect at;

	if (!from) {
		pane = app_pane_add(app);
		layout_first(&app->layout, pane->id);
		app->focus = pane->id;
		return pane;
	}
	app->own->zoomed = false;
	at = app_place_of(app, from->id).at;
	if (app->pane_count == APP_PANES_MAX ||
	    (how == SPLIT_RIGHT && at.w < 2 * PANE_MIN_COLS + 1) ||
	    (how == SPLIT_BELOW && at.h < 2 * PANE_MIN_ROWS)) {
		app_say(app, FACE_ERROR, _("not enough room for another pane"));
		return NULL;
	}
	pane = app_pane_add(app);
	layout_split(&app->layout, from->id, how, pane->id);
	app->focus = pane->id;
	app->dirty = true;
	return pane;
}

void app_pane_close(struct app *app, struct pane *pane)
{
	int next = layout_next(&app->layout, pane->id, 1);
	int host = pane->conv ? pane->conv->host : -1;
	int id = pane->id;

	leave(app, pane);
	app_pane_release(pane);
	layout_remove(&app->layout, id);
	*pane = app->panes[--app->pane_count];
	app->focus = next == id || !app->pane_count ? -1 : next;
	app->own->zoomed = false;
	if (host >= 0)
		hosts_pump(app->hosts);
	app->dirty = true;
}

/* Pinned first, then the most recent, as at the start. */
static int compare_start(const void *a, const void *b)
{
	const struct conversation *x = *(struct conversation *const *)a;
	const struct conversation *y = *(struct conversation *const *)b;

	if ((x->pinned_ms > y->pinned_ms) != (x->pinned_ms < y->pinned_ms))
		return x->pinned_ms > y->pinned_ms ? -1 : 1;
	if (x->last_activated_ms != y->last_activated_ms)
		return x->last_activated_ms > y->last_activated_ms ? -1 : 1;
	return strcmp(x->id, y->id);
}

/* How many columns, and how many rows, of panes of a good size fit. */
static size_t good_columns(const struct app *app)
{
	return app_room(app).w >= 2 * PANE_GOOD_COLS + 1 ? 2 : 1;
}

static size_t good_rows(const struct app *app)
{
	return app_room(app).h >= 2 * PANE_GOOD_ROWS ? 2 : 1;
}

/* Open panes for these in a grid, filled from the left. */
static void open_grid(struct app *app, struct conversation **convs,
		      size_t count)
{
	struct pane *left[APP_PANES_MAX];
	size_t columns = good_columns(app);
	size_t rows = (count + columns - 1) / columns;
	size_t next = 0;

	for (size_t i = 0; i < rows && next < count; i++) {
		left[i] = app_pane_split(app, SPLIT_BELOW);
		if (!left[i])
			return;
		app_pane_open(app, left[i], convs[next++]);
		/* Halves of halves would soon be too small. */
		layout_even(&app->layout);
	}
	for (size_t i = 0; next < count; i = (i + 1) % rows) {
		struct pane *pane;

		app->focus = left[i]->id;
		pane = app_pane_split(app, SPLIT_RIGHT);
		if (!pane)
			break;
		app_pane_open(app, pane, convs[next++]);
	}
	layout_even(&app->layout);
	app->focus = left[0]->id;
}

/* In the main host; otherwise in the only host that has it. */
static struct conversation *find_id(const struct app *app, const char *id)
{
	struct conversation *found =
		store_find(app->store, hosts_main(app->hosts), id);
	size_t count = 0;

	if (found)
		return found;
	for (size_t i = 0; i < app->store->count; i++) {
		if (!strcmp(app->store->conversations[i]->id, id)) {
			found = app->store->conversations[i];
			count++;
		}
	}
	return count == 1 ? found : NULL;
}

struct conversation *app_find_conversation(struct app *app, const char *id)
{
	struct conversation *conv = find_id(app, id);

	/* jp shows ids with the prefix "jp-c". */
	if (!conv && !strncmp(id, "jp-c", 4))
		conv = find_id(app, id + 4);
	return conv;
}

/* The conversations named in the arguments; unknown ones are reported. */
static size_t named(struct app *app, struct conversation **convs, size_t max)
{
	size_t count = 0;

	for (size_t i = 0; i < app->options.conversation_count; i++) {
		const char *id = app->options.conversations[i];
		struct conversation *conv = app_find_conversation(app, id);

		if (!conv)
			app_say(app, FACE_ERROR, _("no conversation '%s'"), id);
		else if (count < max)
			convs[count++] = conv;
	}
	return count;
}

void app_start_panes(struct app *app)
{
	struct conversation **all;
	size_t count = 0, fit;

	if (app->own->started || !app->cols || !app->hosts->count ||
	    !app->hosts->list[hosts_main(app->hosts)].listed_once)
		return;
	app->own->started = true;
	all = xcalloc(app->store->count + 1 + app->options.conversation_count,
		      sizeof(*all));
	fit = good_columns(app) * good_rows(app);
	if (app->options.conversation_count) {
		count = named(app, all, APP_PANES_MAX);
	} else if (!app_state_restore(app)) {
		for (size_t i = 0; i < app->store->count; i++) {
			if (app->store->conversations[i]->listed &&
			    !app->store->conversations[i]->unreadable)
				all[count++] = app->store->conversations[i];
		}
		qsort(all, count, sizeof(*all), compare_start);
		if (count > fit)
			count = fit;
	}
	if (count)
		open_grid(app, all, count);
	if (app->options.layout >= 0)
		layout_arrange(&app->layout,
			       (enum layout_preset)app->options.layout,
			       app->focus);
	free(all);
	app_state_touch(app);
	app->dirty = true;
}

struct pane *app_pane_below(struct app *app, const struct mouse *mouse,
			    struct rect *at)
{
	struct pane_place places[APP_PANES_MAX];
	size_t count = app_places(app, places);

	for (size_t i = 0; i < count; i++) {
		*at = places[i].at;
		if (mouse->x >= at->x && mouse->x < at->x + at->w &&
		    mouse->y >= at->y && mouse->y < at->y + at->h)
			return app_pane(app, places[i].pane);
	}
	return NULL;
}

void app_open_here(struct app *app, struct conversation *conv, bool new_pane)
{
	struct pane *pane = app_focused(app);

	if (conv->unreadable) {
		app_say(app, FACE_ERROR, _("cannot be read: %s"),
			conv->unreadable);
		return;
	}
	if (!pane || (new_pane && pane->conv)) {
		struct rect at =
			pane ? app_place_of(app, pane->id).at : app_room(app);

		/* Halve the longer side; a cell is twice as high as wide. */
		pane = app_pane_split(app, at.w > 3 * at.h ? SPLIT_RIGHT
							   : SPLIT_BELOW);
	}
	if (pane)
		app_pane_open(app, pane, conv);
}

void app_show(struct app *app, struct conversation *conv, bool new_pane)
{
	const struct pane *pane = app_pane_with(app, conv);

	if (pane)
		app->focus = pane->id;
	else
		app_open_here(app, conv, new_pane);
}
