#include "config.h"

#include "src/jphost/jp/jp-screen.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <vterm.h>

#include "src/base/strbuf.h"
#include "src/base/utf8.h"
#include "src/base/xalloc.h"
#include "src/jphost/jp/jp-filter.h"

/*
 * Prompts are not read on a smaller screen; libvterm 0.1.4 crashes if there is
 * no room for a wide character.
 */
enum {
	SIDE_MIN = 8,
	SIDE_MAX = 2000,
	/* A larger drawing is not a prompt. */
	DRAWING_MAX = 64 << 10,
};

/* Before "l" this hides the cursor, before "h" it shows it. */
#define CURSOR "\x1b[?25"

struct jp_screen {
	VTerm *vterm;
	VTermScreen *cells;
	struct jp_screen_sink sink;
	struct jp_filter filter;
	int rows, cols;
	bool hidden; /* the cursor is hidden: the program draws */
	bool begun;  /* it has drawn something, starting at `first` */
	VTermPos first;
	struct strbuf drawing; /* bytes of the drawing */
	struct jp_row *view;
	struct strbuf text; /* text of the view's rows */
	size_t *offsets;
};

static int side(size_t n)
{
	return n < SIDE_MIN ? SIDE_MIN : n > SIDE_MAX ? SIDE_MAX : (int)n;
}

/* --- Looking --- */

static void add_cell(struct strbuf *text, const VTermScreenCell *cell)
{
	if (!cell->chars[0])
		strbuf_addch(text, ' ');
	for (size_t i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell->chars[i];
	     i++) {
		uint32_t cp = cell->chars[i];
		bool scalar = cp <= 0x10ffff && (cp < 0xd800 || cp > 0xdfff);
		char bytes[4];

		strbuf_add(text, bytes,
			   utf8_encode(scalar ? cp : 0xfffd, bytes));
	}
}

/* Add one row from a column on, without trailing blanks. */
static size_t add_row(struct jp_screen *screen, int row, int col)
{
	struct strbuf *text = &screen->text;
	size_t end = text->len, used = (size_t)col;

	while (col < screen->cols) {
		const VTermPos pos = { row, col };
		VTermScreenCell cell;
		size_t before = text->len;

		if (!vterm_screen_get_cell(screen->cells, pos, &cell))
			break;
		add_cell(text, &cell);
		col += cell.width > 1 ? cell.width : 1;
		if (text->len == before + 1 && text->buf[before] == ' ')
			continue;
		end = text->len;
		used = (size_t)col;
	}
	strbuf_setlen(text, end);
	return used;
}

static void look(struct jp_screen *screen, VTermPos from, struct jp_view *view)
{
	size_t count = (size_t)(screen->rows - from.row);
	VTermPos cursor;

	strbuf_reset(&screen->text);
	for (size_t i = 0; i < count; i++) {
		screen->offsets[i] = screen->text.len;
		screen->view[i].used =
			add_row(screen, from.row + (int)i, i ? 0 : from.col);
	}
	screen->offsets[count] = screen->text.len;
	for (size_t i = 0; i < count; i++)
		screen->view[i].text =
			slice_of(screen->text.buf + screen->offsets[i],
				 screen->offsets[i + 1] - screen->offsets[i]);
	vterm_state_get_cursorpos(vterm_obtain_state(screen->vterm), &cursor);
	*view = (struct jp_view){
		.rows = screen->view,
		.count = count,
		.cols = (size_t)screen->cols,
		.cursor_row = (size_t)(cursor.row - from.row),
		.cursor_col = (size_t)cursor.col,
	};
}

void jp_screen_look(struct jp_screen *screen, struct jp_view *view)
{
	look(screen, (VTermPos){ 0, 0 }, view);
}

/* Rows that one of the view takes in a terminal of so many columns. */
static size_t height(const struct jp_row *row, size_t cols)
{
	return row->used > cols ? (row->used + cols - 1) / cols : 1;
}

/* The first of the view's rows that has room if the last one has. */
static size_t first_with_room(const struct jp_view *view, size_t last,
			      size_t rows, size_t cols)
{
	size_t first = last + 1, taken = 0;

	while (first) {
		taken += height(view->rows + first - 1, cols);
		if (taken > rows)
			break;
		first--;
	}
	return first < view->cursor_row ? first : view->cursor_row;
}

void jp_view_draw(struct strbuf *out, const struct jp_view *view, size_t rows,
		  size_t cols)
{
	size_t last = view->cursor_row, cursor = view->cursor_row, up;

	for (size_t i = cursor + 1; i < view->count; i++)
		last = view->rows[i].used ? i : last;
	for (size_t i = first_with_room(view, last, rows, cols); i <= last;
	     i++) {
		strbuf_addslice(out, view->rows[i].text);
		strbuf_addstr(out, i < last ? "\r\n" : "");
	}
	up = height(view->rows + cursor, cols) - 1;
	up -= up < view->cursor_col / cols ? up : view->cursor_col / cols;
	for (size_t i = cursor + 1; i <= last; i++)
		up += height(view->rows + i, cols);
	if (up)
		strbuf_addf(out, "\x1b[%zuA", up);
	strbuf_addstr(out, "\r");
	if (view->cursor_col % cols)
		strbuf_addf(out, "\x1b[%zuC", view->cursor_col % cols);
}

/* --- Reports about the program --- */

static int on_damage(VTermRect rect, void *user)
{
	struct jp_screen *screen = user;

	if (screen->hidden && !screen->begun) {
		screen->begun = true;
		screen->first = (VTermPos){ rect.start_row, rect.start_col };
	}
	return 1;
}

/* A row scrolls off the top. */
static int on_scrolled(int cols, const VTermScreenCell *cells, void *user)
{
	struct jp_screen *screen = user;

	(void)cols;
	(void)cells;
	if (screen->first.row > 0)
		screen->first.row--;
	else
		screen->begun = false;
	return 1;
}

static void tell_drawn(const struct jp_screen *screen, struct jp_view *view)
{
	view->drawn = true;
	screen->sink.drawn(screen->sink.user, view);
}

/*
 * jp sets the terminal's mode for a prompt while it is still printing. Lines
 * then no longer return to the edge, and the prompt begins after them. jp
 * breaks its rows and sets the cursor as if it had begun at the edge, so the
 * drawing is replayed from there in an empty terminal.
 */
static void tell_drawn_inside(const struct jp_screen *screen)
{
	struct jp_screen *other = jp_screen_new(
		(size_t)screen->rows, (size_t)screen->cols,
		&(struct jp_screen_sink){ screen->sink.user, NULL, NULL });
	struct jp_view view;

	vterm_input_write(other->vterm, screen->drawing.buf,
			  screen->drawing.len);
	jp_screen_look(other, &view);
	tell_drawn(screen, &view);
	jp_screen_free(other);
}

static void show_cursor(struct jp_screen *screen)
{
	struct jp_view view;
	VTermPos cursor;

	if (!screen->begun || !screen->sink.drawn)
		return;
	screen->begun = false;
	vterm_state_get_cursorpos(vterm_obtain_state(screen->vterm), &cursor);
	if (screen->first.col && screen->drawing.len < DRAWING_MAX) {
		tell_drawn_inside(screen);
	} else if (cursor.row >= screen->first.row) {
		look(screen, screen->first, &view);
		tell_drawn(screen, &view);
	}
}

static int on_prop(VTermProp prop, VTermValue *value, void *user)
{
	struct jp_screen *screen = user;

	if (prop != VTERM_PROP_CURSORVISIBLE)
		return 1;
	if (value->boolean && screen->hidden)
		show_cursor(screen);
	/* Only the first time: restoring the cursor hides it again. */
	if (!value->boolean && !screen->hidden)
		screen->begun = false;
	screen->hidden = !value->boolean;
	return 1;
}

static void on_reply(const char *bytes, size_t len, void *user)
{
	struct jp_screen *screen = user;

	if (screen->sink.reply)
		screen->sink.reply(screen->sink.user, slice_of(bytes, len));
}

/* --- Opening and closing --- */

static void open_terminal(struct jp_screen *screen, size_t rows, size_t cols)
{
	static const VTermScreenCallbacks callbacks = {
		.damage = on_damage,
		.settermprop = on_prop,
		.sb_pushline = on_scrolled,
	};

	screen->rows = side(rows);
	screen->cols = side(cols);
	screen->hidden = screen->begun = false;
	screen->view = xreallocarray(screen->view, (size_t)screen->rows,
				     sizeof(*screen->view));
	screen->offsets =
		xreallocarray(screen->offsets, (size_t)screen->rows + 1,
			      sizeof(*screen->offsets));
	screen->vterm = vterm_new(screen->rows, screen->cols);
	assert(screen->vterm);
	vterm_set_utf8(screen->vterm, 1);
	vterm_output_set_callback(screen->vterm, on_reply, screen);
	screen->cells = vterm_obtain_screen(screen->vterm);
	vterm_screen_enable_altscreen(screen->cells, 1);
	vterm_screen_set_callbacks(screen->cells, &callbacks, screen);
	vterm_screen_set_damage_merge(screen->cells, VTERM_DAMAGE_CELL);
	vterm_screen_reset(screen->cells, 1);
}

struct jp_screen *jp_screen_new(size_t rows, size_t cols,
				const struct jp_screen_sink *sink)
{
	struct jp_screen *screen = xcalloc(1, sizeof(*screen));

	screen->sink = *sink;
	strbuf_init(&screen->text);
	strbuf_init(&screen->drawing);
	open_terminal(screen, rows, cols);
	return screen;
}

void jp_screen_free(struct jp_screen *screen)
{
	if (!screen)
		return;
	vterm_free(screen->vterm);
	strbuf_release(&screen->text);
	strbuf_release(&screen->drawing);
	free(screen->view);
	free(screen->offsets);
	free(screen);
}

/* Take bytes until the cursor is hidden or shown; the filter splits nothing. */
static struct slice take_part(struct slice *bytes)
{
	const size_t head = strlen(CURSOR);
	struct slice part = *bytes, rest = part;
	const char *at;

	while ((at = memmem(rest.ptr, rest.len, CURSOR, head))) {
		rest = slice_skip(rest, (size_t)(at - rest.ptr) + head);
		if (!rest.len || (*rest.ptr != 'l' && *rest.ptr != 'h'))
			continue;
		part.len = (size_t)(rest.ptr - part.ptr) + 1;
		break;
	}
	*bytes = slice_skip(*bytes, part.len);
	return part;
}

void jp_screen_write(struct jp_screen *screen, struct slice bytes,
		     struct strbuf *text)
{
	struct strbuf safe = STRBUF_INIT;
	struct slice rest;

	jp_filter_take(&screen->filter, bytes, &safe, text);
	rest = strbuf_slice(&safe);
	while (rest.len) {
		struct slice part = take_part(&rest);

		if (!screen->hidden)
			strbuf_reset(&screen->drawing);
		else if (screen->drawing.len < DRAWING_MAX)
			strbuf_addslice(&screen->drawing, part);
		vterm_input_write(screen->vterm, part.ptr, part.len);
	}
	strbuf_release(&safe);
}

/*
 * Create the terminal again, as libvterm 0.1.4 crashes after some resizes. jp
 * does not redraw most prompts, so what was shown is drawn again here.
 */
void jp_screen_resize(struct jp_screen *screen, size_t rows, size_t cols)
{
	struct strbuf shown = STRBUF_INIT;
	struct jp_view view;

	if (side(rows) == screen->rows && side(cols) == screen->cols)
		return;
	jp_screen_look(screen, &view);
	jp_view_draw(&shown, &view, (size_t)side(rows), (size_t)side(cols));
	vterm_free(screen->vterm);
	open_terminal(screen, rows, cols);
	vterm_input_write(screen->vterm, shown.buf, shown.len);
	strbuf_release(&shown);
}
