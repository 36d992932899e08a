#ifndef JPD_TEXT_WRAP_H
#define JPD_TEXT_WRAP_H

#include "ui/text/rows.h"

/*
 * Breaks sanitised text into rows of at most `cols` columns: at blanks (which
 * stay at the row's end, undrawn, if they do not fit), behind a hyphen or
 * slash, between wide characters, else inside the word. A tab goes to the
 * next multiple of 8 columns. `cols` below 1 counts as 1; a wide character
 * in one column becomes U+FFFD. An empty text gives no row; "\n" gives one.
 */
struct wrap_options {
	int cols;
	int indent;	     /* columns before every row, within `cols` */
	enum face face;
	bool keep_blanks;    /* code: never break at blanks, hard at the edge */
};

void wrap_text(struct rows *rows, struct slice text,
	       const struct wrap_options *options);

/*
 * The same for a text that grows at its end: keeps what it needs so that
 * appending costs what the new text costs, whatever the length before. The
 * rows are always those that wrap_text() would give for the whole.
 */
struct wrap_stream {
	struct wrap_options options;
	/* wrap.c's own: */
	size_t first_row;    /* of this text in the rows */
	size_t stable_rows;  /* rows that no more text can change */
	struct strbuf open;  /* the text behind them */
};

void wrap_stream_init(struct wrap_stream *ws, const struct rows *rows,
		      const struct wrap_options *options);
void wrap_stream_release(struct wrap_stream *ws);
/* `rows` must be as the last call left it. */
void wrap_stream_add(struct wrap_stream *ws, struct rows *rows,
		     struct slice text);

#endif
