#include "config.h"

#include <stdint.h>

#include "src/base/i18n.h"
#include "src/base/utf8.h"
#include "ui/text/width.h"
#include "ui/view/picker.h"

enum {
	MARGIN_COLS = 3, /* ">* " before a label */
	GAP_COLS = 2,    /* between label and detail */
	CHECK_COLS = 4,  /* "[x] " */
};

static int min(int a, int b)
{
	return a < b ? a : b;
}

static int max(int a, int b)
{
	return a > b ? a : b;
}

/* Bytes in the first row of a text that is cut at the edge. */
static size_t row_len(struct slice text, int cols)
{
	size_t len = width_prefix(text, cols, NULL);

	/* A wide character in one column is drawn as a blank. */
	return len ? len : utf8_next(text.ptr, text.len, 0);
}

static int rows_of(struct slice text, int cols)
{
	int rows = 0;

	for (; text.len; rows++)
		text = slice_skip(text, row_len(text, cols));
	return rows;
}

/* Whether both fit in one row. */
static bool fit_beside(struct slice label, struct slice detail, int cols)
{
	int gap = detail.len ? GAP_COLS : 0;

	return width_text(label) + gap + width_text(detail) <= cols;
}

/* Rows of the selected entry. */
static int selected_rows(struct slice label, struct slice detail, int cols)
{
	if (fit_beside(label, detail, cols))
		return 1;
	return max(1, rows_of(label, cols) + rows_of(detail, cols));
}

/* Draw a text cut at the edge, starting in row `y`, which may be above `at`;
 * returns the row after it. */
static int draw_cut(struct canvas *cv, struct rect at, int y, struct slice text,
		    enum face face)
{
	while (text.len && y < at.y + at.h) {
		size_t len = row_len(text, at.w);

		if (y >= at.y)
			canvas_text(cv, at, at.x, y, slice_of(text.ptr, len),
				    face);
		text = slice_skip(text, len);
		y++;
	}
	return y;
}

static void draw_elided(struct canvas *cv, struct rect at, int x,
			struct slice text, int cols, enum face face)
{
	struct strbuf cut = STRBUF_INIT;

	width_elide(&cut, text, cols);
	canvas_text(cv, at, x, at.y, strbuf_slice(&cut), face);
	strbuf_release(&cut);
}

/* Label left, detail right; the detail gets what is left, or a quarter. */
static void draw_beside(struct canvas *cv, struct rect at, struct slice label,
			struct slice detail)
{
	int label_cols = width_text(label);
	int whole = width_text(detail);
	int cols = min(whole, max(at.w - label_cols - GAP_COLS, at.w / 4));

	if (cols < 1 || (cols < 4 && cols < whole)) {
		draw_elided(cv, at, at.x, label, at.w, FACE_DEFAULT);
		return;
	}
	draw_elided(cv, at, at.x, label, at.w - cols - GAP_COLS, FACE_DEFAULT);
	draw_elided(cv, at, at.x + at.w - cols, detail, cols, FACE_DIM);
}

static int margin_cols(const struct picker *picker)
{
	return MARGIN_COLS + (picker->checked ? CHECK_COLS : 0);
}

static void draw_mark(struct canvas *cv, struct rect at, int y, uint32_t ch,
		      enum key_sym sym)
{
	struct rect mark = { at.x + at.w - 1, y, 1, 1 };

	canvas_put(cv, at, mark.x, y, ch, FACE_WAITING);
	canvas_click_key(cv, mark, (struct key){ .sym = sym });
}

/* Show that an entry continues above or below: the arrow keys go there. */
static void draw_more(struct canvas *cv, struct rect at,
		      const struct picker *picker)
{
	if (picker->skip > 0)
		draw_mark(cv, at, at.y, GLYPH_MORE_ABOVE, KEY_SYM_UP);
	if (picker->skip + at.h < picker->tall)
		draw_mark(cv, at, at.y + at.h - 1, GLYPH_MORE, KEY_SYM_DOWN);
}

static void draw_entry(struct canvas *cv, struct rect at,
		       const struct picker *picker, size_t match, size_t mark)
{
	size_t index = picker->matches[match];
	struct slice label = slice_str(picker->labels[index]);
	struct slice detail = slice_str(picker->details[index]);
	int margin = margin_cols(picker);
	struct rect in = { at.x + margin, at.y, at.w - margin - 1, at.h };
	bool is_selected = match == picker->selected;

	if (is_selected)
		canvas_put(cv, at, at.x, at.y, '>', FACE_DEFAULT);
	if (index == mark)
		canvas_put(cv, at, at.x + 1, at.y, '*', FACE_DEFAULT);
	if (picker->checked)
		canvas_text(cv, at, at.x + MARGIN_COLS, at.y,
			    picker->checked[index] ? SLICE("[x]")
						   : SLICE("[ ]"),
			    FACE_DEFAULT);
	if (in.w < 1)
		return;
	if (is_selected && !fit_beside(label, detail, in.w)) {
		int y = draw_cut(cv, in, in.y - picker->skip, label,
				 FACE_DEFAULT);

		draw_cut(cv, in, y, detail, FACE_DIM);
		draw_more(cv, at, picker);
	} else {
		draw_beside(cv, in, label, detail);
	}
	if (is_selected)
		canvas_select(cv, at);
}

/* Record how much of an entry is in the frame being made. */
static void note_drawn(struct picker *picker, size_t match, int cols, int h)
{
	size_t index = picker->matches[match];
	int rows = picker->tall, from = picker->skip;

	if (match != picker->selected) {
		if (fit_beside(slice_str(picker->labels[index]),
			       slice_str(picker->details[index]), cols))
			picker->seen[index] |= PICKER_DRAWN;
		return;
	}
	if (picker->read != index || picker->read_cols != cols)
		picker->read_rows = 0;
	picker->read = index;
	picker->read_cols = cols;
	/* Rows count from the first one on, without gaps. */
	if (from <= picker->read_rows)
		picker->read_rows = max(picker->read_rows, from + h);
	if (picker->read_rows >= rows)
		picker->seen[index] |= PICKER_DRAWN;
}

/* "* [x] 12. ": default, checked, number. */
static void add_line_head(struct strbuf *out, const struct picker *picker,
			  size_t index, size_t mark)
{
	strbuf_addstr(out, index == mark ? "* " : "  ");
	if (picker->checked)
		strbuf_addstr(out, picker->checked[index] ? "[x] " : "[ ] ");
	strbuf_addf(out, "%zu. ", index + 1);
}

static int line_head_cols(const struct picker *picker, size_t index)
{
	struct strbuf head = STRBUF_INIT;
	int cols;

	add_line_head(&head, picker, index, SIZE_MAX);
	cols = width_text(strbuf_slice(&head));
	strbuf_release(&head);
	return cols;
}

static int line_rows(const struct picker *picker, size_t index, int cols)
{
	cols -= line_head_cols(picker, index);
	return cols > 0 ? selected_rows(slice_str(picker->labels[index]),
					slice_str(picker->details[index]), cols)
			: 1;
}

int picker_line_rows(const struct picker *picker, int cols, int most)
{
	int rows = 0;

	for (size_t i = 0; i < picker->match_count && rows < most; i++)
		rows += line_rows(picker, picker->matches[i], cols);
	return min(rows, most);
}

static void draw_line(struct canvas *cv, struct rect at,
		      const struct picker *picker, size_t index, size_t mark)
{
	struct slice label = slice_str(picker->labels[index]);
	struct slice detail = slice_str(picker->details[index]);
	struct strbuf head = STRBUF_INIT;
	int y, cols;

	add_line_head(&head, picker, index, mark);
	cols = width_text(strbuf_slice(&head));
	canvas_text(cv, at, at.x, at.y, strbuf_slice(&head), FACE_DEFAULT);
	strbuf_release(&head);
	at.x += cols;
	at.w -= cols;
	if (at.w < 1)
		return;
	if (fit_beside(label, detail, at.w)) {
		draw_beside(cv, at, label, detail);
		return;
	}
	y = draw_cut(cv, at, at.y, label, FACE_DEFAULT);
	draw_cut(cv, at, y, detail, FACE_DIM);
}

/* Whether the selected entry is visible if drawing starts at `top`. */
static bool shows_selected(const struct picker *picker, struct rect at)
{
	int rows = 0;

	for (size_t i = picker->top; i <= picker->selected && rows <= at.h; i++)
		rows += line_rows(picker, picker->matches[i], at.w);
	return picker->top <= picker->selected && rows <= at.h;
}

/* Draw whole entries, starting with the first visible one. */
static void draw_lines(struct picker *picker, struct canvas *cv, struct rect at,
		       size_t mark)
{
	size_t i;
	int y = 0;

	if (picker->match_count && !shows_selected(picker, at))
		picker->top = picker->selected;
	for (i = picker->top; i < picker->match_count && y < at.h; i++) {
		size_t index = picker->matches[i];
		int h = line_rows(picker, index, at.w);

		draw_line(cv, (struct rect){ at.x, at.y + y, at.w, at.h - y },
			  picker, index, mark);
		if (y + h <= at.h)
			picker->seen[index] |= PICKER_DRAWN;
		y += h;
	}
	picker->page = i > picker->top ? i - picker->top : 1;
}

void picker_draw_list(struct picker *picker, struct canvas *cv, struct rect at,
		      size_t mark)
{
	size_t index = picker_chosen(picker);
	int cols = at.w - margin_cols(picker) - 1;
	int tall, y = 0;
	size_t room, below;

	for (size_t i = 0; i < picker->count; i++)
		picker->seen[i] &= ~(unsigned)PICKER_DRAWN;
	picker->tall = 1;
	if (picker->lines) {
		draw_lines(picker, cv, at, mark);
		return;
	}
	picker->page = (size_t)at.h;
	if (index == SIZE_MAX) {
		canvas_text(cv, at, at.x + MARGIN_COLS, at.y,
			    slice_str(_("nothing matches")), FACE_DIM);
		return;
	}
	if (cols > 0)
		picker->tall =
			selected_rows(slice_str(picker->labels[index]),
				      slice_str(picker->details[index]), cols);
	tall = min(picker->tall, at.h);
	picker->skip = max(0, min(picker->skip, picker->tall - tall));
	/* Entries that may be above the selected one. */
	room = (size_t)(at.h - tall);
	if (picker->top > picker->selected)
		picker->top = picker->selected;
	if (picker->top + room < picker->selected)
		picker->top = picker->selected - room;
	/* Leave no row empty while there is an entry above. */
	below = picker->match_count - picker->top - 1 + (size_t)tall;
	if (below < (size_t)at.h)
		picker->top -= (size_t)at.h - below < picker->top
				       ? (size_t)at.h - below
				       : picker->top;
	for (size_t i = picker->top; i < picker->match_count && y < at.h; i++) {
		int h = i == picker->selected ? tall : 1;

		canvas_click_row(cv, (struct rect){ at.x, at.y + y, at.w, h },
				 i);
		draw_entry(cv, (struct rect){ at.x, at.y + y, at.w, h }, picker,
			   i, mark);
		if (cols > 0)
			note_drawn(picker, i, cols, h);
		y += h;
	}
}

static void draw_count(const struct picker *picker, struct canvas *cv,
		       struct rect at)
{
	struct strbuf text = STRBUF_INIT;
	size_t chosen = 0;

	for (size_t i = 0; picker->checked && i < picker->count; i++)
		chosen += picker->checked[i];
	strbuf_addf(&text, _("%'zu of %'zu"), picker->match_count,
		    picker->count);
	if (picker->checked) {
		strbuf_addstr(&text, ", ");
		strbuf_addf(&text, Q_("%'zu chosen", "%'zu chosen", chosen),
			    chosen);
	}
	canvas_text(cv, at, at.x + MARGIN_COLS, at.y, strbuf_slice(&text),
		    FACE_DIM);
	strbuf_release(&text);
}

void picker_draw(struct picker *picker, struct canvas *cv, struct rect at,
		 size_t mark, bool focused)
{
	struct rect list = { at.x, at.y + 1, at.w, at.h - 1 };

	if (at.w < 1 || at.h < 1)
		return;
	canvas_fill(cv, at, FACE_DEFAULT);
	if (picker->lines) {
		picker_draw_list(picker, cv, at, mark);
		return;
	}
	/* An entry that cannot be seen must not be chosen. */
	if (at.h == 1) {
		picker_draw_list(picker, cv, at, mark);
		return;
	}
	canvas_put(cv, at, at.x, at.y, '/', FACE_KEY);
	editor_draw(&picker->filter, cv,
		    (struct rect){ at.x + 2, at.y, at.w - 2, 1 }, focused);
	/* In little room an entry is more useful than the count. */
	if (list.h > 1) {
		list.h--;
		draw_count(picker, cv,
			   (struct rect){ at.x, list.y + list.h, at.w, 1 });
	}
	if (list.h > 0)
		picker_draw_list(picker, cv, list, mark);
}
