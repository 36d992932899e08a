#include "config.h"

#include <stdlib.h>

#include "src/base/xalloc.h"
#include "ui/text/diff-part.h"
#include "ui/text/diff.h"
#include "ui/text/escape.h"

/*
 * A line diff in two columns, the old text left and the new one right.
 * Corresponding lines are side by side.
 */

#define SIGN_COLS 1
#define GAP_COLS  3 /* " | " */

struct side {
	struct slice *lines;
	size_t count;
	char *changed;
	struct rows rows; /* of the line being written */
	char sign;        /* for a changed line */
	enum face face;
	bool tells_end;
};

struct columns {
	struct rows *rows;
	int indent, cols; /* of one side, including its sign */
	bool escapes;
};

/* Wrap one line; no rows if this side has no line here. */
static void wrap_side(const struct columns *c, struct side *side,
		      struct styled *line)
{
	const struct wrap_options wrap = { .cols = c->cols - SIGN_COLS,
					   .keep_blanks = true };

	rows_clear(&side->rows);
	if (!line)
		return;
	if (c->escapes)
		escape_paint(line);
	styled_wrap(line, 0, line->text.len, &side->rows, &wrap);
	if (!side->rows.count)
		rows_begin(&side->rows, 0);
}

/* Add one row of one side, padded to the side's width if more follows. */
static void add_side(const struct columns *c, const struct side *side,
		     size_t row, bool changed, bool fill)
{
	static const char blanks[] = "                                ";
	int used = 0;

	if (row < side->rows.count) {
		const struct row *from = &side->rows.rows[row];
		char sign = changed ? side->sign : ' ';

		/* A continued row begins with "↪". */
		rows_add(c->rows,
			 row ? SLICE("\xe2\x86\xaa") : slice_of(&sign, 1),
			 changed ? side->face : FACE_DIM);
		for (size_t i = 0; i < from->span_count; i++) {
			const struct span *span =
				&side->rows.spans[from->first_span + i];

			rows_add_measured(
				c->rows,
				slice_of(side->rows.text.buf + span->start,
					 span->len),
				span->face, span->cols);
		}
		used = SIGN_COLS + rows_cols(&side->rows, row);
	}
	while (fill && used < c->cols) {
		int n = c->cols - used;

		if (n > (int)sizeof(blanks) - 1)
			n = (int)sizeof(blanks) - 1;
		rows_add_measured(c->rows, slice_of(blanks, (size_t)n),
				  FACE_DEFAULT, n);
		used += n;
	}
}

static void write_pair(const struct columns *c, struct side *old,
		       struct styled *before, struct side *new,
		       struct styled *after, bool changed)
{
	size_t most;

	wrap_side(c, old, before);
	wrap_side(c, new, after);
	most = old->rows.count > new->rows.count ? old->rows.count
						 : new->rows.count;
	for (size_t row = 0; row < most; row++) {
		rows_begin(c->rows, c->indent);
		add_side(c, old, row, changed, true);
		rows_add(c->rows, SLICE(" | "), FACE_BORDER);
		add_side(c, new, row, changed, false);
	}
}

static struct slice cut(struct slice line)
{
	if (line.len && line.ptr[line.len - 1] == '\n')
		line.len--;
	return line;
}

/* One line of a side, with a note about its end if necessary. */
static void set_line(struct styled *out, const struct side *side, size_t i,
		     enum face face)
{
	struct slice line = side->lines[i];

	styled_reset(out);
	styled_add(out, cut(line), face);
	if (side->tells_end && i + 1 == side->count &&
	    cut(line).len == line.len)
		styled_add(out, SLICE(" (no line break at the end)"), FACE_DIM);
}

static size_t count_changed(const struct side *side, size_t from)
{
	size_t n = 0;

	while (from + n < side->count && side->changed[from + n])
		n++;
	return n;
}

static void write_change(const struct columns *c, struct side *old, size_t i,
			 size_t less, struct side *new, size_t k, size_t more)
{
	struct diff_pair pair = { STYLED_INIT, STYLED_INIT };

	for (size_t n = 0; n < less || n < more; n++) {
		bool both = n < less && n < more;

		if (!both || !diff_words(&pair, cut(old->lines[i + n]),
					 cut(new->lines[k + n]))) {
			if (n < less)
				set_line(&pair.before, old, i + n, old->face);
			if (n < more)
				set_line(&pair.after, new, k + n, new->face);
		}
		write_pair(c, old, n < less ? &pair.before : NULL, new,
			   n < more ? &pair.after : NULL, true);
	}
	styled_release(&pair.before);
	styled_release(&pair.after);
}

static void write_all(const struct columns *c, struct side *old,
		      struct side *new)
{
	struct styled line = STYLED_INIT;
	size_t i = 0, k = 0;

	while (i < old->count || k < new->count) {
		size_t less = count_changed(old, i);
		size_t more = count_changed(new, k);

		write_change(c, old, i, less, new, k, more);
		i += less;
		k += more;
		if (i >= old->count || k >= new->count)
			continue;
		set_line(&line, old, i, FACE_CODE);
		write_pair(c, old, &line, new, &line, false);
		i++;
		k++;
	}
	styled_release(&line);
}

static void split(struct side *side, struct slice text)
{
	size_t cap = 0;

	while (text.len) {
		const char *nl = memchr(text.ptr, '\n', text.len);
		size_t len = nl ? (size_t)(nl - text.ptr) + 1 : text.len;

		ALLOC_GROW(side->lines, side->count + 1, cap);
		side->lines[side->count++] = slice_of(text.ptr, len);
		text = slice_skip(text, len);
	}
	side->changed = xcalloc(side->count + 1, 1);
}

static void release(struct side *side)
{
	free(side->lines);
	free(side->changed);
	rows_release(&side->rows);
}

void diff_columns(struct rows *rows, struct slice before, struct slice after,
		  const struct diff_options *options)
{
	struct columns c = { rows, options->indent,
			     (options->cols - options->indent - GAP_COLS) / 2,
			     options->escapes };
	struct side old = { .rows = ROWS_INIT,
			    .sign = '-',
			    .face = FACE_DIFF_DEL };
	struct side new = { .rows = ROWS_INIT,
			    .sign = '+',
			    .face = FACE_DIFF_ADD };

	if (c.cols < 2 * SIGN_COLS) {
		diff_texts(rows, before, after, options);
		return;
	}
	old.tells_end = new.tells_end =
		before.len &&after.len &&
		(before.ptr[before.len - 1] == '\n') !=
			(after.ptr[after.len - 1] == '\n');
	split(&old, before);
	split(&new, after);
	diff_lines(old.lines, old.count, old.changed, new.lines, new.count,
		   new.changed);
	write_all(&c, &old, &new);
	release(&old);
	release(&new);
}
