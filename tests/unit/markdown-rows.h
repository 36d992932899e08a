#ifndef JPD_TESTS_UNIT_MARKDOWN_ROWS_H
#define JPD_TESTS_UNIT_MARKDOWN_ROWS_H

#include <stdint.h>

#include "ui/text/markdown.h"

/* Shared by the tests of Markdown. */

/* Texts that use, and abuse, all of Markdown. */
extern const char *const markdown_texts[];
extern const size_t markdown_text_count;

/* A random text of pieces of Markdown. */
void markdown_random(struct strbuf *out, uint64_t *seed);
void assert_same_rows(const struct rows *a, const struct rows *b);
void assert_rows_fit(const struct rows *rows, int cols);
/* Feed the text in random pieces of at most `most` bytes. */
void assert_pieces_give_whole(struct slice text,
			      const struct markdown_options *options,
			      uint32_t most, uint64_t *seed);

#endif
