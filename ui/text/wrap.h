#ifndef JPD_TEXT_WRAP_H
#define JPD_TEXT_WRAP_H

#include "ui/text/rows.h"

/*
 * Breaks sanitised text into rows of at most `cols` columns: at blanks (which
 * stay at the row's end, undrawn, if they do not fit), after a hyphen or slash
 * inside a word, between wide characters, otherwise inside the word. A tab
 * advances to the next multiple of 8 columns. `cols` below 1 counts as 1; a
 * wide character in one column becomes U+FFFD. An empty text gives no row; "\n"
 * gives one; so the rows of a text are those of its lines.
 */
struct wrap_options {
	int cols;
	int indent; /* columns before every row, within `cols` */
	enum face face;
	bool keep_blanks; /* code: break at the edge, not at blanks */
};

void wrap_text(struct rows *rows, struct slice text,
	       const struct wrap_options *options);

/*
 * The same for a text that grows at its end: the state of the open row, so that
 * appending costs only as much as the new text, whatever the length before. The
 * rows are always those that wrap_text() would give for the whole. Has no
 * memory of its own: a copy of it and the number of rows are enough to go back
 * to the start of a line.
 */
struct wrap_stream {
	struct wrap_options options;
	/* private to wrap.c: */
	int room;              /* columns of a row without its indent */
	int col;               /* columns used in the open row */
	bool open;             /* text may be added to the last row */
	bool inked;            /* and has more than blanks in it */
	bool can_break;        /* at ... */
	size_t break_at;       /* ... this byte of rows->text, ... */
	int break_col;         /* ... this column */
	uint32_t last, before; /* the last two characters of the row, or 0 */
};

void wrap_stream_init(struct wrap_stream *ws,
		      const struct wrap_options *options);
/* Add whole characters; `rows` must be as the last call left it. */
void wrap_stream_add(struct wrap_stream *ws, struct rows *rows,
		     struct slice text);
/* Add in one piece if any row has room for it. */
void wrap_stream_add_whole(struct wrap_stream *ws, struct rows *rows,
			   struct slice text);
/* Use this face from now on. */
void wrap_stream_face(struct wrap_stream *ws, enum face face);
/*
 * The last character, of `old_len` bytes, was composed with a mark: it is now
 * `now`, with the same width.
 */
void wrap_stream_amend(struct wrap_stream *ws, struct rows *rows,
		       size_t old_len, struct slice now);

#endif
