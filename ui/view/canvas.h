#ifndef JPD_VIEW_CANVAS_H
#define JPD_VIEW_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "ui/text/face.h"
#include "ui/view/key.h"

/* A place on the screen, in cells; 0-based, empty where w or h is < 1. */
struct rect {
	int x, y, w, h;
};

/*
 * One cell. A character of two columns is in the left one (width 2); the right
 * one has width 0 and no character. `ch` has wcwidth() 1 or 2, or is one of the
 * glyphs below; never a control.
 */
struct cell {
	uint32_t ch;
	uint32_t marks[4]; /* combining marks on it, then 0 */
	uint8_t width;     /* 1, 2, or 0 for the right half */
	uint8_t face;      /* enum face */
	bool selected;     /* it has the background of the selection */
};

/*
 * Lines and glyphs that a terminal may have in another form, or not at all:
 * ui/term draws them by WACS or ASCII if the locale is not UTF-8. They are
 * beyond Unicode, so that no text can contain one.
 */
enum glyph {
	GLYPH_HLINE = 0x110000,
	GLYPH_VLINE,
	GLYPH_CROSS,
	GLYPH_TEE_LEFT,  /* ├ */
	GLYPH_TEE_RIGHT, /* ┤ */
	GLYPH_TEE_DOWN,  /* ┬ */
	GLYPH_TEE_UP,    /* ┴ */
	GLYPH_CORNER_TL,
	GLYPH_CORNER_TR,
	GLYPH_CORNER_BL,
	GLYPH_CORNER_BR,
	GLYPH_FOLDED,      /* ▸ or > */
	GLYPH_UNFOLDED,    /* ▾ or v */
	GLYPH_MORE,        /* ▼ or v */
	GLYPH_MORE_ABOVE,  /* ▲ or ^ */
	GLYPH_GOES_ON,     /* ↪ or > */
	GLYPH_DOT,         /* ● or * */
	GLYPH_BLOCK,       /* █ or # */
	GLYPH_ELLIPSIS,    /* … or ~ */
	GLYPH_VLINE_FOCUS, /* ┃ or | */
	GLYPH_SPIN_0,      /* ⠋ … or | / - \ */
	GLYPH_SPIN_9 = GLYPH_SPIN_0 + 9,
	GLYPH_END
};

/* A glyph's Unicode character and its ASCII one. */
uint32_t glyph_unicode(uint32_t glyph);
char glyph_ascii(uint32_t glyph);

/*
 * What a click on a place means: a key, a row of the list on top, or the end of
 * the conversation in a pane. The last target drawn there counts.
 */
struct target {
	enum { TARGET_NOTHING, TARGET_KEY, TARGET_ROW, TARGET_END } kind;
	struct rect at;
	struct key key;
	size_t row;
	int pane; /* that it is drawn in; 0: in none */
};

#define TARGETS_MAX 512 /* in a frame; further ones are ignored */

struct targets {
	struct target list[TARGETS_MAX];
	size_t count;
	int pane; /* that is being drawn, or 0 */
};

/* TARGET_NOTHING if there is none. */
struct target targets_at(const struct targets *targets, int x, int y);

/*
 * A grid of cells that views draw on. Drawing outside is not an error: it is
 * clipped.
 */
struct canvas {
	int w, h;
	struct cell *cells;      /* h rows of w */
	int cursor_x, cursor_y;  /* -1: hidden */
	size_t cut;              /* texts that did not fit; for tests */
	struct targets *targets; /* the caller's; NULL: no clicks */
};

void canvas_init(struct canvas *cv);
void canvas_release(struct canvas *cv);
/* Give it this size (each at least 0) and blank it. */
void canvas_resize(struct canvas *cv, int w, int h);
/* Blank everything, and hide the cursor. */
void canvas_clear(struct canvas *cv);

static inline struct cell *canvas_cell(const struct canvas *cv, int x, int y)
{
	return &cv->cells[(size_t)y * (size_t)cv->w + (size_t)x];
}

/* Fill with blanks of a face. */
void canvas_fill(struct canvas *cv, struct rect at, enum face face);
/* One glyph or character; nothing if it does not fit into `clip`. */
void canvas_put(struct canvas *cv, struct rect clip, int x, int y, uint32_t ch,
		enum face face);
void canvas_hline(struct canvas *cv, int x, int y, int w, enum face face);
void canvas_vline(struct canvas *cv, int x, int y, int h, enum face face);
/* A frame along the inside of `at`. */
void canvas_box(struct canvas *cv, struct rect at, enum face face);

/*
 * Draw text (sanitised UTF-8, no line breaks) from column `x` of row `y`, cut
 * at the edges of `clip`. A wide character that does not fit leaves a blank;
 * half of an overwritten character is blanked too. Returns the columns of the
 * text, drawn or not.
 */
int canvas_text(struct canvas *cv, struct rect clip, int x, int y,
		struct slice text, enum face face);
/* Set the face of cells, keeping their content. */
void canvas_paint(struct canvas *cv, struct rect at, enum face face);
/* Give cells the background of the selection; their text keeps its colour. */
void canvas_select(struct canvas *cv, struct rect at);

/* Clicks there do not reach targets drawn below. */
void canvas_click_nothing(struct canvas *cv, struct rect at);
void canvas_click_row(struct canvas *cv, struct rect at, size_t row);
void canvas_click_key(struct canvas *cv, struct rect at, struct key key);
void canvas_click_end(struct canvas *cv, struct rect at);
/* Targets from now on are in this pane; 0: in none. */
void canvas_click_pane(struct canvas *cv, int pane);

/* An ASCII character to draw in a locale that has only ASCII: "-" for a dash,
 * "?" if there is none. */
uint32_t canvas_ascii_form(uint32_t ch);

/* Append the cells of row `y` as UTF-8, with trailing blanks; for tests. */
void canvas_row_text(struct strbuf *out, const struct canvas *cv, int y);
bool canvas_rows_equal(const struct canvas *a, const struct canvas *b, int y);

#endif
