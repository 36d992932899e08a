#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/store/item-text.h"
#include "ui/text/source.h"
#include "ui/transcript/transcript-private.h"

/*
 * Selects lines of the source. Each row has its source lines, so what is copied
 * never depends on what is drawn. An end is stored as an item and a line of its
 * source, so neither new text nor other rows move it.
 */

/* An end of the selection as shown: rows of one item. */
struct unit {
	size_t item;
	size_t row, end;     /* as shown: first, and after the last */
	uint32_t line, last; /* their lines of the source */
};

static const struct row *row_at(const struct transcript_item *it, size_t row)
{
	return &it->rows.rows[transcript_item_row(it, row)];
}

/* The row with which `line` begins, or one that represents it, or the nearest;
 * SIZE_MAX if the item shows nothing of its source. */
static size_t find_row(const struct transcript_item *it, uint32_t line)
{
	size_t height = transcript_item_height(it), best = SIZE_MAX;

	for (size_t i = 0; i < height; i++) {
		const struct row *row = row_at(it, i);

		if (row->line == line)
			return i;
		if (row->line && (best == SIZE_MAX || row->line < line))
			best = i;
	}
	for (size_t i = 0; best != SIZE_MAX && i < height; i++) {
		const struct row *row = row_at(it, i);

		if (row->line && row->line <= line && line <= row->last)
			return i;
	}
	return best;
}

/* The rows that begin with the same line as `row`. */
static struct unit unit_of(struct transcript *view, size_t index, size_t row)
{
	const struct transcript_item *it = transcript_item_at(view, index);
	struct unit unit = { .item = index, .row = row };

	unit.line = row_at(it, row)->line;
	while (unit.row && row_at(it, unit.row - 1)->line == unit.line)
		unit.row--;
	for (unit.end = unit.row; unit.end < transcript_item_height(it) &&
				  row_at(it, unit.end)->line == unit.line;
	     unit.end++)
		if (row_at(it, unit.end)->last > unit.last)
			unit.last = row_at(it, unit.end)->last;
	return unit;
}

static bool find_unit(struct transcript *view, const struct line_place *place,
		      struct unit *unit)
{
	size_t index = conversation_find_item(view->conv, place->id), row;

	if (index == SIZE_MAX || transcript_hides(view, index))
		return false;
	row = find_row(transcript_item_at(view, index), place->line);
	if (row == SIZE_MAX)
		return false;
	*unit = unit_of(view, index, row);
	return true;
}

/* The next rows that show some of the source: `down` from row `row` of an item,
 * or up from before it. */
static bool seek(struct transcript *view, size_t index, size_t row, bool down,
		 struct unit *unit)
{
	size_t count = view->conv->item_count;

	for (;;) {
		size_t height = transcript_height(view, index);
		const struct transcript_item *it =
			height ? transcript_item_at(view, index) : NULL;

		if (row > height)
			row = height;
		while (down ? row < height : row > 0) {
			size_t at = down ? row++ : --row;

			if (!row_at(it, at)->line)
				continue;
			*unit = unit_of(view, index, at);
			return true;
		}
		if (down ? index + 1 >= count : !index)
			return false;
		index = down ? index + 1 : index - 1;
		row = down ? 0 : SIZE_MAX;
	}
}

static void set_place(struct transcript *view, struct line_place *place,
		      const struct unit *unit)
{
	place->id = view->conv->items[unit->item].id;
	place->line = unit->line;
}

/* Move the moving end there, and show it. */
static void move_to(struct transcript *view, const struct unit *unit)
{
	struct place first = { unit->item, unit->row };
	struct place last = { unit->item, unit->end - 1 };

	set_place(view, &view->range.moving, unit);
	view->selected = view->range.moving.id;
	if (transcript_is_before(first, view->top))
		transcript_show_row(view, first, 0);
	else
		transcript_show_row(view, last, (size_t)view->rows - 1);
}

/* Find where a new selection begins: in the selected item, or at the end. */
static bool find_start(struct transcript *view, struct unit *unit)
{
	bool chosen = view->selected && transcript_shows(view, view->selected);

	for (int i = 0; i < view->line_count; i++) {
		int at = chosen ? i : view->line_count - 1 - i;
		struct place place = view->lines[at];
		uint32_t id = view->conv->items[place.item].id;

		if ((chosen && id != view->selected) ||
		    !row_at(transcript_item_at(view, place.item), place.row)
			     ->line)
			continue;
		*unit = unit_of(view, place.item, place.row);
		return true;
	}
	return false;
}

bool transcript_lines_begin(struct transcript *view)
{
	struct unit unit;

	if (!transcript_is_ready(view) || !find_start(view, &unit))
		return false;
	view->range = (struct line_range){ .active = true };
	transcript_hold(view);
	set_place(view, &view->range.fixed, &unit);
	move_to(view, &unit);
	return true;
}

bool transcript_lines_point(struct transcript *view, int y)
{
	struct unit unit;
	struct place at;

	if (!transcript_is_ready(view) || !view->line_count)
		return false;
	if (y < 0 || y >= view->line_count)
		transcript_scroll(view, y < 0 ? -1 : 1);
	y = y < 0 ? 0 : y < view->line_count ? y : view->line_count - 1;
	at = view->lines[y];
	if (!seek(view, at.item, at.row, true, &unit) &&
	    !seek(view, at.item, at.row, false, &unit))
		return false;
	if (!view->range.active) {
		view->range = (struct line_range){ .active = true };
		transcript_hold(view);
		set_place(view, &view->range.fixed, &unit);
	}
	set_place(view, &view->range.moving, &unit);
	view->selected = view->range.moving.id;
	return true;
}

bool transcript_lines_active(const struct transcript *view)
{
	return view->range.active;
}

void transcript_lines_end(struct transcript *view)
{
	if (!view->range.active)
		return;
	view->range.active = false;
	/* If the end is visible, it is followed again. */
	if (transcript_is_ready(view))
		transcript_go(view, view->top);
}

void transcript_lines_check(struct transcript *view)
{
	struct lines_span span;

	if (!view->range.active || transcript_lines_span(view, &span))
		return;
	view->range.active = false;
	view->range.lost = true;
}

bool transcript_lines_lost(struct transcript *view)
{
	bool lost = view->range.lost;

	view->range.lost = false;
	return lost;
}

/* --- moving an end --- */

static bool moving(struct transcript *view, struct unit *unit)
{
	/* New events may have ended the selection. */
	return transcript_is_ready(view) && view->range.active &&
	       find_unit(view, &view->range.moving, unit);
}

void transcript_lines_step(struct transcript *view, int step)
{
	struct unit unit;

	if (!moving(view, &unit))
		return;
	for (int left = abs(step); left; left--)
		if (!seek(view, unit.item, step > 0 ? unit.end : unit.row,
			  step > 0, &unit))
			break;
	move_to(view, &unit);
}

void transcript_lines_page(struct transcript *view, int halves)
{
	size_t rows = (size_t)abs(halves) * (size_t)view->rows / 2;
	struct unit unit, to;
	struct place at;

	if (!moving(view, &unit))
		return;
	/* A line longer than that is left anyway. */
	to = unit;
	if (halves > 0) {
		at = transcript_down(
			view, (struct place){ unit.item, unit.row }, rows);
		if (at.item >= view->conv->item_count)
			seek(view, at.item - 1, SIZE_MAX, false, &to);
		else if (!seek(view, at.item, at.row, true, &to))
			seek(view, at.item, at.row, false, &to);
	} else {
		at = transcript_up(view, (struct place){ unit.item, unit.row },
				   rows);
		if (!seek(view, at.item, at.row + 1, false, &to))
			seek(view, at.item, at.row, true, &to);
	}
	if (to.item == unit.item && to.row == unit.row)
		transcript_lines_step(view, halves > 0 ? 1 : -1);
	else
		move_to(view, &to);
}

void transcript_lines_home(struct transcript *view)
{
	struct unit unit;

	if (moving(view, &unit) && seek(view, 0, 0, true, &unit))
		move_to(view, &unit);
}

void transcript_lines_last(struct transcript *view)
{
	struct unit unit;

	if (moving(view, &unit) &&
	    seek(view, view->conv->item_count - 1, SIZE_MAX, false, &unit))
		move_to(view, &unit);
}

/* To the last line of the item, then of the next; or to the first. */
void transcript_lines_item(struct transcript *view, int step)
{
	struct unit unit, next;
	bool down = step > 0;

	if (!moving(view, &unit) ||
	    !seek(view, unit.item, down ? unit.end : unit.row, down, &next))
		return;
	if (down)
		seek(view, next.item, SIZE_MAX, false, &next);
	else
		seek(view, next.item, 0, true, &next);
	move_to(view, &next);
}

void transcript_lines_turn(struct transcript *view, int step)
{
	struct unit unit, next;

	if (!moving(view, &unit))
		return;
	/* The rest of an item does not begin a turn. */
	while (seek(view, unit.item, step > 0 ? SIZE_MAX : unit.row, step > 0,
		    &next)) {
		unit = next;
		unit.row = 0;
		if (view->conv->items[unit.item].kind == ITEM_REQUEST)
			break;
	}
	if (seek(view, unit.item, 0, true, &unit))
		move_to(view, &unit);
}

void transcript_lines_swap(struct transcript *view)
{
	struct line_place moving_end = view->range.moving;
	struct unit unit;

	if (!moving(view, &unit))
		return;
	view->range.moving = view->range.fixed;
	view->range.fixed = moving_end;
	if (moving(view, &unit))
		move_to(view, &unit);
}

/* --- what is selected --- */

bool transcript_lines_span(struct transcript *view, struct lines_span *span)
{
	struct unit a, b;

	if (!find_unit(view, &view->range.fixed, &a) ||
	    !find_unit(view, &view->range.moving, &b))
		return false;
	if (a.item > b.item || (a.item == b.item && a.line > b.line)) {
		struct unit swap = a;

		a = b;
		b = swap;
	}
	*span = (struct lines_span){ a.item, b.item, a.line, b.last };
	if (a.item == b.item && a.last > b.last)
		span->last = a.last;
	return true;
}

/* The lines of an item that are selected. */
static bool range_in(const struct lines_span *span, size_t index,
		     struct source_range *range)
{
	if (index < span->first || index > span->end)
		return false;
	range->line = index == span->first ? span->line : 1;
	range->last = index == span->end ? span->last : ROWS_SOURCE_END;
	return true;
}

static bool meets(const struct row *row, const struct source_range *range)
{
	return row->line && row->line <= range->last &&
	       row->last >= range->line;
}

/* Rows without source lines are selected together with their neighbours. */
bool transcript_lines_has(const struct transcript_item *it, size_t index,
			  size_t row, const struct lines_span *span)
{
	size_t height = transcript_item_height(it), before = row, behind = row;
	struct source_range range;

	if (!range_in(span, index, &range))
		return false;
	while (before && !row_at(it, before)->line)
		before--;
	while (behind + 1 < height && !row_at(it, behind)->line)
		behind++;
	return meets(row_at(it, before), &range) &&
	       meets(row_at(it, behind), &range);
}

/* Whether every row that shows some of the source is in the range. */
static bool is_whole(const struct transcript_item *it,
		     const struct source_range *range)
{
	/* The rows of an ended item are of an earlier text. */
	if (it->stale)
		return true;
	for (size_t i = 0; i < it->rows.count; i++) {
		const struct row *row = &it->rows.rows[i];

		if (row->line &&
		    (row->line < range->line || row->last > range->last))
			return false;
	}
	return true;
}

static bool is_fence(struct slice line)
{
	/* In lists and quotes, marks precede it. */
	while (line.len && strchr(" \t>-+*", *line.ptr))
		line = slice_skip(line, 1);
	return slice_starts_with(line, SLICE("```")) ||
	       slice_starts_with(line, SLICE("~~~"));
}

/*
 * Whether to add the end of a code block, which has no row: it is copied if the
 * block's beginning and last line are selected.
 */
static bool lacks_fence(struct slice source, const struct source_range *range)
{
	struct slice lines = source_lines(source, range->line, range->last);
	bool open = false;

	if (range->last == ROWS_SOURCE_END)
		return false;
	while (lines.len)
		open ^= is_fence(slice_take_line(&lines));
	return open &&
	       is_fence(source_lines(source, range->last + 1, range->last + 1));
}

/* Items between the two ends need no rows. */
static bool is_between(const struct source_range *range)
{
	return range->line == 1 && range->last == ROWS_SOURCE_END;
}

static void add_item(struct strbuf *out, struct transcript *view, size_t index,
		     struct source_range range)
{
	struct strbuf source = STRBUF_INIT;
	struct slice lines;

	item_text_source(&source, view->conv, &view->conv->items[index]);
	lines = strbuf_slice(&source);
	if (!is_between(&range) &&
	    !is_whole(transcript_item_at(view, index), &range)) {
		if (lacks_fence(lines, &range))
			range.last++;
		lines = source_lines(lines, range.line, range.last);
	}
	if (out->len && lines.len) {
		strbuf_end_line(out);
		strbuf_addch(out, '\n');
	}
	strbuf_addslice(out, lines);
	strbuf_release(&source);
}

bool transcript_lines_text(struct transcript *view, struct strbuf *out)
{
	struct lines_span span;
	struct source_range range;

	if (!transcript_is_ready(view) || !view->range.active ||
	    !transcript_lines_span(view, &span))
		return false;
	for (size_t i = span.first; i <= span.end; i++)
		if (!transcript_hides(view, i) && range_in(&span, i, &range))
			add_item(out, view, i, range);
	return out->len > 0;
}
