#include "config.h"

#include "ui/dialog/dialog-text.h"

#include <stdlib.h>

#include "src/base/xalloc.h"
#include "ui/dialog/dialog-part.h"
#include "ui/text/width.h"

void dialog_text_init(struct dialog_text *text)
{
	*text = (struct dialog_text){ .page = 1 };
	rows_init(&text->rows);
}

void dialog_text_release(struct dialog_text *text)
{
	rows_release(&text->rows);
	free(text->seen);
	dialog_text_init(text);
}

void dialog_text_clear(struct dialog_text *text)
{
	rows_clear(&text->rows);
	text->cols = 0;
	text->tried.cols = 0;
	text->unseen = 0;
	text->drawn_from = text->drawn_to = 0;
	text->written_from = text->written_to = 0;
}

/* Add one row, cut at the edge as often as needed; without its indent if that
 * would leave no room. */
static void add_fitting(struct rows *out, const struct rows *from, size_t at,
			int cols)
{
	const struct row *row = &from->rows[at];
	int indent = row->indent < cols / 2 ? row->indent : 0;
	int used = indent;

	rows_source(out, row->line, row->last);
	rows_begin(out, indent);
	out->rows[out->count - 1].gutter = row->gutter;
	for (size_t i = 0; i < row->span_count; i++) {
		const struct span *s = &from->spans[row->first_span + i];
		struct slice rest = slice_of(from->text.buf + s->start, s->len);

		while (rest.len) {
			int took = 0;
			size_t fit = width_prefix(rest, cols - used, &took);

			if (!fit && used > indent) {
				rows_begin(out, indent);
				used = indent;
				continue;
			}
			if (!fit)
				fit = rest.len;
			rows_add(out, slice_of(rest.ptr, fit), s->face);
			rest = slice_skip(rest, fit);
			used += took;
		}
	}
}

/* No row may be wider than what is drawn of it, whoever made it. */
static void fit_rows(struct rows *rows, int cols)
{
	struct rows out = ROWS_INIT;
	size_t wide = 0;

	for (size_t i = 0; i < rows->count; i++)
		wide += rows_cols(rows, i) > cols;
	if (!wide)
		return;
	for (size_t i = 0; i < rows->count; i++)
		add_fitting(&out, rows, i, cols);
	rows_release(rows);
	*rows = out;
}

void dialog_text_made(struct dialog_text *text, int cols)
{
	fit_rows(&text->rows, cols);
	text->cols = cols;
	text->unseen = text->rows.count;
	text->drawn_from = text->drawn_to = 0;
	text->written_from = text->written_to = 0;
	free(text->seen);
	text->seen = xcalloc(text->rows.count + 1, sizeof(*text->seen));
}

static void clamp_top(struct dialog_text *text)
{
	size_t last = text->rows.count > text->page
			      ? text->rows.count - text->page
			      : 0;

	if (text->top > last)
		text->top = last;
}

static void scroll_to(struct dialog_text *text, size_t from, size_t to,
		      int rows)
{
	text->top = to > (size_t)rows ? to - (size_t)rows : 0;
	if (text->top > from)
		text->top = from;
}

void dialog_text_draw(struct dialog_text *text, struct canvas *cv,
		      struct rect at)
{
	text->page = at.h > 0 ? (size_t)at.h : 1;
	clamp_top(text);
	dialog_part_rows(cv, at, &text->rows, text->top);
	text->drawn_from = text->top;
	text->drawn_cols = at.w;
	text->drawn_to = text->rows.count - dialog_text_below(text);
}

size_t dialog_text_draw_list(struct dialog_text *text, struct canvas *cv,
			     struct rect at, const size_t *ends, size_t count,
			     size_t selected)
{
	size_t from = selected && selected < count ? ends[selected - 1] : 0;
	size_t to = selected < count ? ends[selected] : 0;

	scroll_to(text, from, to, at.h);
	dialog_text_draw(text, cv, at);
	/* A target covers the entries above it too; theirs come later, and the
	 * last one counts. */
	for (size_t i = count; i-- > 0;) {
		struct rect rows = at;

		if ((int)ends[i] - (int)text->top < at.h)
			rows.h = (int)ends[i] - (int)text->top;
		canvas_click_row(cv, rows, i);
	}
	return from;
}

bool dialog_text_written(struct dialog_text *text)
{
	text->written_from = text->drawn_from;
	text->written_to = text->drawn_to;
	for (size_t i = text->written_from; i < text->written_to; i++) {
		if (!text->seen[i])
			return true;
	}
	return false;
}

void dialog_text_rewritten(struct dialog_text *text)
{
	if (text->written_from < text->drawn_from)
		text->written_from = text->drawn_from;
	if (text->written_to > text->drawn_to)
		text->written_to = text->drawn_to;
}

void dialog_text_arrived(struct dialog_text *text)
{
	for (size_t i = text->written_from; i < text->written_to; i++) {
		if (rows_cols(&text->rows, i) > text->drawn_cols)
			continue;
		text->unseen -= !text->seen[i];
		text->seen[i] = true;
	}
	text->written_from = text->written_to;
}

size_t dialog_text_unseen(const struct dialog_text *text)
{
	return text->unseen;
}

size_t dialog_text_below(const struct dialog_text *text)
{
	size_t end = text->top + text->page;

	return text->rows.count > end ? text->rows.count - end : 0;
}

static bool step_of(const struct dialog_text *text, struct key key, long *step)
{
	long page = (long)text->page, half = page > 1 ? page / 2 : 1;

	if (key.sym == KEY_SYM_DOWN || key_is(key, 'j', 0))
		*step = 1;
	else if (key.sym == KEY_SYM_UP || key_is(key, 'k', 0))
		*step = -1;
	else if (key.sym == KEY_SYM_PAGE_DOWN || key_is(key, ' ', 0))
		*step = page;
	else if (key.sym == KEY_SYM_PAGE_UP)
		*step = -page;
	else if (key_is(key, 'd', KEY_CTRL))
		*step = half;
	else if (key_is(key, 'u', KEY_CTRL))
		*step = -half;
	else if (key.sym == KEY_SYM_HOME || key_is(key, 'g', 0))
		*step = -(long)text->top;
	else if (key.sym == KEY_SYM_END || key_is(key, 'G', 0))
		*step = (long)text->rows.count;
	else
		return false;
	return true;
}

static void move(struct dialog_text *text, long step)
{
	if (step < 0 && text->top < (size_t)-step)
		text->top = 0;
	else
		text->top += (size_t)step;
	clamp_top(text);
}

bool dialog_text_scroll(struct dialog_text *text, struct key key)
{
	long step;

	if (!step_of(text, key, &step))
		return false;
	move(text, step);
	return true;
}

void dialog_text_wheel(struct dialog_text *text, int rows)
{
	move(text, rows);
}
