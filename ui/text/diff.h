#ifndef JPD_TEXT_DIFF_H
#define JPD_TEXT_DIFF_H

#include <stddef.h>

#include "ui/text/rows.h"

/*
 * Differences between texts, as rows: the sign in front, faces, and in lines
 * that changed the words that did. What a line has too much for a row goes on
 * one column to the right, below no sign. Texts are sanitised (for decisions
 * with sanitize_visible()); of changed lines, all is in the rows.
 */
struct diff_options {
	int cols, indent;
	size_t context; /* equal lines shown around a change, or DIFF_ALL */
	/* A unified diff that is the source: `rows` is set to its first line
	 * and goes on with the next behind each. */
	bool is_source;
	/* What looks like an escape of sanitize_visible() is one. */
	bool escapes;
	/* Of a unified diff: each line has its number in the new file, or in
	 * the old one where it is removed, as its hunk says. NULL: none has. */
	struct diff_numbers *numbers;
};

struct diff_numbers {
	int cols; /* that the highest takes; 0: no hunk tells any */
	unsigned long before, after; /* of the next line; 0: not known */
};

#define DIFF_ALL SIZE_MAX /* nothing is left out, of equal texts either */

/*
 * A line diff. Where equal lines are left out a row says how many; a last
 * line without a line break says so, where only one text has it. Texts that
 * differ too much to compare in bounded time have their different part shown
 * as all removed and all added.
 */
void diff_texts(struct rows *rows, struct slice before, struct slice after,
		const struct diff_options *options);

/*
 * The same in two columns, the old text left, the new one right; all lines
 * are shown. A row that goes on begins with ":".
 */
void diff_columns(struct rows *rows, struct slice before, struct slice after,
		  const struct diff_options *options);

/* Whether a text looks like a unified diff, by its first lines. */
bool diff_is_unified(struct slice text);
/* A unified diff. */
void diff_unified(struct rows *rows, struct slice text,
		  const struct diff_options *options);

/* How a line of a unified diff stands to those before it. */
enum diff_line {
	DIFF_LINE_HEAD, /* ---, +++, diff, index */
	DIFF_LINE_HUNK, /* @@ */
	DIFF_LINE_SAME,
	DIFF_LINE_REMOVED,
	DIFF_LINE_ADDED,
};

enum diff_line diff_line_of(struct slice line);
/* A line that is of no change. */
void diff_show_line(struct rows *rows, struct slice line,
		    const struct diff_options *options);
/*
 * Lines that were removed and then lines that were added, each with its sign
 * and its line break. Can `line` be one more of `change`?
 */
bool diff_change_takes(struct slice change, struct slice line);
void diff_show_change(struct rows *rows, struct slice change,
		      const struct diff_options *options);

#endif
