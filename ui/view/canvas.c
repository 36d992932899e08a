#include "config.h"

#include "ui/view/canvas.h"

#include <stdlib.h>
#include <wchar.h>

#include "src/base/utf8.h"
#include "src/base/xalloc.h"

static const struct {
	uint32_t unicode;
	char ascii;
} glyphs[] = {
#define G(name, unicode, ascii) \
	[GLYPH_##name - GLYPH_HLINE] = { unicode, ascii }
	G(HLINE, 0x2500, '-'),      G(VLINE, 0x2502, '|'),
	G(CROSS, 0x253c, '+'),      G(TEE_LEFT, 0x251c, '+'),
	G(TEE_RIGHT, 0x2524, '+'),  G(TEE_DOWN, 0x252c, '+'),
	G(TEE_UP, 0x2534, '+'),     G(CORNER_TL, 0x250c, '+'),
	G(CORNER_TR, 0x2510, '+'),  G(CORNER_BL, 0x2514, '+'),
	G(CORNER_BR, 0x2518, '+'),  G(FOLDED, 0x25b8, '>'),
	G(UNFOLDED, 0x25be, 'v'),   G(MORE, 0x25bc, 'v'),
	G(MORE_ABOVE, 0x25b2, '^'), G(GOES_ON, 0x21aa, '>'),
	G(DOT, 0x25cf, '*'),        G(ELLIPSIS, 0x2026, '~'),
	G(BLOCK, 0x2588, '#'),      G(VLINE_FOCUS, 0x2503, '|'),
	G(SPIN_0, 0x280b, '|'),     G(SPIN_0 + 1, 0x2819, '/'),
	G(SPIN_0 + 2, 0x2839, '-'), G(SPIN_0 + 3, 0x2838, '\\'),
	G(SPIN_0 + 4, 0x283c, '|'), G(SPIN_0 + 5, 0x2834, '/'),
	G(SPIN_0 + 6, 0x2826, '-'), G(SPIN_0 + 7, 0x2827, '\\'),
	G(SPIN_0 + 8, 0x2807, '|'), G(SPIN_0 + 9, 0x280f, '/'),
#undef G
};

static const struct cell blank = { .ch = ' ', .width = 1 };

static bool is_glyph(uint32_t ch)
{
	return ch >= GLYPH_HLINE && ch < GLYPH_END;
}

uint32_t glyph_unicode(uint32_t glyph)
{
	return is_glyph(glyph) ? glyphs[glyph - GLYPH_HLINE].unicode
			       : UTF8_REPLACEMENT;
}

char glyph_ascii(uint32_t glyph)
{
	return is_glyph(glyph) ? glyphs[glyph - GLYPH_HLINE].ascii : '?';
}

/* Non-ASCII characters of our own texts and the translations, and common quotes
 * and dashes. */
static const struct {
	uint32_t ch;
	char ascii;
} forms[] = {
	{ 0xa0, ' ' },   { 0xab, '"' },   { 0xb7, '.' },    { 0xbb, '"' },
	{ 0xd7, 'x' },   { 0x2010, '-' }, { 0x2011, '-' },  { 0x2012, '-' },
	{ 0x2013, '-' }, { 0x2014, '-' }, { 0x2018, '\'' }, { 0x2019, '\'' },
	{ 0x201a, ',' }, { 0x201c, '"' }, { 0x201d, '"' },  { 0x201e, '"' },
	{ 0x2022, '*' }, { 0x2026, '.' }, { 0x2190, '<' },  { 0x2191, '^' },
	{ 0x2192, '>' }, { 0x2193, 'v' }, { 0x21aa, '>' },  { 0x202f, ' ' },
	{ 0x2212, '-' }, { 0x25b8, '>' }, { 0x25be, 'v' },  { 0x25cf, '*' },
};

uint32_t canvas_ascii_form(uint32_t ch)
{
	for (size_t i = 0; i < ARRAY_SIZE(forms); i++) {
		if (forms[i].ch == ch)
			return (uint32_t)(unsigned char)forms[i].ascii;
	}
	return '?';
}

/*
 * Columns of `*ch`, which becomes its ASCII form or U+FFFD if the C library
 * does not know it: curses counts such characters as 1, terminals differ.
 */
static int char_width(uint32_t *ch)
{
	int width;

	if ((*ch >= 0x20 && *ch < 0x7f) || is_glyph(*ch))
		return 1;
	width = *ch && *ch <= 0x10ffff ? wcwidth((wchar_t)*ch) : -1;
	if (width < 0) {
		uint32_t form = canvas_ascii_form(*ch);

		*ch = form == '?' ? UTF8_REPLACEMENT : form;
		width = 1;
	}
	return width > 2 ? 2 : width;
}

void canvas_init(struct canvas *cv)
{
	*cv = (struct canvas){ .cursor_x = -1, .cursor_y = -1 };
}

void canvas_release(struct canvas *cv)
{
	free(cv->cells);
	canvas_init(cv);
}

static void blank_cell(struct cell *cell, uint8_t face)
{
	*cell = blank;
	cell->face = face;
}

/* Copied in doubling pieces: a frame begins with all of its cells. */
static void blank_cells(struct cell *cells, size_t count, uint8_t face)
{
	size_t done = 1;

	if (!count)
		return;
	blank_cell(cells, face);
	while (done < count) {
		size_t piece = done < count - done ? done : count - done;

		memcpy(cells + done, cells, piece * sizeof(*cells));
		done += piece;
	}
}

void canvas_clear(struct canvas *cv)
{
	blank_cells(cv->cells, (size_t)cv->w * (size_t)cv->h, blank.face);
	cv->cursor_x = -1;
	cv->cursor_y = -1;
	cv->cut = 0;
}

void canvas_resize(struct canvas *cv, int w, int h)
{
	if (w < 0)
		w = 0;
	if (h < 0)
		h = 0;
	if (w != cv->w || h != cv->h) {
		cv->cells = xreallocarray(cv->cells, (size_t)w * (size_t)h,
					  sizeof(*cv->cells));
		cv->w = w;
		cv->h = h;
	}
	canvas_clear(cv);
}

/* The part of `at` that is on the canvas. */
static struct rect clip_to(const struct canvas *cv, struct rect at)
{
	int64_t left = at.x > 0 ? at.x : 0;
	int64_t top = at.y > 0 ? at.y : 0;
	int64_t right = (int64_t)at.x + at.w;
	int64_t bottom = (int64_t)at.y + at.h;

	if (right > cv->w)
		right = cv->w;
	if (bottom > cv->h)
		bottom = cv->h;
	if (left >= right || top >= bottom)
		return (struct rect){ 0, 0, 0, 0 };
	return (struct rect){ (int)left, (int)top, (int)(right - left),
			      (int)(bottom - top) };
}

static struct rect whole(const struct canvas *cv)
{
	return (struct rect){ 0, 0, cv->w, cv->h };
}

/*
 * To be called before writing cells `x` to `end` of a row: a wide character
 * across either edge loses its other half.
 */
static void split_wide(struct canvas *cv, int x, int end, int y)
{
	struct cell *row = canvas_cell(cv, 0, y);

	if (x > 0 && row[x].width == 0)
		blank_cell(&row[x - 1], row[x - 1].face);
	if (end < cv->w && row[end].width == 0)
		blank_cell(&row[end], row[end].face);
}

void canvas_fill(struct canvas *cv, struct rect at, enum face face)
{
	at = clip_to(cv, at);
	for (int y = at.y; y < at.y + at.h; y++) {
		split_wide(cv, at.x, at.x + at.w, y);
		blank_cells(canvas_cell(cv, at.x, y), (size_t)at.w,
			    (uint8_t)face);
	}
}

/* Add a mark to the character that ends before column `x`. */
static void add_mark(struct canvas *cv, struct rect clip, int64_t x, int y,
		     uint32_t mark)
{
	struct cell *cell;

	if (x <= clip.x || x > (int64_t)clip.x + clip.w)
		return;
	cell = canvas_cell(cv, (int)x - 1, y);
	if (cell->width == 0 && x - 1 > clip.x)
		cell--;
	/* A line glyph may be drawn by WACS, which cannot have marks. */
	if (cell->width == 0 || is_glyph(cell->ch))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(cell->marks); i++) {
		if (!cell->marks[i]) {
			cell->marks[i] = mark;
			return;
		}
	}
}

/* `clip` must be on the canvas and contain row `y`; `width` is 1 or 2. */
static void put_char(struct canvas *cv, struct rect clip, int64_t x, int y,
		     uint32_t ch, int width, enum face face)
{
	int64_t right = (int64_t)clip.x + clip.w;
	struct cell *cell;

	if (x + width <= clip.x || x >= right)
		return;
	if (x < clip.x || x + width > right) {
		x = x < clip.x ? clip.x : x;
		ch = ' ';
		width = 1;
	}
	split_wide(cv, (int)x, (int)x + width, y);
	cell = canvas_cell(cv, (int)x, y);
	blank_cell(cell, (uint8_t)face);
	cell->ch = ch;
	cell->width = (uint8_t)width;
	if (width == 2)
		cell[1] = (struct cell){ .face = (uint8_t)face };
}

static bool has_row(struct rect clip, int y)
{
	return y >= clip.y && y < clip.y + clip.h;
}

void canvas_put(struct canvas *cv, struct rect clip, int x, int y, uint32_t ch,
		enum face face)
{
	int width = char_width(&ch);

	clip = clip_to(cv, clip);
	if (!has_row(clip, y))
		return;
	if (width == 0)
		add_mark(cv, clip, x, y, ch);
	else
		put_char(cv, clip, x, y, ch, width, face);
}

void canvas_hline(struct canvas *cv, int x, int y, int w, enum face face)
{
	struct rect at = clip_to(cv, (struct rect){ x, y, w, 1 });

	for (int i = 0; i < at.w; i++)
		canvas_put(cv, at, at.x + i, y, GLYPH_HLINE, face);
}

void canvas_vline(struct canvas *cv, int x, int y, int h, enum face face)
{
	struct rect at = clip_to(cv, (struct rect){ x, y, 1, h });

	for (int i = 0; i < at.h; i++)
		canvas_put(cv, at, x, at.y + i, GLYPH_VLINE, face);
}

void canvas_box(struct canvas *cv, struct rect at, enum face face)
{
	struct rect all = whole(cv);
	int right = at.x + at.w - 1;
	int bottom = at.y + at.h - 1;

	if (at.w < 2 || at.h < 2)
		return;
	canvas_hline(cv, at.x, at.y, at.w, face);
	canvas_hline(cv, at.x, bottom, at.w, face);
	canvas_vline(cv, at.x, at.y, at.h, face);
	canvas_vline(cv, right, at.y, at.h, face);
	canvas_put(cv, all, at.x, at.y, GLYPH_CORNER_TL, face);
	canvas_put(cv, all, right, at.y, GLYPH_CORNER_TR, face);
	canvas_put(cv, all, at.x, bottom, GLYPH_CORNER_BL, face);
	canvas_put(cv, all, right, bottom, GLYPH_CORNER_BR, face);
}

int canvas_text(struct canvas *cv, struct rect clip, int x, int y,
		struct slice text, enum face face)
{
	size_t pos = 0;
	int cols = 0;
	bool visible;

	clip = clip_to(cv, clip);
	visible = has_row(clip, y);
	while (pos < text.len) {
		uint32_t ch;
		int width;

		pos += utf8_decode(text.ptr + pos, text.len - pos, &ch);
		width = char_width(&ch);
		if (visible && width == 0)
			add_mark(cv, clip, (int64_t)x + cols, y, ch);
		else if (visible)
			put_char(cv, clip, (int64_t)x + cols, y, ch, width,
				 face);
		cols += width;
	}
	cv->cut += visible && (int64_t)x + cols > (int64_t)clip.x + clip.w;
	return cols;
}

void canvas_paint(struct canvas *cv, struct rect at, enum face face)
{
	at = clip_to(cv, at);
	for (int y = at.y; y < at.y + at.h; y++)
		for (int x = at.x; x < at.x + at.w; x++) {
			canvas_cell(cv, x, y)->face = (uint8_t)face;
			canvas_cell(cv, x, y)->selected = false;
		}
}

void canvas_select(struct canvas *cv, struct rect at)
{
	at = clip_to(cv, at);
	for (int y = at.y; y < at.y + at.h; y++)
		for (int x = at.x; x < at.x + at.w; x++)
			canvas_cell(cv, x, y)->selected = true;
}

void canvas_row_text(struct strbuf *out, const struct canvas *cv, int y)
{
	for (int x = 0; x < cv->w && y >= 0 && y < cv->h; x++) {
		const struct cell *cell = canvas_cell(cv, x, y);
		char utf8[4 * (1 + ARRAY_SIZE(cell->marks))];
		size_t len;

		if (cell->width == 0)
			continue;
		len = utf8_encode(is_glyph(cell->ch) ? glyph_unicode(cell->ch)
						     : cell->ch,
				  utf8);
		for (size_t i = 0;
		     i < ARRAY_SIZE(cell->marks) && cell->marks[i]; i++)
			len += utf8_encode(cell->marks[i], utf8 + len);
		strbuf_add(out, utf8, len);
	}
}

static bool cells_equal(const struct cell *a, const struct cell *b)
{
	return a->ch == b->ch && a->width == b->width && a->face == b->face &&
	       a->selected == b->selected &&
	       !memcmp(a->marks, b->marks, sizeof(a->marks));
}

bool canvas_rows_equal(const struct canvas *a, const struct canvas *b, int y)
{
	if (a->w != b->w || y < 0 || y >= a->h || y >= b->h)
		return false;
	for (int x = 0; x < a->w; x++)
		if (!cells_equal(canvas_cell(a, x, y), canvas_cell(b, x, y)))
			return false;
	return true;
}

static void add_target(struct canvas *cv, struct target target)
{
	struct targets *targets = cv->targets;

	if (!targets || targets->count == TARGETS_MAX || target.at.w < 1 ||
	    target.at.h < 1)
		return;
	target.pane = targets->pane;
	targets->list[targets->count++] = target;
}

struct target targets_at(const struct targets *targets, int x, int y)
{
	for (size_t i = targets->count; i-- > 0;) {
		const struct rect *at = &targets->list[i].at;

		if (x >= at->x && x < at->x + at->w && y >= at->y &&
		    y < at->y + at->h)
			return targets->list[i];
	}
	return (struct target){ .kind = TARGET_NOTHING };
}

void canvas_click_nothing(struct canvas *cv, struct rect at)
{
	add_target(cv, (struct target){ .at = at });
}

void canvas_click_row(struct canvas *cv, struct rect at, size_t row)
{
	add_target(cv,
		   (struct target){ .kind = TARGET_ROW, .at = at, .row = row });
}

void canvas_click_key(struct canvas *cv, struct rect at, struct key key)
{
	add_target(cv,
		   (struct target){ .kind = TARGET_KEY, .at = at, .key = key });
}

void canvas_click_end(struct canvas *cv, struct rect at)
{
	add_target(cv, (struct target){ .kind = TARGET_END, .at = at });
}

void canvas_click_pane(struct canvas *cv, int pane)
{
	if (cv->targets)
		cv->targets->pane = pane;
}
