#ifndef JPD_TEXT_MARKDOWN_H
#define JPD_TEXT_MARKDOWN_H

#include "ui/text/rows.h"

/*
 * Markdown (CommonMark with GitHub's tables, strike-through, task lists and
 * bare links) to rows, while it comes. Foreign text: it is sanitised here.
 *
 * Pieces cut anywhere give the rows of the whole, and what is there shows
 * sensibly after each piece. A finished block is never made again; an open
 * one is bounded, so a piece costs what it is long, plus a bounded price.
 *
 * References ([text][name]) are shown as they were written, as are their
 * definitions, because those may stand anywhere. HTML is text.
 */
struct markdown_options {
	int cols, indent; /* the indent is within the columns */
	/* Of plain text. If not FACE_DEFAULT, of all of it (reasoning). */
	enum face face;
	bool keep_breaks; /* a line break in a paragraph breaks the row */
	uint32_t line;    /* which of the source it begins with; 0: no matter */
};

struct markdown;

/* The text's rows will stand behind those that `rows` has. */
struct markdown *markdown_new(const struct rows *rows,
			      const struct markdown_options *options);
void markdown_free(struct markdown *md);
/* `rows` must be as the last call left it. */
void markdown_add(struct markdown *md, struct rows *rows, struct slice text);
/* The text is at its end. */
void markdown_end(struct markdown *md, struct rows *rows);
/* All at once. */
void markdown_all(struct rows *rows, struct slice text,
		  const struct markdown_options *options);

#endif
