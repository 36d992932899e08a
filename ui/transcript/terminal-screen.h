#ifndef JPD_TRANSCRIPT_TERMINAL_SCREEN_H
#define JPD_TRANSCRIPT_TERMINAL_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/strbuf.h"

/*
 * The end of a program's output as a terminal would hold it: its last rows can
 * still be written over, those above have left and are text. Memory and the
 * work for each byte have limits that do not depend on what came before.
 */
enum {
	SCREEN_ROWS = 120,
	SCREEN_STEP = 20,       /* rows that leave together */
	SCREEN_COLS = 1000,     /* a longer line goes on in the next row */
	SCREEN_CELL_BYTES = 18, /* a character with its marks */
	SCREEN_STYLES = 64,     /* then colours are lost */
	SCREEN_STYLE_BYTES = 48,
};

struct screen_cell {
	uint8_t len, width; /* 0, 0: the right half of a wide one */
	uint16_t style;
	char text[SCREEN_CELL_BYTES];
};

struct screen_row {
	struct screen_cell *cells;
	size_t len, cap;
	bool continues; /* in the next row, without a line break */
};

struct screen {
	struct strbuf *out;
	struct screen_row rows[SCREEN_ROWS];
	size_t count; /* rows in use; the cursor's is one of them */
	size_t gone;  /* rows that are text in `out` */
	size_t row, col;
	size_t saved_row, saved_col; /* the row counted with those gone */
	size_t top, bottom;          /* of the scroll region; 0, 0: none */
	bool cleared, homed;         /* and nothing was written since */
	/* Sequences of colours, as they came since the last reset. */
	char (*styles)[SCREEN_STYLE_BYTES];
	size_t style_count;
	uint16_t style, out_style;
};

void screen_init(struct screen *screen, struct strbuf *out);
/* All rows become text. */
void screen_release(struct screen *screen);

/* A character; without a width it joins the one before. */
void screen_put(struct screen *screen, uint32_t cp);
/* A sequence of colours, from ESC to m. */
void screen_style(struct screen *screen, struct slice sequence);

void screen_go(struct screen *screen, size_t row, size_t col);
/* To the first cell; erasing all is another screen then, or was. */
void screen_home(struct screen *screen);
/* A move; it stops at the first and at the last row. */
void screen_move(struct screen *screen, long rows, long cols);
void screen_line_feed(struct screen *screen); /* the column stays */
void screen_reverse_feed(struct screen *screen);
void screen_save(struct screen *screen);
void screen_restore(struct screen *screen);
void screen_region(struct screen *screen, size_t top, size_t bottom);

enum screen_part { SCREEN_TO_END, SCREEN_TO_START, SCREEN_ALL };
void screen_erase_line(struct screen *screen, enum screen_part part);
void screen_erase(struct screen *screen, enum screen_part part);
/* At the cursor. */
void screen_insert_cells(struct screen *screen, size_t count);
void screen_delete_cells(struct screen *screen, size_t count);
void screen_erase_cells(struct screen *screen, size_t count);
void screen_insert_rows(struct screen *screen, size_t count);
void screen_delete_rows(struct screen *screen, size_t count);

#endif
