#ifndef JPD_TEXT_MARKDOWN_H
#define JPD_TEXT_MARKDOWN_H

#include "ui/text/rows.h"

/*
 * Markdown (CommonMark with GitHub's tables, strike-through, task lists and
 * bare links) to rows, while it arrives. Foreign text: it is sanitised here.
 *
 * Pieces cut anywhere give the same rows as the whole text, and the rows are
 * sensible after each piece. A finished block is never rebuilt; an open one is
 * bounded, so a piece costs its own length plus a bounded price.
 *
 * References ([text][name]) and their definitions are shown as written, because
 * definitions may come later. HTML is text.
 */
struct markdown_options {
	int cols, indent; /* the indent is included in the columns */
	/* For plain text. If not FACE_DEFAULT, for all of it (reasoning). */
	enum face face;
	bool keep_breaks; /* a line break in a paragraph breaks the row */
	uint32_t line;    /* source line of the first row; 0: untracked */
};

struct markdown;

/* The text's rows will follow those in `rows`. */
struct markdown *markdown_new(const struct rows *rows,
			      const struct markdown_options *options);
void markdown_free(struct markdown *md);
/* `rows` must be as the last call left it. */
void markdown_add(struct markdown *md, struct rows *rows, struct slice text);
/* The text is complete. */
void markdown_end(struct markdown *md, struct rows *rows);
/* A complete text in one call. */
void markdown_all(struct rows *rows, struct slice text,
		  const struct markdown_options *options);

#endif
