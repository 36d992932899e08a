#ifndef JPD_VIEW_EDITOR_H
#define JPD_VIEW_EDITOR_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "ui/view/canvas.h"
#include "ui/view/key.h"

/*
 * A text being typed: the composer, a reason, an answer, arguments as JSON.
 * Emacs keys (C-a C-e C-b C-f C-n C-p C-k C-u C-w C-d M-b M-f M-d, but not
 * C-z), arrows, Home, End, undo by C-_ and redo by M-_. A paste is one edit.
 */
struct editor_edit; /* one undo step; a secret has none */

struct editor {
	struct strbuf text; /* valid UTF-8, \n between lines */
	size_t cursor;      /* byte offset, at a character */
	bool one_line;      /* line breaks become blanks; scrolls sideways */
	bool secret;        /* drawn as dots */
	int goal_col;       /* column that up and down keep, or -1 */
	int cols;           /* as last drawn, for moving up and down */
	size_t top;         /* first byte of the first drawn row */
	struct editor_edit *edits;
	size_t edit_count, edit_cap, edit_at;
};

void editor_init(struct editor *ed);
void editor_release(struct editor *ed); /* wipes a secret's memory first */
/* Replace everything; discards undo. */
void editor_set(struct editor *ed, struct slice text);

enum editor_result {
	EDITOR_IGNORED, /* not a key of the editor: Enter, Esc, Tab …, or up in
			   the first row, down in the last */
	EDITOR_MOVED,
	EDITOR_EDITED,
};

/* M-Enter, S-Enter and C-j break the line; Enter is left to the caller. */
enum editor_result editor_key(struct editor *ed, struct key key);
void editor_paste(struct editor *ed, struct slice text);
void editor_insert(struct editor *ed, struct slice text); /* as if typed */

/*
 * Rows of the text at this width, at least 1; a line is cut at the edge, and
 * one more row has the cursor if it is after a full line.
 */
int editor_rows(const struct editor *ed, int cols);
/* Draw into `at`, scrolled so that the cursor is visible; place the terminal's
 * cursor if `focused`. Controls in the text are drawn as visible escapes. */
void editor_draw(struct editor *ed, struct canvas *cv, struct rect at,
		 bool focused);
/* Line and column (1-based, in characters) of a byte, for error messages. */
void editor_position(const struct editor *ed, size_t at, int *line, int *col);

#endif
