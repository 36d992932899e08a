#include "config.h"

#include "src/dashboard/app/pane-filter.h"

#include <stdlib.h>

#include "src/base/clock.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/parts.h"
#include "ui/text/width.h"
#include "ui/view/bars.h"

/* Filters a pane: only some kinds, or only what a pattern matches. */

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

void pane_filter_clear(struct pane *pane)
{
	pane->hidden = 0;
	drop_pattern(pane);
	apply(pane);
}

bool pane_filter_active(const struct pane *pane)
{
	return pane->hidden || pane->only;
}

void pane_filter_toggle(struct pane *pane, enum transcript_group group)
{
	pane->hidden ^= 1u << group;
	apply(pane);
}

int pane_filter_pattern(struct app *app, struct slice pattern,
			struct strbuf *err)
{
	struct pane *pane = app_focused(app);
	struct search search;

	if (!pane || !pane->conv)
		return 0;
	search_init(&search, transcript_shown_text);
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

/* It searches only if the pane shows something. */
static bool searches(const struct pane *pane)
{
	return pane->only && pane->conv;
}

bool pane_filter_work(struct app *app)
{
	bool more = false;

	for (size_t i = 0; i < app->pane_count; i++) {
		struct pane *pane = &app->panes[i];

		if (!searches(pane) || !search_is_due(pane->only, app->now_ms))
			continue;
		more |= search_work(pane->only, app->now_ms);
		app->dirty = true;
	}
	return more;
}

int64_t pane_filter_wake_ms(const struct app *app)
{
	int64_t wake_ms = -1;

	for (size_t i = 0; i < app->pane_count; i++) {
		const struct pane *pane = &app->panes[i];

		if (searches(pane))
			sooner_ms(&wake_ms,
				  search_wake_ms(pane->only, app->now_ms));
	}
	return wake_ms;
}

void pane_filter_draw(const struct app *app, struct canvas *cv,
		      const struct pane *pane, struct rect at)
{
	size_t count = transcript_hidden(pane->view);
	struct strbuf text = STRBUF_INIT, line = STRBUF_INIT;
	struct strbuf way = STRBUF_INIT;

	canvas_fill(cv, at, FACE_DIM);
	hint_click_command(cv, at, &app->keymap, COMMAND_FILTER);
	keymap_way(&way, &app->keymap, COMMAND_FILTER);
	strbuf_addf(&text,
		    Q_("%zu hidden by the filter (%s)",
		       "%zu hidden by the filter (%s)", count),
		    count, way.buf);
	if (pane->only && search_is_behind(pane->only))
		strbuf_addf(&text, ", %s", _("searching…"));
	width_elide(&line, strbuf_slice(&text), at.w);
	canvas_text(cv, at, at.x, at.y, strbuf_slice(&line), FACE_NOTICE);
	strbuf_release(&way);
	strbuf_release(&text);
	strbuf_release(&line);
}
