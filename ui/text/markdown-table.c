#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "ui/text/markdown-part.h"
#include "ui/text/unicode/codepoint.h"

enum {
	BETWEEN_COLS = 3,    /* " | " */
	SHRUNK_COLS_MIN = 8, /* minimum width of a shrunk column */
};

/* A table being laid out. */
struct grid {
	const struct table *table;
	const struct styled *text;
	const struct wrap_options *options;
	int *widths;       /* of the columns */
	size_t *first;     /* first row of each cell in `lines` */
	struct rows lines; /* of the cells of one row */
	const char *between, *line, *cross;
};

void table_release(struct table *table)
{
	free(table->cells);
	free(table->aligns);
	*table = (struct table){ 0 };
}

static int room_of(const struct wrap_options *options)
{
	int room = options->cols - options->indent;

	return room < 1 ? 1 : room;
}

static int total_cols(const struct grid *grid)
{
	long cols = (long)(grid->table->columns - 1) * BETWEEN_COLS;

	for (size_t i = 0; i < grid->table->columns; i++)
		cols += grid->widths[i];
	return cols > 100000 ? 100000 : (int)cols;
}

/* The maximum column width with which all fit in `room`. */
static int fair_share(const struct grid *grid, int room)
{
	size_t count = grid->table->columns;
	int low = 0, high = room;

	while (low < high) {
		int share = low + (high - low + 1) / 2;
		long sum = 0;

		for (size_t i = 0; i < count; i++)
			sum += grid->widths[i] < share ? grid->widths[i]
						       : share;
		if (sum <= room)
			low = share;
		else
			high = share - 1;
	}
	return low;
}

/* Returns false if the columns do not fit side by side. */
static bool fit(struct grid *grid)
{
	size_t count = grid->table->columns;
	int room = room_of(grid->options), share;

	if (total_cols(grid) <= room)
		return true;
	if (count > (size_t)room)
		return false;
	share = fair_share(grid, room - (int)(count - 1) * BETWEEN_COLS);
	if (share < SHRUNK_COLS_MIN && count > 1)
		return false;
	for (size_t i = 0; i < count; i++)
		if (grid->widths[i] > share)
			grid->widths[i] = share;
	return true;
}

static void measure(struct grid *grid)
{
	const struct table *table = grid->table;

	for (size_t i = 0; i < table->count; i++) {
		const struct table_cell *cell = &table->cells[i];
		int *width = &grid->widths[i % table->columns];
		int cols = styled_cols(grid->text, cell->start, cell->end);

		if (cols < 1)
			cols = 1;
		if (cols > *width)
			*width = cols;
	}
}

static void add_blanks(struct rows *rows, int cols)
{
	while (cols-- > 0)
		rows_add_measured(rows, SLICE(" "), FACE_DEFAULT, 1);
}

/* Add row `line` of `lines` to a column; `last`: nothing follows in the row. */
static void add_cell_line(struct rows *rows, const struct rows *lines,
			  size_t line, int width, enum cell_align align,
			  bool last)
{
	const struct row *row = &lines->rows[line];
	int cols = rows_cols(lines, line), before = 0;

	/* Blanks where a cell was wrapped do not count. */
	for (size_t i = row->span_count; i-- > 0;) {
		const struct span *span = &lines->spans[row->first_span + i];
		uint32_t n = span->len;

		while (n && lines->text.buf[span->start + n - 1] == ' ')
			n--;
		cols -= (int)(span->len - n);
		if (n)
			break;
	}
	if (align == CELL_RIGHT)
		before = width - cols;
	else if (align == CELL_CENTER)
		before = (width - cols) / 2;
	add_blanks(rows, before);
	for (size_t i = 0, left = (size_t)cols; i < row->span_count && left;
	     i++) {
		const struct span *span = &lines->spans[row->first_span + i];
		size_t n = span->cols < left ? span->len
					     : span->len - (span->cols - left);

		rows_add_measured(rows,
				  slice_of(lines->text.buf + span->start, n),
				  span->face,
				  (int)(span->cols < left ? span->cols : left));
		left -= span->cols < left ? span->cols : left;
	}
	if (!last)
		add_blanks(rows, width - cols - before);
}

static void add_line(struct grid *grid, struct rows *rows, size_t k)
{
	const struct table *table = grid->table;

	rows_begin(rows, grid->options->indent);
	for (size_t c = 0; c < table->columns; c++) {
		size_t line = grid->first[c] + k;
		bool last = c + 1 == table->columns;

		if (line < grid->first[c + 1])
			add_cell_line(rows, &grid->lines, line, grid->widths[c],
				      table->aligns[c], last);
		else if (!last)
			add_blanks(rows, grid->widths[c]);
		if (!last)
			rows_add_measured(rows, slice_str(grid->between),
					  FACE_DIM, BETWEEN_COLS);
	}
}

static void add_row(struct grid *grid, struct rows *rows, size_t cell)
{
	const struct table *table = grid->table;
	struct wrap_options options = { .face = grid->options->face };
	size_t height = 1;

	rows_clear(&grid->lines);
	for (size_t c = 0; c < table->columns; c++, cell++) {
		options.cols = grid->widths[c];
		grid->first[c] = grid->lines.count;
		styled_wrap(grid->text, table->cells[cell].start,
			    table->cells[cell].end, &grid->lines, &options);
		if (grid->lines.count - grid->first[c] > height)
			height = grid->lines.count - grid->first[c];
	}
	grid->first[table->columns] = grid->lines.count;
	for (size_t k = 0; k < height; k++)
		add_line(grid, rows, k);
}

static void add_rule(const struct grid *grid, struct rows *rows)
{
	rows_begin(rows, grid->options->indent);
	for (size_t c = 0; c < grid->table->columns; c++) {
		if (c)
			rows_add_measured(rows, slice_str(grid->cross),
					  FACE_DIM, BETWEEN_COLS);
		for (int i = 0; i < grid->widths[c]; i++)
			rows_add_measured(rows, slice_str(grid->line), FACE_DIM,
					  1);
	}
}

/* Add a "head: value" for each cell that is not empty. */
static void add_list(const struct grid *grid, struct rows *rows)
{
	const struct table *table = grid->table;
	struct wrap_options options = *grid->options;
	struct styled pair = STYLED_INIT;

	for (size_t i = table->columns; i < table->count; i++) {
		const struct table_cell *head =
			&table->cells[i % table->columns];
		const struct table_cell *cell = &table->cells[i];

		if (i % table->columns == 0 && i > table->columns)
			rows_begin(rows, 0);
		if (cell->start == cell->end)
			continue;
		styled_reset(&pair);
		styled_copy(&pair, grid->text, head->start, head->end);
		styled_add(&pair, SLICE(": "), options.face);
		styled_copy(&pair, grid->text, cell->start, cell->end);
		styled_wrap(&pair, 0, pair.text.len, rows, &options);
	}
	styled_release(&pair);
}

void table_rows(struct rows *rows, const struct table *table,
		const struct styled *text, const struct wrap_options *options)
{
	bool ascii = codepoint_is_hidden(0x2502);
	struct grid grid = {
		.table = table,
		.text = text,
		.options = options,
		.widths = xcalloc(table->columns, sizeof(*grid.widths)),
		.first = xcalloc(table->columns + 1, sizeof(*grid.first)),
		.lines = ROWS_INIT,
		.between = ascii ? " | " : " \xe2\x94\x82 ",
		.line = ascii ? "-" : "\xe2\x94\x80",
		.cross = ascii ? "-+-" : "\xe2\x94\x80\xe2\x94\xbc\xe2\x94\x80",
	};

	measure(&grid);
	if (fit(&grid)) {
		for (size_t i = 0; i < table->count; i += table->columns) {
			add_row(&grid, rows, i);
			if (!i)
				add_rule(&grid, rows);
		}
	} else {
		add_list(&grid, rows);
	}
	rows_release(&grid.lines);
	free(grid.widths);
	free(grid.first);
}
