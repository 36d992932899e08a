#ifndef JPD_DIALOG_DIALOG_TEXT_H
#define JPD_DIALOG_DIALOG_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/text/rows.h"
#include "ui/view/canvas.h"
#include "ui/view/key.h"

/* What the rows of one width need; kept for a width that was only tried,
 * because rows that are made again are unseen again. */
struct dialog_size {
	int cols; /* 0: not known */
	bool noted;
	size_t rows;
	size_t folded_rows; /* not among them */
};

/*
 * A text that must be read before a decision: its rows, the scroll position,
 * and which rows were on the screen. A row counts as seen when a frame that
 * shows it is on the screen, not when it was drawn or written; a row wider than
 * its room is not seen at all.
 */
struct dialog_text {
	struct rows rows;
	int cols;    /* width of the rows; 0: rebuild them */
	bool noted;  /* with what the head has no room for */
	size_t top;  /* first row shown */
	size_t page; /* rows that fit */
	struct dialog_size tried;
	/* private from here on */
	bool *seen; /* of each row */
	size_t unseen;
	size_t drawn_from, drawn_to; /* in the frame being made */
	int drawn_cols;              /* its width in that frame */
	size_t written_from, written_to;
};

void dialog_text_init(struct dialog_text *text);
void dialog_text_release(struct dialog_text *text);
/* Drop the rows and what was seen of them; the scroll position stays. */
void dialog_text_clear(struct dialog_text *text);
/* Rows were added for this width: all of them are unseen. Wider ones continue
 * in additional rows. */
void dialog_text_made(struct dialog_text *text, int cols);

void dialog_text_draw(struct dialog_text *text, struct canvas *cv,
		      struct rect at);
/*
 * A list, of which `ends` has the row after each entry: scrolled so that the
 * selected one is visible, or at least its beginning, and with a target for a
 * click on each. Returns the first row of the selected one.
 */
size_t dialog_text_draw_list(struct dialog_text *text, struct canvas *cv,
			     struct rect at, const size_t *ends, size_t count,
			     size_t selected);
/* The last frame was written to the terminal; whether it has unseen rows. */
bool dialog_text_written(struct dialog_text *text);
/* Another frame followed before that one arrived: only what both show is looked
 * at. */
void dialog_text_rewritten(struct dialog_text *text);
/* The written frame is on the screen. */
void dialog_text_arrived(struct dialog_text *text);
/* Number of rows that were never on the screen. */
size_t dialog_text_unseen(const struct dialog_text *text);
/* Rows beyond the lower edge. */
size_t dialog_text_below(const struct dialog_text *text);

/* Arrows, j k, page keys, Home, End; false for any other key. */
bool dialog_text_scroll(struct dialog_text *text, struct key key);
void dialog_text_wheel(struct dialog_text *text, int rows);

#endif
