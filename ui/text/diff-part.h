#ifndef JPD_TEXT_DIFF_PART_H
#define JPD_TEXT_DIFF_PART_H

#include <stdbool.h>

#include "ui/text/diff.h"
#include "ui/text/styled.h"

/* What the files of diff share. */

struct diff_writer {
	struct rows *rows;
	const struct diff_options *options;
	bool tells_ends;      /* of lines without a line break */
	unsigned long number; /* of the line that is written next, or 0 */
	/* Memory that is used again and again. */
	struct styled styled;
	struct rows inner;
};

void diff_writer_init(struct diff_writer *writer, struct rows *rows,
		      const struct diff_options *options);
void diff_writer_release(struct diff_writer *writer);
/* `sign` and then the line, in one face. */
void diff_write_line(struct diff_writer *writer, char sign, struct slice line,
		     enum face face);
/* A remark of ours. */
void diff_write_note(struct diff_writer *writer, const char *text);
/*
 * Lines that were removed, and those in their place, with their line breaks.
 */
void diff_write_change(struct diff_writer *writer, const struct slice *removed,
		       size_t removed_count, const struct slice *added,
		       size_t added_count);

/* diff-words.c: two lines with the words that differ in faces of their own. */
struct diff_pair {
	struct styled before, after;
};
/* Returns false where hardly anything is the same. */
bool diff_words(struct diff_pair *pair, struct slice before,
		struct slice after);

/*
 * diff-lines.c: which lines of `a` are removed and which of `b` are added,
 * in flags that are 0 so far. Bounded: more differences than that, and all
 * between the equal ends is flagged.
 */
void diff_lines(const struct slice *a, size_t a_count, char *removed,
		const struct slice *b, size_t b_count, char *added);

#endif
