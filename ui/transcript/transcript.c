#include "config.h"

#include "ui/transcript/transcript.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "ui/transcript/transcript-private.h"
#include "ui/transcript/transcript-times.h"

struct transcript *transcript_new(void)
{
	struct transcript *view = xcalloc(1, sizeof(*view));

	transcript_cache_init(&view->cache);
	view->follow = true;
	return view;
}

void transcript_free(struct transcript *view)
{
	if (!view)
		return;
	transcript_cache_release(&view->cache);
	free(view->conv_id);
	free(view->lines);
	free(view->marks);
	free(view);
}

struct transcript_item *transcript_item_at(struct transcript *view,
					   size_t index)
{
	return transcript_cache_get(&view->cache, view->conv, index, view->cols,
				    &view->filter);
}

size_t transcript_height(struct transcript *view, size_t index)
{
	if (transcript_hides(view, index))
		return 0;
	return transcript_item_height(transcript_item_at(view, index));
}

static size_t item_count(const struct transcript *view)
{
	return view->conv ? view->conv->item_count : 0;
}

/* --- walking by rows --- */

/* `rows` up from `at`, at most to the start. */
struct place transcript_up(struct transcript *view, struct place at,
			   size_t rows)
{
	while (rows > at.row && at.item) {
		rows -= at.row;
		at.item--;
		at.row = transcript_height(view, at.item);
	}
	at.row = rows < at.row ? at.row - rows : 0;
	return at;
}

/* `rows` down from `at`, at most past the end. */
struct place transcript_down(struct transcript *view, struct place at,
			     size_t rows)
{
	while (at.item < item_count(view)) {
		size_t left = transcript_height(view, at.item);

		left = left > at.row ? left - at.row : 0;
		if (rows < left) {
			at.row += rows;
			break;
		}
		rows -= left;
		at.item++;
		at.row = 0;
	}
	return at;
}

/* The window's first row if the end is at its bottom. */
static struct place bottom_top(struct transcript *view)
{
	struct place end = { item_count(view), 0 };

	return transcript_up(view, end, (size_t)view->rows);
}

/* --- the window --- */

static void remember_nearby(struct transcript *view)
{
	const struct conversation *conv = view->conv;
	size_t count = 0, at = view->top.item;

	for (size_t i = 1; i <= NEARBY && at + i < conv->item_count; i++)
		view->nearby[count++] = conv->items[at + i].id;
	for (size_t i = 1; i <= NEARBY && i <= at; i++)
		view->nearby[count++] = conv->items[at - i].id;
	view->nearby_count = count;
}

/* Fill the window from its first row on. */
static void fill(struct transcript *view)
{
	struct place at = view->top;
	size_t count = item_count(view);

	view->line_count = 0;
	if (view->rows > view->line_cap) {
		view->lines = xreallocarray(view->lines, (size_t)view->rows,
					    sizeof(*view->lines));
		view->line_cap = view->rows;
	}
	for (; at.item < count; at.item++, at.row = 0) {
		size_t height;

		if (view->line_count == view->rows)
			break;
		height = transcript_height(view, at.item);
		for (; at.row < height && view->line_count < view->rows;
		     at.row++)
			view->lines[view->line_count++] = at;
	}
	if (view->top.item < count) {
		view->top_id = view->conv->items[view->top.item].id;
		remember_nearby(view);
	}
}

bool transcript_shows(const struct transcript *view, uint32_t id)
{
	for (int i = 0; i < view->line_count; i++)
		if (view->conv->items[view->lines[i].item].id == id)
			return true;
	return false;
}

/* While new text scrolls the window, the selection may leave it. */
static void check_selection(struct transcript *view)
{
	if (!view->selected)
		return;
	if (conversation_find_item(view->conv, view->selected) == SIZE_MAX ||
	    (view->follow && !transcript_shows(view, view->selected)))
		view->selected = 0;
}

static size_t live_bytes(const struct item *item)
{
	return item->live ? item->live->text.len : 0;
}

static void note_seen(struct transcript *view)
{
	size_t count = item_count(view);
	const struct item *last = count ? &view->conv->items[count - 1] : NULL;

	view->seen = (struct last_seen){
		.id = last ? last->id : 0,
		.bytes = last ? live_bytes(last) : 0,
		.index = count ? count - 1 : 0,
	};
}

static void set_top(struct transcript *view, struct place top)
{
	view->top = top;
	view->has_mark = false;
	view->at_start = false;
}

/*
 * Put `top` at the window's top; if the end is then visible, follow it from now
 * on. Called only for the user's movements.
 */
void transcript_go(struct transcript *view, struct place top)
{
	struct place bottom = bottom_top(view);
	bool was_following = view->follow;
	bool at_end = !transcript_is_before(top, bottom);

	view->follow = at_end && !view->range.active;
	set_top(view, at_end ? bottom : top);
	if (was_following && !view->follow)
		note_seen(view);
	fill(view);
}

void transcript_hold(struct transcript *view)
{
	if (view->follow)
		note_seen(view);
	view->follow = false;
}

/* The item that the window began with, or one near it that still exists. */
static size_t find_top(struct transcript *view, bool *same)
{
	size_t index = conversation_find_item(view->conv, view->top_id);

	*same = index != SIZE_MAX;
	for (size_t i = 0; index == SIZE_MAX && i < view->nearby_count; i++)
		index = conversation_find_item(view->conv, view->nearby[i]);
	return index;
}

/* Restore the position after any kind of change. */
static void restore_top(struct transcript *view, bool other_width)
{
	struct place top = view->top;
	size_t height;
	bool same;

	top.item = find_top(view, &same);
	if (top.item == SIZE_MAX) {
		view->follow = true;
		set_top(view, bottom_top(view));
		return;
	}
	if (!same)
		top.row = 0;
	if (view->at_start)
		top = (struct place){ 0, 0 };
	view->at_start &= view->conv->head != NULL;
	height = transcript_height(view, top.item);
	if (same && other_width && view->has_mark)
		top.row = transcript_item_marked_row(
			transcript_item_at(view, top.item), view->top_mark);
	if (top.row >= height)
		top.row = height ? height - 1 : 0;
	view->top = top;
}

/* Save the reading position before the rows are rebuilt for another width. */
static void take_mark(struct transcript *view)
{
	const struct transcript_item *it =
		transcript_cache_peek(&view->cache, view->top_id);

	if (view->has_mark || view->follow || !it || it->cols != view->cols ||
	    view->top.row < it->lead ||
	    view->top.row >= transcript_item_height(it))
		return;
	view->top_mark = transcript_item_mark(it, view->top.row);
	view->has_mark = true;
}

static bool is_other(const struct transcript *view,
		     const struct conversation *conv)
{
	/* A recreated conversation numbers its items again. */
	return conv && (!view->conv_id || conv->host != view->conv_host ||
			(view->conv && view->conv != conv) ||
			strcmp(conv->id, view->conv_id) != 0);
}

/* Another conversation: position and folds are useless. */
static void start_anew(struct transcript *view, const struct conversation *conv)
{
	free(view->conv_id);
	view->conv_id = xstrdup(conv->id);
	view->conv_host = conv->host;
	transcript_cache_release(&view->cache);
	view->follow = true;
	view->has_mark = false;
	view->selected = 0;
	view->range.lost = view->range.active;
	view->range.active = false;
	view->nearby_count = 0;
	view->top_id = 0;
}

/* Take over what is shown, and where. */
static void set_window(struct transcript *view, const struct conversation *conv,
		       int cols, int rows, int64_t now_ms)
{
	view->conv = conv;
	view->laid_out = conv ? conv->revision : 0;
	view->cols = cols > 0 ? cols : 0;
	view->rows = rows > 0 ? rows : 0;
	view->now_ms = now_ms;
	/* The last row then shows for how long nothing has come. */
	if (conv && view->follow && view->rows > 1 &&
	    transcript_is_quiet(conv, now_ms))
		view->rows--;
	view->cache.held = !view->follow;
	view->line_count = 0;
	/* More than twice the window: visible rows are never dropped. */
	if (view->cache.limit < 2 * (size_t)view->rows + 64)
		view->cache.limit = 2 * (size_t)view->rows + 64;
}

void transcript_layout(struct transcript *view, const struct conversation *conv,
		       int cols, int rows, int64_t now_ms)
{
	bool other_width = cols != view->cols;
	bool other_size = other_width || rows != view->rows;

	if (is_other(view, conv))
		start_anew(view, conv);
	else if (other_width)
		take_mark(view);
	set_window(view, conv, cols, rows, now_ms);
	if (!conv || !view->cols || !view->rows)
		return;
	if (view->follow)
		set_top(view, bottom_top(view));
	else
		restore_top(view, other_width);
	fill(view);
	/* A larger window must not be empty below the end. */
	if (other_size && !view->follow && view->line_count < view->rows) {
		view->top = bottom_top(view);
		fill(view);
	}
	check_selection(view);
	transcript_lines_check(view);
}

/* --- moving --- */

bool transcript_is_ready(struct transcript *view)
{
	if (view->conv && view->laid_out != view->conv->revision)
		transcript_layout(view, view->conv, view->cols, view->rows,
				  view->now_ms);
	return view->conv && view->conv->item_count && view->rows > 0 &&
	       view->cols > 0;
}

void transcript_scroll(struct transcript *view, long rows)
{
	size_t count = rows < 0 ? 0 - (size_t)rows : (size_t)rows;

	if (!transcript_is_ready(view) || !rows)
		return;
	transcript_go(view, rows < 0 ? transcript_up(view, view->top, count)
				     : transcript_down(view, view->top, count));
	transcript_drag_selection(view, rows > 0);
}

void transcript_page(struct transcript *view, int halves)
{
	long half = view->rows / 2;

	/* A whole page keeps one row of the previous one. */
	if (halves % 2 == 0)
		transcript_scroll(
			view,
			halves / 2 * (view->rows > 1 ? view->rows - 1L : 1L));
	else
		transcript_scroll(view, halves * (half ? half : 1));
}

void transcript_home(struct transcript *view)
{
	if (!transcript_is_ready(view))
		return;
	transcript_go(view, (struct place){ 0, 0 });
	transcript_leave_selection(view);
	view->at_start = view->conv->head && !view->follow;
}

void transcript_end(struct transcript *view)
{
	view->follow = true;
	if (!transcript_is_ready(view))
		return;
	transcript_go(view, bottom_top(view));
	transcript_leave_selection(view);
}

static bool is_turn(const struct transcript *view, size_t index)
{
	const struct item *items = view->conv->items;

	return items[index].kind == ITEM_TURN ||
	       (items[index].kind == ITEM_REQUEST &&
		(!index || items[index - 1].kind != ITEM_TURN));
}

void transcript_turn(struct transcript *view, int step)
{
	struct place to = view->top;

	if (!transcript_is_ready(view) || !step)
		return;
	for (int left = abs(step); left; left--) {
		size_t at = to.item;

		if (step > 0) {
			do {
				at++;
			} while (at < item_count(view) && !is_turn(view, at));
			if (at == item_count(view))
				break;
		} else {
			/* First to the start of the visible turn. */
			if (!to.row && at)
				at--;
			while (at && !is_turn(view, at))
				at--;
		}
		to = (struct place){ at, 0 };
	}
	transcript_go(view, to);
	/* Whichever way, the turn begins at the top. */
	transcript_drag_selection(view, true);
}

bool transcript_following(const struct transcript *view)
{
	return view->follow;
}

size_t transcript_new_items(const struct transcript *view)
{
	const struct conversation *conv = view->conv;
	size_t index;

	if (view->follow || !conv || !conv->item_count)
		return 0;
	index = conversation_find_item(conv, view->seen.id);
	if (index == SIZE_MAX)
		index = view->seen.index;
	if (index >= conv->item_count)
		return 0;
	/* The former last item may have grown. */
	return conv->item_count - 1 - index +
	       (conv->items[index].id == view->seen.id &&
		live_bytes(&conv->items[index]) > view->seen.bytes);
}

size_t transcript_top(const struct transcript *view)
{
	return view->top.item;
}

struct transcript_place transcript_leave(const struct transcript *view)
{
	return (struct transcript_place){ view->top_id, view->top.row,
					  view->follow, view->selected };
}

void transcript_return(struct transcript *view, struct transcript_place place)
{
	size_t index;

	if (!transcript_is_ready(view))
		return;
	index = conversation_find_item(view->conv, place.id);
	view->selected = place.selected;
	if (place.follow || index == SIZE_MAX)
		transcript_end(view);
	else
		transcript_go(view, (struct place){ index, place.row });
	check_selection(view);
}

void transcript_show_row(struct transcript *view, struct place at, size_t above)
{
	view->at_start = false;
	for (int i = 0; i < view->line_count; i++)
		if (view->lines[i].item == at.item &&
		    view->lines[i].row == at.row) {
			fill(view);
			return;
		}
	transcript_go(view, transcript_up(view, at, above));
}

void transcript_heights_changed(struct transcript *view)
{
	if (!transcript_is_ready(view))
		return;
	if (view->follow)
		set_top(view, bottom_top(view));
	else
		restore_top(view, false);
	fill(view);
	check_selection(view);
}
