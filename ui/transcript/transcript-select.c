#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "ui/transcript/transcript-private.h"

/* Selecting items, and folding them. */

static bool is_foldable(struct transcript *view, size_t index)
{
	switch (view->conv->items[index].kind) {
	case ITEM_REQUEST:
	case ITEM_REASONING:
	case ITEM_TOOL_CALL:
	case ITEM_INQUIRY:
	case ITEM_OTHER:
		return transcript_item_at(view, index)->fold_row >= 0;
	default:
		return false;
	}
}

static bool is_selectable(struct transcript *view, size_t index)
{
	return view->conv->items[index].kind != ITEM_TURN &&
	       transcript_height(view, index);
}

/* The first or last item of this kind in the window, or SIZE_MAX. */
static size_t find_visible(struct transcript *view, bool last,
			   bool (*wanted)(struct transcript *view,
					  size_t index))
{
	for (int i = 0; i < view->line_count; i++) {
		int line = last ? view->line_count - 1 - i : i;
		size_t index = view->lines[line].item;

		if (wanted(view, index))
			return index;
	}
	return SIZE_MAX;
}

static void select_index(struct transcript *view, size_t index)
{
	view->selected = index == SIZE_MAX ? 0 : view->conv->items[index].id;
}

/* The selected item may have left the window: select the nearest one in it. */
void transcript_drag_selection(struct transcript *view, bool down)
{
	if (view->selected && !transcript_shows(view, view->selected))
		select_index(view, find_visible(view, !down, is_selectable));
}

/* The selected index; SIZE_MAX if there is none, or if it has left the window:
 * invisible items are not acted on, and selecting starts over. */
static size_t selected_index(const struct transcript *view)
{
	return view->selected && transcript_shows(view, view->selected)
		       ? conversation_find_item(view->conv, view->selected)
		       : SIZE_MAX;
}

/* After a jump it is not nearer to either end. */
void transcript_leave_selection(struct transcript *view)
{
	if (selected_index(view) == SIZE_MAX)
		view->selected = 0;
}

uint32_t transcript_selected(const struct transcript *view)
{
	return view->conv && selected_index(view) != SIZE_MAX ? view->selected
							      : 0;
}

/* The row that represents the item: with the glyph, or its first text. */
static size_t chief_row(struct transcript *view, size_t index)
{
	return transcript_item_chief_row(transcript_item_at(view, index));
}

/* Scroll only as far as needed to show the item's line. */
static void show_item(struct transcript *view, size_t index)
{
	struct place at = { index, chief_row(view, index) };

	transcript_show_row(view, at,
			    transcript_is_before(at, view->top)
				    ? 0
				    : (size_t)view->rows - 1);
}

static size_t next_selectable(struct transcript *view, size_t from, bool down)
{
	size_t at = from;

	for (;;) {
		if (down ? at + 1 >= view->conv->item_count : !at)
			return from;
		at = down ? at + 1 : at - 1;
		if (is_selectable(view, at))
			return at;
	}
}

void transcript_select(struct transcript *view, int step)
{
	size_t index;

	if (!transcript_is_ready(view) || !step)
		return;
	index = selected_index(view);
	if (index == SIZE_MAX) {
		index = find_visible(view, step < 0, is_selectable);
		if (index == SIZE_MAX) {
			size_t from = view->top.item;

			index = next_selectable(view, from, step > 0);
			if (index == from)
				return;
		}
	} else {
		for (int left = abs(step); left; left--)
			index = next_selectable(view, index, step > 0);
	}
	select_index(view, index);
	show_item(view, index);
}

static enum fold next_fold(const struct transcript_item *it)
{
	if (!it->unfolded)
		return it->kind == ITEM_REASONING ? FOLD_ALL : FOLD_PREVIEW;
	return it->fold == FOLD_PREVIEW && it->more ? FOLD_ALL : FOLD_CLOSED;
}

/* The line of the screen that is the first behind an item, or 0. */
static size_t line_behind(const struct transcript *view, size_t index)
{
	for (int i = 1; i < view->line_count; i++)
		if (view->lines[i].item > index &&
		    view->lines[i - 1].item <= index)
			return (size_t)i;
	return 0;
}

/*
 * Keep the item's line where it is on the screen, except to make room for what
 * was unfolded. If the line was above the screen, keep what is below the item;
 * if neither shows, let the item stand where its surroundings do, too.
 */
static void set_fold(struct transcript *view, size_t index, enum fold fold)
{
	size_t line = chief_row(view, index), height, below;
	size_t y = SIZE_MAX, rows = (size_t)view->rows;

	for (int i = view->line_count - 1; i >= 0; i--)
		if (view->lines[i].item == index && view->lines[i].row == line)
			y = (size_t)i;
	below = line_behind(view, index);
	transcript_cache_choose(&view->cache, &view->conv->items[index], fold);
	height = transcript_height(view, index) - chief_row(view, index);
	if (y == SIZE_MAX && below)
		y = below > height ? below - height : 0;
	else if (y == SIZE_MAX)
		y = rows / 3;
	if (y + height > rows)
		y = height < rows ? rows - height : 0;
	transcript_go(
		view,
		transcript_up(view,
			      (struct place){ index, chief_row(view, index) },
			      y));
}

static void toggle(struct transcript *view, size_t index)
{
	set_fold(view, index, next_fold(transcript_item_at(view, index)));
}

/* What is folded if asked to: the selection, or the last one that shows. */
static size_t fold_target(struct transcript *view)
{
	size_t index;

	if (!transcript_is_ready(view))
		return SIZE_MAX;
	index = selected_index(view);
	if (index == SIZE_MAX)
		index = find_visible(view, true, is_foldable);
	return index != SIZE_MAX && is_foldable(view, index) ? index : SIZE_MAX;
}

enum transcript_fold transcript_next_fold(struct transcript *view)
{
	size_t index = fold_target(view);
	enum fold fold;

	if (index == SIZE_MAX)
		return TRANSCRIPT_FOLD_NOTHING;
	fold = next_fold(transcript_item_at(view, index));
	if (fold == FOLD_CLOSED)
		return TRANSCRIPT_FOLD_CLOSE;
	return transcript_item_at(view, index)->unfolded ? TRANSCRIPT_FOLD_ALL
							 : TRANSCRIPT_FOLD_OPEN;
}

uint32_t transcript_more_of(struct transcript *view)
{
	return transcript_next_fold(view) == TRANSCRIPT_FOLD_ALL
		       ? view->conv->items[fold_target(view)].id
		       : 0;
}

void transcript_set_fold_key(struct transcript *view, const char *key)
{
	snprintf(view->fold_key, sizeof(view->fold_key), "%s", key ? key : "");
}

void transcript_toggle(struct transcript *view)
{
	size_t index = fold_target(view);

	if (index == SIZE_MAX)
		return;
	select_index(view, index);
	toggle(view, index);
}

void transcript_fold(struct transcript *view, int step)
{
	size_t index = fold_target(view);
	enum transcript_fold next = transcript_next_fold(view);

	if (index == SIZE_MAX)
		return;
	select_index(view, index);
	if (step < 0 && transcript_item_at(view, index)->unfolded)
		set_fold(view, index, FOLD_CLOSED);
	else if (step > 0 && next != TRANSCRIPT_FOLD_CLOSE)
		toggle(view, index);
}

void transcript_click(struct transcript *view, int y)
{
	const struct transcript_item *it;
	struct place at;

	if (!transcript_is_ready(view) || y < 0 || y >= view->line_count)
		return;
	at = view->lines[y];
	if (!is_selectable(view, at.item))
		return;
	select_index(view, at.item);
	it = transcript_item_at(view, at.item);
	if (((int)transcript_item_row(it, at.row) == it->fold_row ||
	     transcript_item_is_more(it, transcript_item_row(it, at.row))) &&
	    is_foldable(view, at.item))
		toggle(view, at.item);
}

static void toggle_kind(struct transcript *view, enum item_kind kind)
{
	transcript_cache_toggle_kind(&view->cache, kind);
	transcript_heights_changed(view);
}

void transcript_toggle_tools(struct transcript *view)
{
	toggle_kind(view, ITEM_TOOL_CALL);
}

void transcript_toggle_reasoning(struct transcript *view)
{
	toggle_kind(view, ITEM_REASONING);
}
