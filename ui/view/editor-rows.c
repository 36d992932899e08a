#include "config.h"

#include "ui/view/editor-rows.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "ui/view/editor-unit.h"

/*
 * A row is identified by its first byte. A line is cut into rows at the edge;
 * if its last row is full and the cursor is at its end, another, empty row
 * begins there.
 */
#define NO_ROW SIZE_MAX

size_t editor_line_start(const struct editor *ed, size_t pos)
{
	const char *at = memrchr(ed->text.buf, '\n', pos);

	return at ? (size_t)(at - ed->text.buf) + 1 : 0;
}

size_t editor_line_end(const struct editor *ed, size_t pos)
{
	const char *at = memchr(ed->text.buf + pos, '\n', ed->text.len - pos);

	return at ? (size_t)(at - ed->text.buf) : ed->text.len;
}

static bool is_line_end(const struct editor *ed, size_t pos)
{
	return pos == ed->text.len || ed->text.buf[pos] == '\n';
}

/* Columns of a unit in a row; the edge may cut a tab. */
static int cols_in_row(const struct editor *ed, size_t pos,
		       const struct editor_unit *unit, int col, int cols)
{
	bool is_tab = ed->text.buf[pos] == '\t' && !unit->escaped;

	return is_tab && unit->cols > cols - col ? cols - col : unit->cols;
}

/* The end of the row: a line break, the text's end or the next row. */
static size_t row_end(const struct editor *ed, size_t pos, int cols, int *used)
{
	int col = 0;

	while (col < cols && !is_line_end(ed, pos)) {
		struct editor_unit unit;
		int width;

		if (editor_unit_is_plain(ed, pos)) {
			col++;
			pos++;
			continue;
		}
		unit = editor_unit_at(ed, pos, col);
		width = cols_in_row(ed, pos, &unit, col, cols);
		/* A unit wider than a row has a row for itself. */
		if (col && width > cols - col)
			break;
		col += width;
		pos += unit.len;
	}
	*used = col;
	return pos;
}

static size_t row_start(const struct editor *ed, size_t pos, int cols)
{
	size_t start = editor_line_start(ed, pos);

	for (;;) {
		int used;
		size_t end = row_end(ed, start, cols, &used);

		if (pos < end)
			return start;
		if (is_line_end(ed, end))
			return used >= cols && pos == ed->cursor ? end : start;
		start = end;
	}
}

static size_t next_row(const struct editor *ed, size_t start, int cols)
{
	int used;
	size_t end = row_end(ed, start, cols, &used);

	if (!is_line_end(ed, end))
		return end;
	if (start < end && used >= cols && ed->cursor == end)
		return end;
	return end < ed->text.len ? end + 1 : NO_ROW;
}

/* The row `count` rows above this one, or the first. */
static size_t rows_back(const struct editor *ed, size_t row, size_t count,
			int cols)
{
	size_t *ring = xreallocarray(NULL, count + 1, sizeof(*ring));
	size_t at = editor_line_start(ed, row);
	size_t seen = 0, found;

	for (size_t i = 0; i < count && at; i++)
		at = editor_line_start(ed, at - 1);
	for (; at < row; at = next_row(ed, at, cols))
		ring[seen++ % (count + 1)] = at;
	ring[seen++ % (count + 1)] = row;
	found = ring[seen > count + 1 ? seen % (count + 1) : 0];
	free(ring);
	return found;
}

static int col_of(const struct editor *ed, size_t start, size_t pos, int cols)
{
	int col = 0;

	while (start < pos) {
		struct editor_unit unit = editor_unit_at(ed, start, col);

		col += cols_in_row(ed, start, &unit, col, cols);
		start += unit.len;
	}
	return col;
}

/* The position in a row at a column, or the closest before it. */
static size_t pos_at_col(const struct editor *ed, size_t start, int goal,
			 int cols)
{
	int used, col = 0;
	size_t end = row_end(ed, start, cols, &used);
	/* After the last unit, the cursor would be in the next row. */
	bool is_full = used >= cols || !is_line_end(ed, end);
	size_t pos = start;

	while (pos < end) {
		struct editor_unit unit = editor_unit_at(ed, pos, col);
		int width = cols_in_row(ed, pos, &unit, col, cols);

		if (col + width > goal || (is_full && pos + unit.len >= end))
			break;
		col += width;
		pos += unit.len;
	}
	return pos;
}

bool editor_rows_move(struct editor *ed, int step)
{
	int cols = ed->cols > 0 ? ed->cols : INT_MAX;
	size_t row = row_start(ed, ed->cursor, cols);
	size_t to;

	if (ed->one_line)
		return false;
	if (step < 0)
		to = row ? rows_back(ed, row, 1, cols) : NO_ROW;
	else
		to = next_row(ed, row, cols);
	if (to == NO_ROW)
		return false;
	if (ed->goal_col < 0)
		ed->goal_col = col_of(ed, row, ed->cursor, cols);
	ed->cursor = pos_at_col(ed, to, ed->goal_col, cols);
	return true;
}

static bool is_plain(const char *text, size_t len)
{
	unsigned char odd = 0;

	for (size_t i = 0; i < len; i++)
		odd |= (unsigned char)((unsigned char)(text[i] - 0x20) > 0x5e);
	return !odd;
}

static size_t line_rows(const struct editor *ed, size_t start, size_t end,
			int cols)
{
	size_t width = (size_t)cols, rows = 0;

	if (is_plain(ed->text.buf + start, end - start))
		return end > start ? (end - start + width - 1) / width : 1;
	do {
		int used;

		start = row_end(ed, start, cols, &used);
		rows++;
	} while (start < end);
	return rows;
}

int editor_rows(const struct editor *ed, int cols)
{
	size_t rows = 0, start = 0, end;

	if (ed->one_line)
		return 1;
	if (cols < 1)
		cols = 1;
	for (;; start = end + 1) {
		end = editor_line_end(ed, start);
		rows += line_rows(ed, start, end, cols);
		if (end == ed->text.len)
			break;
	}
	/* The row that exists only for the cursor. */
	start = row_start(ed, ed->cursor, cols);
	if (start == ed->cursor && is_line_end(ed, start) &&
	    start > editor_line_start(ed, start))
		rows++;
	return rows < INT_MAX ? (int)rows : INT_MAX;
}

static void draw_unit(const struct editor *ed, struct canvas *cv,
		      struct rect clip, int x, size_t pos,
		      const struct editor_unit *unit)
{
	struct strbuf text = STRBUF_INIT;

	if (ed->secret) {
		canvas_put(cv, clip, x, clip.y, GLYPH_DOT, FACE_INPUT);
	} else if (unit->escaped) {
		editor_unit_escape(&text, ed, pos, unit);
		canvas_text(cv, clip, x, clip.y, strbuf_slice(&text),
			    FACE_ESCAPED);
		strbuf_release(&text);
	} else if (ed->text.buf[pos] != '\t' && unit->cols) {
		canvas_text(cv, clip, x, clip.y,
			    slice_of(ed->text.buf + pos, unit->len),
			    FACE_INPUT);
	}
}

/* Draw from `pos` to `end` in the row `clip`, and the cursor if it is here. */
static void draw_span(const struct editor *ed, struct canvas *cv,
		      struct rect clip, size_t pos, size_t end, bool focused)
{
	int col = 0;

	while (pos < end && col < clip.w) {
		struct editor_unit unit = editor_unit_at(ed, pos, col);

		if (focused && pos == ed->cursor) {
			cv->cursor_x = clip.x + col;
			cv->cursor_y = clip.y;
		}
		draw_unit(ed, cv, clip, clip.x + col, pos, &unit);
		col += cols_in_row(ed, pos, &unit, col, clip.w);
		pos += unit.len;
	}
	if (focused && pos == ed->cursor && pos == end && col < clip.w) {
		cv->cursor_x = clip.x + col;
		cv->cursor_y = clip.y;
	}
}

/* The first position at most `cols` columns before `pos`. */
static size_t cols_back(const struct editor *ed, size_t pos, int cols)
{
	while (pos) {
		size_t prev = editor_unit_prev(ed, pos);
		int width = editor_unit_at(ed, prev, 0).cols;

		if (width > cols)
			break;
		cols -= width;
		pos = prev;
	}
	return pos;
}

static void draw_one_line(struct editor *ed, struct canvas *cv, struct rect at,
			  bool focused)
{
	size_t first = cols_back(ed, ed->cursor, at.w - 1);
	size_t last = cols_back(ed, ed->text.len, at.w - 1);

	if (ed->top > ed->cursor)
		ed->top = ed->cursor;
	if (ed->top < first)
		ed->top = first;
	/* Scroll back if room would be blank after the text. */
	if (ed->top > last)
		ed->top = last;
	at.h = 1;
	draw_span(ed, cv, at, ed->top, ed->text.len, focused);
}

/* Scroll only as far as needed, and leave no row blank unnecessarily. */
static void scroll_to_cursor(struct editor *ed, int cols, size_t height)
{
	size_t cursor_row = row_start(ed, ed->cursor, cols);
	size_t top = row_start(ed, ed->top, cols);
	size_t lowest = rows_back(ed, cursor_row, height - 1, cols);
	size_t below = 0;

	if (top > cursor_row)
		top = cursor_row;
	if (top < lowest)
		top = lowest;
	for (size_t row = top; row != NO_ROW && below < height; below++)
		row = next_row(ed, row, cols);
	if (below < height)
		top = rows_back(ed, top, height - below, cols);
	ed->top = top;
}

void editor_draw(struct editor *ed, struct canvas *cv, struct rect at,
		 bool focused)
{
	size_t row;

	if (at.w < 1 || at.h < 1)
		return;
	canvas_fill(cv, at, FACE_INPUT);
	ed->cols = at.w;
	if (ed->top > ed->text.len)
		ed->top = ed->text.len;
	while (ed->top && (ed->text.buf[ed->top] & 0xc0) == 0x80)
		ed->top--;
	if (ed->one_line) {
		draw_one_line(ed, cv, at, focused);
		return;
	}
	scroll_to_cursor(ed, at.w, (size_t)at.h);
	row = ed->top;
	for (int y = 0; y < at.h && row != NO_ROW; y++) {
		struct rect clip = { at.x, at.y + y, at.w, 1 };
		int used;
		size_t end = row_end(ed, row, at.w, &used);

		draw_span(ed, cv, clip, row, end, focused);
		row = next_row(ed, row, at.w);
	}
}
