#ifndef JPD_TEXT_DIFF_H
#define JPD_TEXT_DIFF_H

#include "ui/text/rows.h"

/*
 * Differences between texts, as rows: "-" and "+" in front, faces, and in
 * lines that changed the words that did. Texts are sanitised (for decisions
 * with sanitize_visible()); the rows hold them whole.
 */
struct diff_options {
	int cols, indent;
	size_t context; /* equal lines shown around a change */
};

/*
 * A line diff. Where equal lines are left out a row says how many. Texts
 * that differ too much to compare in bounded time are shown as all removed
 * and all added.
 */
void diff_texts(struct rows *rows, struct slice before, struct slice after,
		const struct diff_options *options);

/* Whether a text looks like a unified diff: has @@, --- and +++ lines. */
bool diff_is_unified(struct slice text);
/* A unified diff. */
void diff_unified(struct rows *rows, struct slice text,
		  const struct diff_options *options);

#endif
