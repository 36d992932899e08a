#include "config.h"

#include "src/dashboard/app/pane-search.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/say.h"

/*
 * Searches one pane: the pattern is typed in the bottom line, hits are found
 * between other work (src/store/search.h), and the view goes to the first one
 * as soon as it is known.
 */

static struct pane *searched_pane(struct app *app)
{
	struct pane *pane = app_pane(app, app->own->find.pane);

	/* Another conversation may have been opened in it. */
	if (!pane || !pane->conv || pane->conv != app->own->find.search.conv)
		return NULL;
	return pane;
}

bool pane_search_active(const struct app *app)
{
	const struct pane_search *find = &app->own->find;

	if (!find->search.re)
		return false;
	for (size_t i = 0; i < app->pane_count; i++)
		if (app->panes[i].id == find->pane)
			return app->panes[i].conv &&
			       app->panes[i].conv == find->search.conv;
	return false;
}

void pane_search_clear(struct app *app)
{
	struct pane *pane = app_pane(app, app->own->find.pane);

	if (pane)
		transcript_mark(pane->view, NULL);
	search_release(&app->own->find.search);
	app->own->find.pane = -1;
	app->own->find.has_hit = app->own->find.wanted = false;
	app->dirty = true;
}

int pane_search_set(struct app *app, struct slice pattern, struct strbuf *err)
{
	struct pane_search *find = &app->own->find;
	struct pane *pane = app_focused(app);
	struct pane *old = app_pane(app, find->pane);

	if (old)
		transcript_mark(old->view, NULL);
	find->has_hit = find->wanted = false;
	find->pane = -1;
	if (!pattern.len || !pane || !pane->conv) {
		search_release(&find->search);
		return 0;
	}
	if (search_set(&find->search, pattern, err))
		return -1;
	find->pane = pane->id;
	find->from = transcript_top(pane->view);
	find->wanted = true;
	search_begin(&find->search, pane->conv, find->from);
	transcript_mark(pane->view, find->search.re);
	return 0;
}

static void show_hit(struct app *app, struct pane *pane, struct search_hit hit)
{
	struct pane_search *find = &app->own->find;
	struct strbuf text = STRBUF_INIT;
	struct regex_match match;

	find->has_hit = true;
	find->wanted = false;
	find->hit = hit;
	find->hit_id = pane->conv->items[hit.index].id;
	if (search_locate(&find->search, hit, &text, &match))
		transcript_show_match(pane->view, find->hit_id,
				      strbuf_slice(&text), match);
	strbuf_release(&text);
	app->dirty = true;
}

/* The next hit that the pane's filter does not hide. */
static bool next_shown(const struct search *search, const struct pane *pane,
		       int step, struct search_hit *hit)
{
	struct search_hit next = *hit;

	while (search_next(search, step, &next)) {
		if (transcript_hides(pane->view, next.index))
			continue;
		*hit = next;
		return true;
	}
	return false;
}

static bool is_above(const struct search *search, const struct pane *pane,
		     struct search_hit hit)
{
	struct strbuf text = STRBUF_INIT;
	struct regex_match match;
	bool above = search_locate(search, hit, &text, &match) &&
		     transcript_match_is_above(pane->view,
					       pane->conv->items[hit.index].id,
					       strbuf_slice(&text), match);

	strbuf_release(&text);
	return above;
}

/* An item's first hit that is not above the window: a long answer begins far
 * above its end. */
static uint32_t first_not_above(const struct search *search,
				const struct pane *pane, size_t index)
{
	uint32_t low = 0, high = search_hits_in(search, index);

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (is_above(search, pane,
			     (struct search_hit){ index, middle }))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Go to the first hit from the start position, or to the last before it. */
static void go_where_wanted(struct app *app, struct pane *pane)
{
	struct pane_search *find = &app->own->find;
	struct search *search = &find->search;
	uint32_t found = search_hits_in(search, find->from);
	/* A view that was never drawn has no items to hide. */
	bool hidden = found && transcript_hides(pane->view, find->from);
	uint32_t hits = hidden ? 0 : found;
	struct search_hit hit = {
		find->from, hits ? first_not_above(search, pane, find->from) : 0
	};
	bool below_done = !search->sweeping || search->high >= search->count;

	if (hit.ordinal < hits || next_shown(search, pane, 1, &hit) ||
	    (below_done && next_shown(search, pane, -1, &hit)))
		show_hit(app, pane, hit);
	else if (!search_is_behind(search))
		find->wanted = false;
}

/* The current index of the current hit: items may have come before it. */
static struct search_hit place_of_hit(struct app *app, struct pane *pane,
				      int step)
{
	struct pane_search *find = &app->own->find;
	struct search_hit hit = find->hit;
	size_t index;

	if (find->has_hit) {
		index = conversation_find_item(pane->conv, find->hit_id);
		if (index != SIZE_MAX && index == hit.index)
			return hit;
		if (index != SIZE_MAX)
			return (struct search_hit){ index, hit.ordinal };
	}
	/* As if the current hit were just before or after the window's top. */
	index = transcript_top(pane->view);
	return (struct search_hit){ index, step > 0 ? UINT32_MAX - 1 : 0 };
}

void pane_search_step(struct app *app, int step)
{
	struct pane_search *find = &app->own->find;
	struct pane *pane = app_focused(app);
	struct strbuf err = STRBUF_INIT;
	struct search_hit hit;

	if (!pane || !pane->conv)
		return;
	if (!pane_search_active(app) || find->pane != pane->id) {
		/* Repeat the last pattern, in this pane. */
		if (!app->patterns.count) {
			app_say(app, FACE_DIM, _("nothing to search for"));
			return;
		}
		pane_search_set(app, slice_str(app->patterns.list[0]), &err);
		strbuf_release(&err);
		return;
	}
	if (find->wanted)
		return;
	hit = place_of_hit(app, pane, step);
	if (next_shown(&find->search, pane, step, &hit))
		show_hit(app, pane, hit);
	else if (search_is_behind(&find->search))
		app_say(app, FACE_DIM, _("still searching…"));
	else if (!find->search.total)
		app_say(app, FACE_DIM, _("no match"));
	else
		app_say(app, FACE_DIM,
			step > 0 ? _("no match below; N goes up")
				 : _("no match above; n goes down"));
}

void pane_search_at(struct app *app, struct slice pattern, uint32_t item,
		    uint32_t ordinal)
{
	struct pane *pane = app_focused(app);
	struct strbuf err = STRBUF_INIT;
	size_t index;

	if (!pane_search_set(app, pattern, &err) && pane_search_active(app)) {
		index = conversation_find_item(pane->conv, item);
		if (index != SIZE_MAX)
			show_hit(app, pane,
				 (struct search_hit){ index, ordinal });
	}
	strbuf_release(&err);
}

bool pane_search_work(struct app *app)
{
	struct pane_search *find = &app->own->find;
	struct pane *pane = searched_pane(app);
	uint64_t before = find->search.revision;
	bool more, news;

	if (!pane || !search_is_due(&find->search, app->now_ms))
		return false;
	more = search_work(&find->search, app->now_ms);
	news = find->search.revision != before || !find->search.sweeping;
	if (news)
		app->dirty = true;
	/* This examines all items, so it is not done at each step. */
	if (find->wanted && news)
		go_where_wanted(app, pane);
	return more;
}

void pane_search_shifted(struct app *app, const struct conversation *conv,
			 size_t count)
{
	struct pane_search *find = &app->own->find;
	const struct pane *pane = searched_pane(app);

	if (!pane || pane->conv != conv)
		return;
	find->from += count;
	find->hit.index += count;
}

int64_t pane_search_wake_ms(const struct app *app)
{
	return pane_search_active(app)
		       ? search_wake_ms(&app->own->find.search, app->now_ms)
		       : -1;
}

void pane_search_status(const struct app *app, struct strbuf *out)
{
	const struct pane_search *find = &app->own->find;
	const struct search *search = &find->search;
	bool behind = search_is_behind(search);
	unsigned long long total = search->total, at;

	if (!pane_search_active(app))
		return;
	if (!total && behind) {
		strbuf_addstr(out, _("searching…"));
	} else if (!total) {
		strbuf_addstr(out, _("no match"));
	} else if (find->has_hit) {
		at = search_hits_before(search, find->hit) + 1;
		/* TRANSLATORS: which match of how many; %s is "+" where
		 * there may be more */
		strbuf_addf(out, _("%'llu of %'llu%s"), at, total,
			    behind ? "+" : "");
	} else {
		strbuf_addf(out, Q_("%'llu match", "%'llu matches", total),
			    total);
	}
	if (search->gave_up)
		strbuf_addf(out,
			    Q_(", gave up on %zu part",
			       ", gave up on %zu parts", search->gave_up),
			    search->gave_up);
}
