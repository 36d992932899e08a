#ifndef JPD_TEXT_WIDTH_H
#define JPD_TEXT_WIDTH_H

#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Columns, by wcwidth() and nothing else, because curses counts them so.
 * Nothing else measures. Text must be sanitised.
 */

/* Of one code point: 0, 1 or 2 (without a width: 1, as U+FFFD). */
int width_of(uint32_t cp);
/* Of a text without line breaks. */
int width_text(struct slice text);
/* The longest prefix of at most `cols` columns, in bytes; marks stay with
 * their character. `*used` (if not NULL) gets its columns. */
size_t width_prefix(struct slice text, int cols, int *used);
/* Append `text`, cut to `cols` with an ellipsis if it is longer. Returns the
 * columns appended. */
int width_elide(struct strbuf *out, struct slice text, int cols);
/* The same for a text that both ends identify: at most `head_cols` of its
 * beginning, the ellipsis, and its end. */
void width_elide_middle(struct strbuf *out, struct slice text, int cols,
			int head_cols);

#endif
