#ifndef JPD_TEXT_COLORED_H
#define JPD_TEXT_COLORED_H

#include <stdbool.h>

#include "ui/text/rows.h"

/*
 * The output of a program for a terminal, as rows: colours and attributes (SGR)
 * become the nearest face, everything else that is not text is removed as in
 * sanitize_output(), and a line overwritten with \r shows its last state.
 * Concealed text is shown.
 */
struct colored_options {
	int cols, indent;
	enum face face;  /* of uncoloured text */
	size_t max_rows; /* may be exceeded slightly */
	uint32_t line;   /* source line of the first row; 0: untracked */
};

/* Whether the text has an escape sequence of colours. */
bool colored_is(struct slice text);
/* Returns the bytes consumed: all, or those of whole lines. */
size_t colored_rows(struct rows *rows, struct slice text,
		    const struct colored_options *options);

#endif
