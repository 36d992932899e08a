#ifndef JPD_VIEW_EDITOR_UNIT_H
#define JPD_VIEW_EDITOR_UNIT_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/strbuf.h"
#include "ui/view/editor.h"

/*
 * What the cursor steps over as one: a character with the marks on it, a
 * flag, a tab, or something hidden, which is drawn as a visible escape.
 */
struct editor_unit {
	size_t len; /* bytes */
	int cols;   /* as drawn; 0 for a line break */
	bool escaped;
};

/* The unit at `pos`, below the text's length, in column `col` of its row. */
struct editor_unit editor_unit_at(const struct editor *ed, size_t pos, int col);
/* Where the unit behind, or before, `pos` begins; the text's ends stay. */
size_t editor_unit_next(const struct editor *ed, size_t pos);
size_t editor_unit_prev(const struct editor *ed, size_t pos);
/* Append the escape of an escaped unit. */
void editor_unit_escape(struct strbuf *out, const struct editor *ed, size_t pos,
			const struct editor_unit *unit);

/* A printable ASCII character that no mark follows: most of all text. */
static inline bool editor_unit_is_plain(const struct editor *ed, size_t pos)
{
	unsigned char c = (unsigned char)ed->text.buf[pos];

	/* Behind the text is a NUL. */
	return c >= 0x20 && c < 0x7f &&
	       (unsigned char)ed->text.buf[pos + 1] < 0x80;
}

#endif
