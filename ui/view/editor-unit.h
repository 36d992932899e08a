#ifndef JPD_VIEW_EDITOR_UNIT_H
#define JPD_VIEW_EDITOR_UNIT_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/strbuf.h"
#include "ui/view/editor.h"

/*
 * What the cursor moves over as one: a character with its marks, a flag, a tab,
 * or something hidden, which is drawn as a visible escape.
 */
struct editor_unit {
	size_t len; /* bytes */
	int cols;   /* as drawn; 0 for a line break */
	bool escaped;
};

/* The unit at `pos`, which is inside the text, in column `col` of its row. */
struct editor_unit editor_unit_at(const struct editor *ed, size_t pos, int col);
/* The start of the next, or the previous, unit; stays within the text. */
size_t editor_unit_next(const struct editor *ed, size_t pos);
size_t editor_unit_prev(const struct editor *ed, size_t pos);
/* Append the escape of an escaped unit. */
void editor_unit_escape(struct strbuf *out, const struct editor *ed, size_t pos,
			const struct editor_unit *unit);

/* A printable ASCII character without a mark: most text. */
static inline bool editor_unit_is_plain(const struct editor *ed, size_t pos)
{
	unsigned char c = (unsigned char)ed->text.buf[pos];

	/* The text is followed by a NUL. */
	return c >= 0x20 && c < 0x7f &&
	       (unsigned char)ed->text.buf[pos + 1] < 0x80;
}

#endif
