#ifndef JPD_TEXT_DIFF_PART_H
#define JPD_TEXT_DIFF_PART_H

#include <stdbool.h>

#include "ui/text/diff.h"
#include "ui/text/styled.h"

/* Shared by the files of diff. */

struct diff_writer {
	struct rows *rows;
	const struct diff_options *options;
	bool tells_ends;      /* note lines without a line break */
	unsigned long number; /* of the next line, or 0 */
	/* Reused memory. */
	struct styled styled;
	struct rows inner;
};

void diff_writer_init(struct diff_writer *writer, struct rows *rows,
		      const struct diff_options *options);
void diff_writer_release(struct diff_writer *writer);
/* Write `sign` and the line, in one face. */
void diff_write_line(struct diff_writer *writer, char sign, struct slice line,
		     enum face face);
/* Write our own remark. */
void diff_write_note(struct diff_writer *writer, const char *text);
/* Write removed lines and their replacement, including line breaks. */
void diff_write_change(struct diff_writer *writer, const struct slice *removed,
		       size_t removed_count, const struct slice *added,
		       size_t added_count);

/* diff-words.c: two lines, with faces for the words that differ. */
struct diff_pair {
	struct styled before, after;
};
/* Returns false if the lines have hardly anything in common. */
bool diff_words(struct diff_pair *pair, struct slice before,
		struct slice after);

/*
 * diff-lines.c: flag the lines removed from `a` and those added in `b`, in
 * arrays of zeros. The effort is bounded: if there are too many differences,
 * everything between the equal ends is flagged.
 */
void diff_lines(const struct slice *a, size_t a_count, char *removed,
		const struct slice *b, size_t b_count, char *added);

#endif
