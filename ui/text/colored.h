#ifndef JPD_TEXT_COLORED_H
#define JPD_TEXT_COLORED_H

#include <stdbool.h>

#include "ui/text/rows.h"

/*
 * What a program wrote for a terminal, as rows: its colours and attributes
 * (SGR) are kept as the nearest face, everything else that is no text is
 * taken out as sanitize_output() does it, and a line that was written over with \r
 * shows its last state. Concealed text is shown.
 */
struct colored_options {
	int cols, indent;
	enum face face;  /* of what has no colour */
	size_t max_rows; /* a few more may be made */
	uint32_t line;   /* which of the source it begins with; 0: no matter */
};

/* Whether there is something to keep: an escape sequence of colours. */
bool colored_is(struct slice text);
/* Returns the bytes that were taken: all, or those of whole lines. */
size_t colored_rows(struct rows *rows, struct slice text,
		    const struct colored_options *options);

#endif
