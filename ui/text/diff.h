#ifndef JPD_TEXT_DIFF_H
#define JPD_TEXT_DIFF_H

#include <stddef.h>

#include "ui/text/rows.h"

/*
 * Differences between texts, as rows: the sign first, faces, and in changed
 * lines the words that changed. Continued rows begin one column further right,
 * without a sign. Texts are sanitised (for decisions with sanitize_visible());
 * changed lines are always complete.
 */
struct diff_options {
	int cols, indent;
	size_t context; /* equal lines shown around a change, or DIFF_ALL */
	/* The source is a unified diff: `rows` is set to its first line and
	 * advances with each line. */
	bool is_source;
	/* Whatever looks like an escape of sanitize_visible() is one. */
	bool escapes;
	/* For a unified diff: numbers each line by its hunk, in the new file,
	 * or in the old one if it was removed. NULL: no numbers. */
	struct diff_numbers *numbers;
};

struct diff_numbers {
	int cols; /* width of the largest; 0: no hunk has any */
	unsigned long before, after; /* of the next line; 0: unknown */
};

#define DIFF_ALL SIZE_MAX /* nothing is omitted, even from equal texts */

/*
 * A line diff. A row says how many equal lines were omitted, and whether only
 * one text ends without a line break. If texts differ too much to compare in
 * bounded time, the differing part is shown as all removed and all added.
 */
void diff_texts(struct rows *rows, struct slice before, struct slice after,
		const struct diff_options *options);

/*
 * The same in two columns, the old text left, the new one right, with all
 * lines. Continued rows begin with "↪".
 */
void diff_columns(struct rows *rows, struct slice before, struct slice after,
		  const struct diff_options *options);

/* Whether a text looks like a unified diff, by its first lines. */
bool diff_is_unified(struct slice text);
/* Show a unified diff. */
void diff_unified(struct rows *rows, struct slice text,
		  const struct diff_options *options);

/* Show a line that is not part of a change. */
void diff_show_line(struct rows *rows, struct slice line,
		    const struct diff_options *options);
/*
 * A change is removed lines followed by added ones, each with its sign and its
 * line break. Whether `line` can be appended to `change`.
 */
bool diff_change_takes(struct slice change, struct slice line);
void diff_show_change(struct rows *rows, struct slice change,
		      const struct diff_options *options);

#endif
