#ifndef JPD_TEXT_ESCAPE_H
#define JPD_TEXT_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "ui/text/sanitize.h"
#include "ui/text/styled.h"

/*
 * The escapes of sanitize_visible(), and words that look like one: "<tab>" may
 * be a tab or five letters. For comparing texts that must not look the same.
 */

/* Length of the escape, or of what looks like one, at the start; or 0. */
size_t escape_length(struct slice text);
/* Whether `visible` has such words that are not escapes. */
bool escape_has_words(const struct strbuf *visible,
		      const struct escape_list *escapes);
/* Escape their first character ("\x3Ctab>"), so that all that looks like an
 * escape is one; `escapes` is no longer valid. */
void escape_words(struct strbuf *visible, struct escape_list *escapes);
/* Blanks at the ends of lines, which are invisible, become "<2 spaces>", except
 * in the first `signs` bytes of a line, which are the signs of a diff. */
bool escape_has_end_blanks(struct slice text, size_t signs);
void escape_end_blanks(struct strbuf *text, size_t signs);
/* Give everything that looks like an escape its face. */
void escape_paint(struct styled *styled);

#endif
