#include "config.h"

#include <string.h>

#include "src/base/clock.h"
#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"
#include "ui/text/width.h"
#include "ui/transcript/transcript-private.h"
#include "ui/transcript/transcript-times.h"
#include "ui/view/elapsed.h"

/* Draws a window's rows on a canvas, and finds when they next change. */

enum {
	SPIN_MS = 100,
	SPIN_FRAMES = 10,
	MS_MINUTE = 60000,
	TURN_MIN_COLS = 20, /* left before a turn's cost is dropped */
	PATH_MIN_COLS = 12, /* less of a path is only its beginning */
	LEFT_MIN_COLS = 8,  /* left of a line before its time is dropped */
};

static const struct {
	const char *word;
	enum face face;
} states[] = {
	[TOOL_WAITING] = { N_("waiting"), FACE_WAITING },
	[TOOL_RUNNING] = { N_("running"), FACE_RUNNING },
	[TOOL_OK] = { N_("ok"), FACE_OK },
	[TOOL_FAILED] = { N_("failed"), FACE_FAILED },
	[TOOL_SKIPPED] = { N_("skipped"), FACE_DIM },
	[TOOL_INTERRUPTED] = { N_("interrupted"), FACE_DIM },
};

const char *transcript_item_state(enum tool_state state, enum face *face)
{
	*face = states[state].face;
	return _(states[state].word);
}

/* A row on the canvas, and how much of it is free. */
struct line {
	struct canvas *cv;
	struct rect at; /* one row */
	int cols;       /* left of what is at the right */
};

/* Text at the right edge, with a blank before it. */
static void draw_right(struct line *line, struct slice text, enum face face)
{
	int cols = width_text(text);

	if (cols >= line->cols)
		return;
	line->cols -= cols;
	canvas_text(line->cv, line->at, line->at.x + line->cols, line->at.y,
		    text, face);
	line->cols--;
}

static void draw_age(struct line *line, const struct transcript *view,
		     const struct transcript_item *it)
{
	struct strbuf age = STRBUF_INIT, text = STRBUF_INIT;
	size_t index = conversation_find_item(view->conv, it->id);
	size_t turn_len;

	if (it->at_ms == TIMESTAMP_NONE)
		return;
	if (index != SIZE_MAX)
		transcript_add_turn(&text, view->conv, index);
	turn_len = text.len;
	elapsed_add_age(&age, view->now_ms - it->at_ms);
	/* No seconds: nothing on an idle screen changes within a minute. */
	if (view->now_ms - it->at_ms < MS_MINUTE)
		strbuf_addstr(&text, _("now"));
	else
		strbuf_addf(&text, _("%s ago"), age.buf);
	if (width_text(strbuf_slice(&text)) + TURN_MIN_COLS > line->cols)
		strbuf_remove(&text, 0, turn_len);
	if (width_text(strbuf_slice(&text)) + LEFT_MIN_COLS <= line->cols)
		draw_right(line, strbuf_slice(&text), FACE_DIM);
	strbuf_release(&age);
	strbuf_release(&text);
}

static bool is_going_on(const struct transcript_item *it)
{
	if (it->kind == ITEM_INQUIRY)
		return it->waits;
	return it->kind == ITEM_TOOL_CALL && (it->tool_state == TOOL_WAITING ||
					      it->tool_state == TOOL_RUNNING);
}

static bool spins(const struct transcript_item *it)
{
	return it->kind == ITEM_TOOL_CALL && it->tool_state == TOOL_RUNNING;
}

/* " 4.1s", or nothing if the time is unknown. */
static void add_time(struct strbuf *out, const struct transcript *view,
		     const struct transcript_item *it, bool brief)
{
	if (!is_going_on(it)) {
		call_times_add(out, &it->times, it->tool_state, brief);
		return;
	}
	if (it->times.started_ms == TIMESTAMP_NONE)
		return;
	strbuf_addch(out, ' ');
	/* While something waits, tenths of a second are useless. */
	if (spins(it))
		elapsed_add_clock(out,
				  call_times_worked(&it->times, view->now_ms));
	else
		elapsed_add_age(out, view->now_ms - it->times.asked_ms);
}

static bool has_room(const struct line *line, const struct strbuf *text)
{
	return width_text(strbuf_slice(text)) + LEFT_MIN_COLS <= line->cols;
}

static void draw_state(struct line *line, const struct transcript *view,
		       const struct transcript_item *it)
{
	struct strbuf text = STRBUF_INIT;
	enum face face = FACE_WAITING;
	size_t word_len;

	if (it->kind == ITEM_TOOL_CALL) {
		face = states[it->tool_state].face;
		strbuf_addstr(&text, _(states[it->tool_state].word));
	} else if (it->kind == ITEM_INQUIRY && it->waits) {
		strbuf_addstr(&text, _("waiting"));
	} else {
		return;
	}
	word_len = text.len;
	add_time(&text, view, it, false);
	if (!has_room(line, &text)) {
		strbuf_setlen(&text, word_len);
		add_time(&text, view, it, true);
	}
	if (!has_room(line, &text))
		strbuf_setlen(&text, word_len);
	draw_right(line, strbuf_slice(&text), face);
	strbuf_release(&text);
}

static uint32_t glyph_of(const struct transcript *view,
			 const struct transcript_item *it)
{
	if (spins(it))
		return GLYPH_SPIN_0 + (uint32_t)((uint64_t)view->now_ms /
						 SPIN_MS % SPIN_FRAMES);
	return it->unfolded ? GLYPH_UNFOLDED : GLYPH_FOLDED;
}

static enum face glyph_face(const struct transcript_item *it)
{
	return it->kind == ITEM_TOOL_CALL ? states[it->tool_state].face
					  : FACE_DIM;
}

static bool is_path(struct slice text)
{
	return memchr(text.ptr, '/', text.len) &&
	       !memchr(text.ptr, ' ', text.len);
}

/* The end of a path identifies it: its middle is omitted. */
static void elide(struct strbuf *out, struct slice text, int cols, bool call)
{
	struct slice path = slice_skip_blanks(text);
	int blanks = (int)(text.len - path.len), room = cols - blanks;

	if (!call || room < PATH_MIN_COLS || !is_path(path)) {
		width_elide(out, text, cols);
		return;
	}
	strbuf_addchars(out, ' ', (size_t)blanks);
	width_elide_middle(out, path, room, room / 3);
}

/* Whether it shows the rest of the line of code in the row before. */
static bool goes_on(const struct rows *rows, const struct row *row)
{
	return row > rows->rows && row[-1].gutter &&
	       row_is_of_line(row, row - 1);
}

/* Draw the row's spans, with an ellipsis if they do not fit. */
static void draw_spans(const struct line *line, const struct rows *rows,
		       const struct row *row, bool call)
{
	struct strbuf cut = STRBUF_INIT;
	int x = row->indent;

	if (row->gutter)
		canvas_put(line->cv, line->at, line->at.x + row->gutter - 1,
			   line->at.y,
			   goes_on(rows, row) ? GLYPH_GOES_ON : GLYPH_VLINE,
			   FACE_BORDER);
	for (size_t i = 0; i < row->span_count && x < line->cols; i++) {
		const struct span *span = &rows->spans[row->first_span + i];
		struct slice text =
			slice_of(rows->text.buf + span->start, span->len);
		int room = line->cols - x;

		if (span->cols > room) {
			strbuf_reset(&cut);
			elide(&cut, text, room, call);
			text = strbuf_slice(&cut);
		}
		x += canvas_text(line->cv, line->at, line->at.x + x, line->at.y,
				 text, (enum face)span->face);
	}
	strbuf_release(&cut);
}

/* Whether the row has search marks. */
static bool has_marks(const struct transcript *view, size_t row)
{
	for (size_t i = 0; i < view->mark_count; i++)
		if (view->marks[i].row == row)
			return true;
	return false;
}

/* The key that shows the rest, behind how much that is. */
static void draw_more_key(const struct line *line,
			  const struct transcript *view, int cols)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, " (%s)", view->fold_key);
	canvas_text(line->cv, line->at, line->at.x + cols, line->at.y,
		    strbuf_slice(&text), FACE_DIM);
	strbuf_release(&text);
}

static void draw_line(struct line *line, const struct transcript *view,
		      const struct transcript_item *it, size_t at)
{
	size_t index = transcript_item_row(it, at);
	int row = (int)index;

	if (row == it->rule_row) {
		canvas_hline(line->cv, line->at.x, line->at.y, line->at.w,
			     FACE_BORDER);
		return;
	}
	if (row == it->age_row)
		draw_age(line, view, it);
	if (row == it->fold_row) {
		canvas_put(line->cv, line->at, line->at.x, line->at.y,
			   glyph_of(view, it), glyph_face(it));
		draw_state(line, view, it);
	}
	if (transcript_item_is_more(it, index) && view->more_of == it->id)
		draw_more_key(line, view, rows_cols(&it->rows, index));
	draw_spans(line, &it->rows, &it->rows.rows[index],
		   row == it->fold_row && it->kind == ITEM_TOOL_CALL &&
			   !has_marks(view, at));
}

static void draw_badge(const struct transcript *view, struct canvas *cv,
		       struct rect at)
{
	size_t count = transcript_new_items(view);
	struct strbuf text = STRBUF_INIT;
	int cols, x;

	if (!count)
		return;
	strbuf_addf(&text, Q_("   %zu new part ", "   %zu new parts ", count),
		    count);
	cols = width_text(strbuf_slice(&text));
	x = at.x + at.w - cols;
	if (cols <= at.w) {
		canvas_text(cv, at, x, at.y + at.h - 1, strbuf_slice(&text),
			    FACE_BAR);
		canvas_put(cv, at, x + 1, at.y + at.h - 1, GLYPH_MORE,
			   FACE_BAR);
		canvas_click_end(cv,
				 (struct rect){ x, at.y + at.h - 1, cols, 1 });
	}
	strbuf_release(&text);
}

/* Nothing happens: the clock shows that the wait is not ours. */
static void draw_quiet(const struct transcript *view, struct canvas *cv,
		       struct rect at)
{
	struct strbuf text = STRBUF_INIT;

	transcript_add_quiet(&text, view->conv, view->now_ms);
	canvas_text(cv, at, at.x, at.y, strbuf_slice(&text), FACE_DIM);
	strbuf_release(&text);
}

/* Rows of the item in line `i` that are visible from there on. */
static size_t rows_from(const struct transcript *view, int first, int count)
{
	int i = first;

	while (i < count && view->lines[i].item == view->lines[first].item)
		i++;
	return (size_t)(i - first);
}

static void draw_marks(const struct line *line, const struct transcript *view,
		       size_t row)
{
	for (size_t i = 0; i < view->mark_count; i++) {
		const struct transcript_mark *mark = &view->marks[i];
		struct rect at = line->at;

		if (mark->row != row || mark->x >= line->cols)
			continue;
		at.x += mark->x;
		at.w = mark->cols < line->cols - mark->x ? mark->cols
							 : line->cols - mark->x;
		canvas_paint(line->cv, at,
			     mark->here ? FACE_MATCH_HERE : FACE_MATCH);
	}
}

/*
 * Whether row `i` marks the selected item: its chief row or first visible one.
 */
static bool is_selected_row(const struct transcript *view,
			    const struct transcript_item *it, int i)
{
	size_t chief = transcript_item_chief_row(it);
	struct place at = view->lines[i];

	if (it->id != view->selected)
		return false;
	return at.row == chief || (!i && at.row > chief);
}

/* Draw row `i` of the window; `span`: the selected lines, or NULL. */
static void draw_row(struct transcript *view, struct canvas *cv, struct rect at,
		     int i, bool focused, const struct lines_span *span)
{
	struct place place = view->lines[i];
	const struct transcript_item *it = transcript_item_at(view, place.item);
	struct line line = { .cv = cv, .at = at, .cols = at.w };

	if (place.row >= transcript_item_height(it))
		return;
	draw_line(&line, view, it, place.row);
	if (span ? transcript_lines_has(it, place.item, place.row, span)
		 : focused && is_selected_row(view, it, i))
		canvas_select(cv, at);
	draw_marks(&line, view, place.row);
}

void transcript_draw(struct transcript *view, struct canvas *cv, struct rect at,
		     bool focused)
{
	int count = view->line_count < at.h ? view->line_count : at.h;
	struct rect row = { at.x, at.y, at.w, 1 };
	struct lines_span span;
	bool lines = focused && view->range.active &&
		     transcript_lines_span(view, &span);

	canvas_fill(cv, at, FACE_DEFAULT);
	if (!view->conv || at.w < 1 || at.h < 1)
		return;
	view->give_ups = 0;
	view->more_of =
		focused && *view->fold_key ? transcript_more_of(view) : 0;
	for (int i = 0; i < count; i++, row.y++) {
		struct place place = view->lines[i];

		if (!i || place.item != view->lines[i - 1].item)
			transcript_find_marks(
				view, transcript_item_at(view, place.item),
				place.row,
				place.row + rows_from(view, i, count));
		draw_row(view, cv, row, i, focused, lines ? &span : NULL);
	}
	if (count < at.h && view->conv->item_count &&
	    transcript_is_quiet(view->conv, view->now_ms))
		draw_quiet(view, cv, row);
	if (!view->follow)
		draw_badge(view, cv, at);
}

/* When the content of this row changes, or -1. */
static int64_t row_wakes(const struct transcript_item *it, size_t at,
			 int64_t now_ms)
{
	int row = (int)transcript_item_row(it, at);

	if (row == it->fold_row && spins(it))
		return now_ms - now_ms % SPIN_MS + SPIN_MS;
	if (row == it->fold_row && is_going_on(it) &&
	    it->times.started_ms != TIMESTAMP_NONE)
		return now_ms +
		       timestamp_age_ticks_in(now_ms - it->times.asked_ms);
	/* At the full minute, with the clock and the ages of the sidebar. */
	if (row == it->age_row && it->at_ms != TIMESTAMP_NONE)
		return now_ms - now_ms % MS_MINUTE + MS_MINUTE;
	return -1;
}

static int64_t quiet_wakes(const struct conversation *conv, int64_t now_ms)
{
	int64_t since_ms = conversation_quiet_since(conv);

	if (since_ms == TIMESTAMP_NONE)
		return -1;
	return now_ms + timestamp_age_ticks_in(now_ms - since_ms);
}

int64_t transcript_wake_ms(const struct transcript *view, int64_t now_ms)
{
	int64_t wake = view->conv ? quiet_wakes(view->conv, now_ms) : -1;

	for (int i = 0; i < view->line_count; i++) {
		struct place place = view->lines[i];
		const struct transcript_item *it = transcript_cache_peek(
			&view->cache, view->conv->items[place.item].id);

		if (it)
			sooner_ms(&wake, row_wakes(it, place.row, now_ms));
	}
	return wake;
}
