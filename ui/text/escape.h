#ifndef JPD_TEXT_ESCAPE_H
#define JPD_TEXT_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "ui/text/sanitize.h"
#include "ui/text/styled.h"

/*
 * The escapes of sanitize_visible(), and words of a text that look like one:
 * "<tab>" may be a tab or five letters. Where two texts are compared that
 * must not look the same.
 */

/* Bytes of the escape, or of what looks like one, at the start; or 0. */
size_t escape_length(struct slice text);
/* Whether `visible` holds such words outside of its escapes. */
bool escape_has_words(const struct strbuf *visible,
		      const struct escape_list *escapes);
/* Begin them with an escape of their own ("\x3Ctab>"), so that all that looks
 * like an escape is one; `escapes` no longer tells where. */
void escape_words(struct strbuf *visible, struct escape_list *escapes);
/* Blanks at the ends of lines, which nobody sees, become "<2 spaces>"; not the
 * first `signs` bytes of a line, which say what became of it. */
bool escape_has_end_blanks(struct slice text, size_t signs);
void escape_end_blanks(struct strbuf *text, size_t signs);
/* Give all that looks like an escape its face. */
void escape_paint(struct styled *styled);

#endif
