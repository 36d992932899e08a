#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app-private.h"
#include "ui/text/sanitize.h"
#include "ui/text/width.h"
#include "ui/view/bars.h"

/* Showing less of a pane: some kinds only, or what a pattern matches. */
enum {
	WORK_BYTES = 4 << 10, /* looked at by one call of app_work() */
	AGAIN_MS = 250,       /* between looks at what came meanwhile */
	DIALOG_COLS = 44,
	ROW_PATTERN = GROUP_COUNT, /* behind the groups */
	ROW_COUNT,
};

static void apply(struct pane *pane)
{
	const struct transcript_filter filter = { pane->hidden, pane->only };

	transcript_set_filter(pane->view, &filter);
}

static void drop_pattern(struct pane *pane)
{
	if (!pane->only)
		return;
	search_release(pane->only);
	free(pane->only);
	pane->only = NULL;
}

void app_filter_clear(struct pane *pane)
{
	pane->hidden = 0;
	drop_pattern(pane);
	apply(pane);
}

bool app_filter_active(const struct pane *pane)
{
	return pane->hidden || pane->only;
}

void app_filter_open(struct app *app)
{
	struct pane *pane = app_focused(app);

	if (!pane || !pane->conv)
		return;
	app->filter_row = 0;
	app->layer = LAYER_FILTER;
}

int app_filter_pattern(struct app *app, struct slice pattern,
		       struct strbuf *err)
{
	struct pane *pane = app_focused(app);
	struct search search;

	if (!pane || !pane->conv)
		return 0;
	search_init(&search);
	if (pattern.len && search_set(&search, pattern, err)) {
		search_release(&search);
		return -1;
	}
	drop_pattern(pane);
	if (pattern.len) {
		pane->only = xmalloc(sizeof(*pane->only));
		*pane->only = search;
		search_begin(pane->only, pane->conv,
			     transcript_top(pane->view));
	}
	apply(pane);
	return 0;
}

static void act(struct app *app, struct pane *pane, int row)
{
	if (row == ROW_PATTERN) {
		app_line_open(app, ASK_FILTER,
			      pane->only ? slice_str(pane->only->pattern)
					 : slice_of("", 0));
		return;
	}
	pane->hidden ^= 1u << row;
	apply(pane);
}

void app_filter_key(struct app *app, struct key key)
{
	struct pane *pane = app_focused(app);
	uint32_t ch = key.sym == KEY_SYM_NONE && !key.mods ? key.ch : 0;
	int *row = &app->filter_row;

	if (!pane) {
		app->layer = LAYER_PANES;
	} else if (key.sym == KEY_SYM_DOWN || ch == 'j') {
		*row = *row + 1 < ROW_COUNT ? *row + 1 : *row;
	} else if (key.sym == KEY_SYM_UP || ch == 'k') {
		*row = *row ? *row - 1 : 0;
	} else if (key.sym == KEY_SYM_ENTER || ch == ' ') {
		act(app, pane, *row);
	} else if (ch > '0' && ch < '1' + GROUP_COUNT) {
		*row = (int)(ch - '1');
		act(app, pane, *row);
	} else if (ch == '/') {
		act(app, pane, ROW_PATTERN);
	} else if (ch == 'a') {
		app_filter_clear(pane);
	} else {
		app->layer = LAYER_PANES;
	}
}

static void draw_row(struct app *app, struct canvas *cv, struct rect in,
		     const struct pane *pane, int row)
{
	struct strbuf text = STRBUF_INIT;
	struct rect at = { in.x, in.y + row, in.w, 1 };

	if (row == ROW_PATTERN) {
		strbuf_addf(&text, "/    %s ", _("only what matches:"));
		if (pane->only)
			sanitize_line(&text, slice_str(pane->only->pattern));
		else
			strbuf_addstr(&text, _("all"));
	} else {
		strbuf_addf(&text, "%d [%c] %s", row + 1,
			    pane->hidden >> row & 1 ? ' ' : 'x',
			    transcript_group_name((enum transcript_group)row));
	}
	canvas_text(cv, at, at.x + 1, at.y, strbuf_slice(&text), FACE_DIALOG);
	if (row == app->filter_row)
		canvas_paint(cv, at, FACE_SELECTED);
	strbuf_release(&text);
}

void app_filter_draw(struct app *app, struct canvas *cv, struct rect room)
{
	struct pane *pane = app_focused(app);
	struct rect in;

	if (!pane)
		return;
	in = dialog_frame(cv, room, DIALOG_COLS, ROW_COUNT + 2, _("Show"));
	for (int row = 0; row < ROW_COUNT && row < in.h; row++)
		draw_row(app, cv, in, pane, row);
}

/* Below the transcript, so that nobody takes what is left for all. */
void app_filter_draw_count(struct canvas *cv, const struct pane *pane,
			   struct rect at)
{
	size_t count = transcript_hidden(pane->view);
	struct strbuf text = STRBUF_INIT, line = STRBUF_INIT;

	canvas_fill(cv, at, FACE_DIM);
	strbuf_addf(&text,
		    Q_("%zu hidden by the filter (f)",
		       "%zu hidden by the filter (f)", count),
		    count);
	if (pane->only && search_is_behind(pane->only))
		strbuf_addf(&text, ", %s", _("searching…"));
	width_elide(&line, strbuf_slice(&text), at.w);
	canvas_text(cv, at, at.x, at.y, strbuf_slice(&line), FACE_NOTICE);
	strbuf_release(&text);
	strbuf_release(&line);
}

/* Whether there is something to look at now, not in a while. */
static bool is_due(const struct app *app, const struct pane *pane)
{
	return pane->only && pane->conv && search_is_behind(pane->only) &&
	       (pane->only->sweeping || pane->only->active ||
		app->now_ms >= pane->only_again_ms);
}

bool app_filter_work(struct app *app)
{
	bool more = false;

	for (size_t i = 0; i < app->pane_count; i++) {
		struct pane *pane = &app->panes[i];

		if (!is_due(app, pane))
			continue;
		if (!pane->only->sweeping && !pane->only->active)
			pane->only_again_ms = app->now_ms + AGAIN_MS;
		search_step(pane->only, WORK_BYTES);
		app->dirty = true;
		more |= is_due(app, pane);
	}
	return more;
}

int64_t app_filter_wake_ms(const struct app *app)
{
	int64_t wake_ms = -1;

	for (size_t i = 0; i < app->pane_count; i++) {
		const struct pane *pane = &app->panes[i];
		int64_t at_ms =
			is_due(app, pane) ? app->now_ms : pane->only_again_ms;

		if (!pane->only || !pane->conv || !search_is_behind(pane->only))
			continue;
		app_sooner(&wake_ms, at_ms);
	}
	return wake_ms;
}
