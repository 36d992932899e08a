#ifndef JPD_TEXT_ROWS_H
#define JPD_TEXT_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "ui/text/face.h"

/* Rows ready to draw: spans of text, each with a face. */
struct span {
	uint32_t start, len; /* bytes of rows->text */
	uint16_t cols;
	uint8_t face; /* enum face */
};

struct row {
	uint32_t first_span;
	uint16_t span_count;
	uint16_t indent; /* blank columns before the first span */
	uint16_t gutter; /* column of a line before the text, from 1; 0: none */
	/* The lines of the source that the row shows, from 1; 0: none. */
	uint32_t line, last;
};

#define ROWS_SOURCE_END UINT32_MAX /* the source's last line, any number */

struct rows {
	struct strbuf text;
	struct span *spans;
	size_t span_count, span_cap;
	struct row *rows;
	size_t count, cap;
	uint32_t line, last; /* lines that rows added from now on show */
};

#define ROWS_INIT                                         \
	{                                                 \
		STRBUF_INIT, NULL, 0, 0, NULL, 0, 0, 0, 0 \
	}

/* Whether both rows show the same single line of the source. */
static inline bool row_is_of_line(const struct row *row,
				  const struct row *other)
{
	return row->line && row->line == row->last &&
	       other->line == row->line && other->last == row->line;
}

void rows_init(struct rows *rows);
void rows_release(struct rows *rows);
void rows_clear(struct rows *rows); /* keeps the memory */
/* Drop the rows from `count` on, with their text and spans. */
void rows_truncate(struct rows *rows, size_t count);
/* Rows added from now on show these lines of the source; 0, 0: none. */
static inline void rows_source(struct rows *rows, uint32_t line, uint32_t last)
{
	rows->line = line;
	rows->last = last;
}

/* Open a new row; rows_add() adds to the last one. */
void rows_begin(struct rows *rows, int indent);
void rows_add(struct rows *rows, struct slice text, enum face face);
/* The same if the caller has measured the text. */
void rows_add_measured(struct rows *rows, struct slice text, enum face face,
		       int cols);
/* Move the text after byte `text_pos` of the last row to a new row. */
void rows_split(struct rows *rows, size_t text_pos);
/* The text of one row, without faces: for tests, copying, searching. */
void rows_text(struct strbuf *out, const struct rows *rows, size_t row);
int rows_cols(const struct rows *rows, size_t row);

#endif
