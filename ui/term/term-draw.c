#include "config.h"

#include "ui/term/term-locale.h"
#include "ui/term/term-private.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "src/base/trace.h"
#include "src/base/xalloc.h"
#include "ui/term/term-color.h"
#include "ui/term/term-crash.h"

/* Small terminals have 64 pairs; COLOR_PAIR() is wrong from 256 on. */
enum { MAX_PAIRS = 63 };

struct pairs {
	struct style colors[MAX_PAIRS + 1];
	int count;
	bool defaults; /* a pair may use the terminal's default colours */
};

static short pair_of(struct pairs *pairs, struct style style)
{
	int max = COLOR_PAIRS - 1 < MAX_PAIRS ? COLOR_PAIRS - 1 : MAX_PAIRS;

	if (!pairs->defaults) {
		style.fg = style.fg < 0 ? COLOR_WHITE : style.fg;
		style.bg = style.bg < 0 ? COLOR_BLACK : style.bg;
	} else if (style.fg < 0 && style.bg < 0) {
		return 0;
	}
	for (int i = 1; i <= pairs->count; i++)
		if (pairs->colors[i].fg == style.fg &&
		    pairs->colors[i].bg == style.bg)
			return (short)i;
	if (pairs->count >= max)
		return 0;
	/* Without memory for a pair, use the terminal's own colours. */
	if (init_pair((short)(pairs->count + 1), style.fg, style.bg) == ERR)
		return 0;
	pairs->colors[++pairs->count] = style;
	return (short)pairs->count;
}

static attr_t attrs_of(struct style style)
{
	return (style.attrs & STYLE_BOLD ? WA_BOLD : 0) |
	       (style.attrs & STYLE_DIM ? WA_DIM : 0) |
	       (style.attrs & STYLE_ITALIC ? WA_ITALIC : 0) |
	       (style.attrs & STYLE_UNDERLINE ? WA_UNDERLINE : 0) |
	       (style.attrs & STYLE_REVERSE ? WA_REVERSE : 0);
}

void term_paint_faces(struct term *term)
{
	struct term_paint *paint = &term->paint;
	const struct theme *theme = &term->theme;
	struct pairs pairs = { .count = 0 };
	bool was = term_crash_library(true);
	bool color = !term->no_color && has_colors() && start_color() == OK;

	if (color)
		pairs.defaults = use_default_colors() == OK;
	else
		theme = theme_find("mono");
	/* Selected faces last: they matter less if pairs run out. */
	for (int i = 0; i < 2 * FACE_COUNT; i++) {
		int face = i % FACE_COUNT, selected = i / FACE_COUNT;
		struct style style =
			theme_style(theme, (enum face)face, selected);

		if (color)
			style = term_color_reduce(style, COLORS);
		paint->attrs[selected][face] = attrs_of(style);
		paint->pairs[selected][face] =
			color ? pair_of(&pairs, style) : 0;
	}
	term_crash_library(was);
}

void term_paint_start(struct term *term)
{
	canvas_init(&term->paint.shown);
	term_paint_faces(term);
}

void term_set_theme(struct term *term, const struct theme *theme)
{
	term->theme = *theme;
	term_paint_faces(term);
	term_redraw(term);
}

void term_paint_free(struct term *term)
{
	canvas_release(&term->paint.shown);
	free(term->paint.row);
}

void term_paint_anew(struct term *term)
{
	term->paint.anew = true;
}

void term_redraw(struct term *term)
{
	term_paint_anew(term);
}

/* The terminal's own line characters, for use without UTF-8. */
static const cchar_t *line_of(uint32_t glyph)
{
	switch (glyph) {
	case GLYPH_HLINE:
		return WACS_HLINE;
	case GLYPH_VLINE:
	case GLYPH_VLINE_FOCUS:
		return WACS_VLINE;
	case GLYPH_CROSS:
		return WACS_PLUS;
	case GLYPH_TEE_LEFT:
		return WACS_LTEE;
	case GLYPH_TEE_RIGHT:
		return WACS_RTEE;
	case GLYPH_TEE_DOWN:
		return WACS_TTEE;
	case GLYPH_TEE_UP:
		return WACS_BTEE;
	case GLYPH_CORNER_TL:
		return WACS_ULCORNER;
	case GLYPH_CORNER_TR:
		return WACS_URCORNER;
	case GLYPH_CORNER_BL:
		return WACS_LLCORNER;
	case GLYPH_CORNER_BR:
		return WACS_LRCORNER;
	default:
		return NULL;
	}
}

/* The character for a cell, as far as this terminal can draw it. */
static uint32_t char_for(const struct term *term, uint32_t ch)
{
	bool line = line_of(ch) != NULL;

	if (ch >= GLYPH_HLINE)
		/* The console's font has line characters, but no others. */
		return term->utf8 && (line || term->rich)
			       ? glyph_unicode(ch)
			       : (uint32_t)(unsigned char)glyph_ascii(ch);
	return term->utf8 ? ch : term_locale_char(ch);
}

static void to_curses(const struct term *term, const struct cell *cell,
		      cchar_t *out)
{
	attr_t attrs = term->paint.attrs[cell->selected][cell->face];
	short pair = term->paint.pairs[cell->selected][cell->face];
	const cchar_t *line = term->utf8 ? NULL : line_of(cell->ch);
	wchar_t text[CCHARW_MAX + 1] = { 0 };
	attr_t line_attrs;
	short line_pair;
	int len = 0;

	if (line) {
		getcchar(line, text, &line_attrs, &line_pair, NULL);
		attrs |= line_attrs;
	} else {
		text[len++] = (wchar_t)char_for(term, cell->ch);
		for (size_t i = 0; i < ARRAY_SIZE(cell->marks); i++)
			if (cell->marks[i] && term->utf8)
				text[len++] = (wchar_t)cell->marks[i];
	}
	if (setcchar(out, text, attrs, pair, NULL) != OK)
		setcchar(out, L"?", attrs, pair, NULL);
}

/* Whether a wide character can be drawn here. */
static bool fits_wide(const struct term *term, const struct cell *cell, int x)
{
	return x + 2 <= term->cols &&
	       (term->utf8 || term_locale_char(cell->ch) == cell->ch);
}

static void add_plain(struct term_paint *paint, const struct cell *cell,
		      const wchar_t *text, int *count)
{
	setcchar(&paint->row[(*count)++], text,
		 paint->attrs[cell->selected][cell->face],
		 paint->pairs[cell->selected][cell->face], NULL);
}

static void draw_row(struct term *term, const struct canvas *cv, int y)
{
	struct term_paint *paint = &term->paint;
	int count = 0;

	for (int x = 0; x < cv->w && x < term->cols; x++) {
		const struct cell *cell = canvas_cell(cv, x, y);

		if (cell->width == 2 && !fits_wide(term, cell, x)) {
			/* Keep its two columns, as far as there are. */
			add_plain(paint, cell, L"?", &count);
			if (x + 2 <= term->cols)
				add_plain(paint, cell, L" ", &count);
		} else if (cell->width > 0) {
			to_curses(term, cell, &paint->row[count++]);
		}
	}
	mvadd_wchnstr(y, 0, paint->row, count);
}

static void start_anew(struct term *term, const struct canvas *cv)
{
	struct term_paint *paint = &term->paint;

	canvas_resize(&paint->shown, cv->w, cv->h);
	ALLOC_GROW(paint->row, (size_t)cv->w + 1, paint->row_cap);
	werase(stdscr);
	clearok(curscr, TRUE);
}

static bool update_rows(struct term *term, const struct canvas *cv, bool all)
{
	struct canvas *shown = &term->paint.shown;
	bool changed = all;

	for (int y = 0; y < cv->h && y < term->rows; y++) {
		if (!all && canvas_rows_equal(shown, cv, y))
			continue;
		draw_row(term, cv, y);
		memcpy(canvas_cell(shown, 0, y), canvas_cell(cv, 0, y),
		       (size_t)cv->w * sizeof(struct cell));
		changed = true;
	}
	return changed;
}

/* Move the cursor; true if it was elsewhere. */
static bool update_cursor(struct term *term, const struct canvas *cv)
{
	struct canvas *shown = &term->paint.shown;
	bool moved = shown->cursor_x != cv->cursor_x ||
		     shown->cursor_y != cv->cursor_y;
	bool visible = cv->cursor_x >= 0 && cv->cursor_x < term->cols &&
		       cv->cursor_y >= 0 && cv->cursor_y < term->rows;

	shown->cursor_x = cv->cursor_x;
	shown->cursor_y = cv->cursor_y;
	curs_set(visible);
	/* A hidden cursor may stay where it is, which saves bytes. */
	leaveok(stdscr, !visible);
	if (visible)
		wmove(stdscr, cv->cursor_y, cv->cursor_x);
	return moved;
}

static void update(struct term *term)
{
	bool sync = term_input_knows(term->input)->sync;

	if (sync)
		term_out_add(&term->out, SLICE("\033[?2026h"));
	wnoutrefresh(stdscr);
	doupdate();
	term_out_collect(&term->out);
	if (sync)
		term_out_add(&term->out, SLICE("\033[?2026l"));
}

bool term_draw(struct term *term, const struct canvas *cv)
{
	struct term_paint *paint = &term->paint;
	bool all = paint->anew || paint->shown.w != cv->w ||
		   paint->shown.h != cv->h;
	bool changed, was;

	if (term->owner != TERM_OURS || term->resize_failed ||
	    !term_in_foreground(term))
		return false;
	/* Wait for the previous frame to be sent, then draw the newest. */
	if (!term_out_flush(&term->out, 0))
		return false;
	if (cv->w < 1 || cv->h < 1)
		return true;
	if (all)
		start_anew(term, cv);
	paint->anew = false;
	was = term_crash_library(true);
	changed = update_rows(term, cv, all);
	if (update_cursor(term, cv) || changed) {
		term->looks = TERM_LOOKS;
		trace(TRACE_DRAW, "%s", all ? "all rows" : "changed rows");
		update(term);
	}
	term_crash_library(was);
	return term_flush_notes(term);
}
