#include "config.h"

#include "ui/transcript/terminal-screen.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/utf8.h"
#include "src/base/xalloc.h"
#include "ui/text/width.h"

static const struct screen_cell BLANK = { 1, 1, 0, " " };

void screen_init(struct screen *screen, struct strbuf *out)
{
	*screen = (struct screen){ .out = out, .count = 1 };
}

/* --- rows that leave --- */

static void add_style(struct screen *screen, uint16_t style)
{
	if (style == screen->out_style)
		return;
	strbuf_addstr(screen->out, "\033[0m");
	if (style)
		strbuf_addstr(screen->out, screen->styles[style - 1]);
	screen->out_style = style;
}

static void add_row(struct screen *screen, const struct screen_row *row,
		    bool last)
{
	for (size_t i = 0; i < row->len; i++) {
		const struct screen_cell *cell = &row->cells[i];

		if (!cell->len)
			continue;
		add_style(screen, cell->style);
		strbuf_add(screen->out, cell->text, cell->len);
	}
	if (!last && !row->continues)
		strbuf_addch(screen->out, '\n');
}

/* The first rows leave; those below move up. */
static void scroll_out(struct screen *screen, size_t count)
{
	struct screen_row gone[SCREEN_ROWS];

	for (size_t i = 0; i < count; i++) {
		add_row(screen, &screen->rows[i], false);
		gone[i] = screen->rows[i];
		gone[i].len = 0;
		gone[i].continues = false;
	}
	memmove(screen->rows, screen->rows + count,
		(SCREEN_ROWS - count) * sizeof(*screen->rows));
	/* Their memory is used again. */
	memcpy(screen->rows + SCREEN_ROWS - count, gone, count * sizeof(*gone));
	screen->count -= count;
	screen->gone += count;
	screen->row = screen->row > count ? screen->row - count : 0;
	if (!screen->count)
		screen->count = 1;
}

void screen_release(struct screen *screen)
{
	while (screen->count > 1 && !screen->rows[screen->count - 1].len &&
	       screen->row < screen->count - 1)
		screen->count--;
	for (size_t i = 0; i < screen->count; i++)
		add_row(screen, &screen->rows[i], i + 1 == screen->count);
	add_style(screen, 0);
	for (size_t i = 0; i < SCREEN_ROWS; i++)
		free(screen->rows[i].cells);
	free(screen->styles);
	screen_init(screen, screen->out);
}

/* --- the cursor --- */

static size_t last_row(const struct screen *screen)
{
	return screen->count - 1;
}

/* There are at least this many rows; those above may leave, and all move up. */
static void need_rows(struct screen *screen, size_t count)
{
	if (count > SCREEN_ROWS) {
		size_t over = count - SCREEN_ROWS;

		/* Moving all rows for each line costs more than its bytes. */
		if (over < SCREEN_STEP)
			over = SCREEN_STEP;
		if (over > screen->count)
			over = screen->count;
		scroll_out(screen, over);
		count -= over;
	}
	if (count > screen->count)
		screen->count = count;
}

/* What a screen is cleared of goes where one can scroll to it, as many
 * terminals have it. */
static void clear(struct screen *screen)
{
	screen->cleared = false;
	while (screen->count > 1 && !screen->rows[screen->count - 1].len)
		screen->count--;
	if (screen->count > 1 || screen->rows[0].len)
		scroll_out(screen, screen->count);
}

void screen_go(struct screen *screen, size_t row, size_t col)
{
	screen->homed = false;
	screen->row = row < SCREEN_ROWS ? row : SCREEN_ROWS - 1;
	screen->col = col < SCREEN_COLS ? col : SCREEN_COLS - 1;
	need_rows(screen, screen->row + 1);
}

void screen_home(struct screen *screen)
{
	if (screen->cleared)
		clear(screen);
	screen->row = screen->col = 0;
	screen->homed = true;
}

static size_t moved(size_t at, long by, size_t most)
{
	long to = (long)at + by;

	return to < 0 ? 0 : (size_t)to > most ? most : (size_t)to;
}

void screen_move(struct screen *screen, long rows, long cols)
{
	screen->homed = false;
	screen->row = moved(screen->row, rows, last_row(screen));
	screen->col = moved(screen->col, cols, SCREEN_COLS - 1);
}

/* Where no region was set, it is all there is. */
static bool in_region(const struct screen *screen)
{
	return screen->bottom && screen->row >= screen->top &&
	       screen->row <= screen->bottom;
}

void screen_line_feed(struct screen *screen)
{
	size_t row = screen->row;

	if (in_region(screen) && row == screen->bottom) {
		screen->row = screen->top;
		screen_delete_rows(screen, 1);
		screen->row = row;
		return;
	}
	need_rows(screen, row + 2);
	screen->row += screen->row < last_row(screen);
}

void screen_reverse_feed(struct screen *screen)
{
	size_t top = in_region(screen) ? screen->top : 0;

	if (screen->row > top)
		screen->row--;
	else
		screen_insert_rows(screen, 1);
}

void screen_save(struct screen *screen)
{
	screen->saved_row = screen->gone + screen->row;
	screen->saved_col = screen->col;
}

void screen_restore(struct screen *screen)
{
	size_t row = screen->saved_row > screen->gone
			     ? screen->saved_row - screen->gone
			     : 0;

	screen_go(screen, row, screen->saved_col);
}

void screen_region(struct screen *screen, size_t top, size_t bottom)
{
	screen->top = screen->bottom = 0;
	if (top >= bottom || bottom >= SCREEN_ROWS)
		return;
	screen->top = top;
	screen->bottom = bottom;
	need_rows(screen, bottom + 1);
}

/* --- cells --- */

static struct screen_row *row_of(struct screen *screen)
{
	return &screen->rows[screen->row];
}

/* Blanks up to `len`, which is at most SCREEN_COLS. */
static void fill(struct screen_row *row, size_t len)
{
	if (len > row->cap) {
		row->cap =
			len * 2 < SCREEN_COLS + 1 ? len * 2 : SCREEN_COLS + 1;
		row->cells = xreallocarray(row->cells, row->cap,
					   sizeof(*row->cells));
	}
	while (row->len < len)
		row->cells[row->len++] = BLANK;
}

/* What is left of a wide character that is written over in part. */
static void clear_halves(struct screen_row *row, size_t first, size_t end)
{
	if (first && first < row->len && !row->cells[first].len)
		row->cells[first - 1] = BLANK;
	if (end < row->len && !row->cells[end].len)
		row->cells[end] = BLANK;
}

static void join(struct screen *screen, const char *utf8, size_t len)
{
	struct screen_row *row = row_of(screen);
	size_t at = screen->col < row->len ? screen->col : row->len;
	struct screen_cell *cell;

	while (at && !row->cells[at - 1].len)
		at--;
	if (!at)
		return;
	cell = &row->cells[at - 1];
	if (cell->len + len > SCREEN_CELL_BYTES)
		return;
	memcpy(cell->text + cell->len, utf8, len);
	cell->len = (uint8_t)(cell->len + len);
}

void screen_put(struct screen *screen, uint32_t cp)
{
	struct screen_cell cell = { .style = screen->style };
	size_t width = (size_t)width_of(cp);
	struct screen_row *row;

	screen->cleared = screen->homed = false;
	cell.len = (uint8_t)utf8_encode(cp, cell.text);
	cell.width = (uint8_t)width;
	if (!width) {
		join(screen, cell.text, cell.len);
		return;
	}
	if (screen->col + width > SCREEN_COLS) {
		row_of(screen)->continues = true;
		screen_line_feed(screen);
		screen->col = 0;
	}
	row = row_of(screen);
	fill(row, screen->col + width);
	clear_halves(row, screen->col, screen->col + width);
	row->cells[screen->col++] = cell;
	if (width == 2)
		row->cells[screen->col++] =
			(struct screen_cell){ .style = screen->style };
}

void screen_erase_cells(struct screen *screen, size_t count)
{
	struct screen_row *row = row_of(screen);
	size_t end = screen->col + count;

	if (end > row->len)
		end = row->len;
	if (screen->col >= end)
		return;
	clear_halves(row, screen->col, end);
	for (size_t i = screen->col; i < end; i++)
		row->cells[i] = BLANK;
}

void screen_insert_cells(struct screen *screen, size_t count)
{
	struct screen_row *row = row_of(screen);
	size_t moves;

	if (screen->col >= row->len)
		return;
	if (count > SCREEN_COLS - row->len)
		count = SCREEN_COLS - row->len;
	moves = row->len - screen->col;
	fill(row, row->len + count);
	memmove(row->cells + screen->col + count, row->cells + screen->col,
		moves * sizeof(*row->cells));
	for (size_t i = 0; i < count; i++)
		row->cells[screen->col + i] = BLANK;
}

void screen_delete_cells(struct screen *screen, size_t count)
{
	struct screen_row *row = row_of(screen);
	size_t left;

	if (screen->col >= row->len)
		return;
	left = row->len - screen->col;
	if (count > left)
		count = left;
	clear_halves(row, screen->col, screen->col + count);
	memmove(row->cells + screen->col, row->cells + screen->col + count,
		(left - count) * sizeof(*row->cells));
	row->len -= count;
}

/* --- what is erased, and rows that move --- */

static void empty(struct screen_row *row)
{
	row->len = 0;
	row->continues = false;
}

void screen_erase_line(struct screen *screen, enum screen_part part)
{
	struct screen_row *row = row_of(screen);
	size_t col = screen->col;

	if (part == SCREEN_ALL) {
		empty(row);
	} else if (part == SCREEN_TO_END) {
		clear_halves(row, col, row->len);
		if (row->len > col)
			row->len = col;
		row->continues = false;
	} else {
		screen->col = 0;
		screen_erase_cells(screen, col + 1);
		screen->col = col;
	}
}

void screen_erase(struct screen *screen, enum screen_part part)
{
	/* With the cursor elsewhere it is cleared when that goes home. */
	if (part == SCREEN_ALL || (part == SCREEN_TO_END && screen->homed)) {
		screen->cleared = true;
		if (screen->homed)
			clear(screen);
		return;
	}
	screen_erase_line(screen, part);
	if (part == SCREEN_TO_END) {
		for (size_t i = screen->row + 1; i < screen->count; i++)
			empty(&screen->rows[i]);
		screen->count = screen->row + 1;
	} else {
		for (size_t i = 0; i < screen->row; i++)
			empty(&screen->rows[i]);
	}
}

/* The rows from the cursor's to the end of its region. */
static size_t rows_below(const struct screen *screen)
{
	size_t bottom = in_region(screen) ? screen->bottom : last_row(screen);

	return bottom < screen->row ? 0 : bottom - screen->row + 1;
}

static void turn(struct screen_row *rows, size_t count)
{
	struct screen_row first = rows[0];

	memmove(rows, rows + 1, (count - 1) * sizeof(*rows));
	empty(&first);
	rows[count - 1] = first;
}

void screen_delete_rows(struct screen *screen, size_t count)
{
	size_t below = rows_below(screen);

	for (size_t i = 0; i < count && i < below; i++) {
		/* Where a region scrolls, its rows are not lost. */
		if (in_region(screen) && screen->row == screen->top)
			add_row(screen, row_of(screen), false);
		turn(row_of(screen), below);
	}
}

void screen_insert_rows(struct screen *screen, size_t count)
{
	size_t below;

	if (!in_region(screen))
		need_rows(screen, screen->count + 1);
	below = rows_below(screen);
	for (size_t i = 0; i < count && i < below; i++) {
		struct screen_row *rows = row_of(screen);
		struct screen_row last = rows[below - 1];

		memmove(rows + 1, rows, (below - 1) * sizeof(*rows));
		empty(&last);
		rows[0] = last;
	}
}

/* --- colours --- */

static uint16_t find_style(struct screen *screen, const char *text)
{
	for (size_t i = screen->style_count; i-- > 0;) {
		if (!strcmp(screen->styles[i], text))
			return (uint16_t)(i + 1);
	}
	if (screen->style_count == SCREEN_STYLES)
		return 0;
	if (!screen->styles)
		screen->styles =
			xcalloc(SCREEN_STYLES, sizeof(*screen->styles));
	strcpy(screen->styles[screen->style_count++], text);
	return (uint16_t)screen->style_count;
}

void screen_style(struct screen *screen, struct slice sequence)
{
	char text[SCREEN_STYLE_BYTES] = "";
	size_t len = 0;

	if (slice_is(sequence, "\033[m") || slice_is(sequence, "\033[0m")) {
		screen->style = 0;
		return;
	}
	if (sequence.len >= sizeof(text))
		return;
	if (screen->style)
		len = strlen(screen->styles[screen->style - 1]);
	/* With no room for more, the last sequence counts. */
	if (len + sequence.len >= sizeof(text))
		len = 0;
	if (len)
		memcpy(text, screen->styles[screen->style - 1], len);
	memcpy(text + len, sequence.ptr, sequence.len);
	text[len + sequence.len] = '\0';
	screen->style = find_style(screen, text);
}
