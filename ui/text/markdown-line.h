#ifndef JPD_TEXT_MARKDOWN_LINE_H
#define JPD_TEXT_MARKDOWN_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * What one line of Markdown says by itself, by the rules of CommonMark 0.30.
 * Nothing here has state.
 */

/* A place in a line; tabs go to columns that are multiples of 4. */
struct line_cursor {
	struct slice rest;
	int col;   /* of rest */
	int spare; /* columns before it that are left of a tab */
};

/* Columns of the blanks ahead. */
int line_indent(const struct line_cursor *at);
/* Skip so many columns of blanks, or what there is. */
void line_skip_cols(struct line_cursor *at, int cols);
/* Skip characters that are no blanks. */
void line_skip(struct line_cursor *at, size_t bytes);
bool line_is_blank(const struct line_cursor *at);
/* What is left, with the rest of a tab as blanks. */
void line_rest(struct strbuf *out, const struct line_cursor *at);

/* These look at a line behind its indent. */
bool line_is_rule(struct slice line);
/* 1 for ===, 2 for ---, else 0. */
int line_underline(struct slice line);
/* The level of a heading with # in front, and its text; else 0. */
int line_heading(struct slice line, struct slice *text);
/* How long the fence is that a line begins, and what follows it; else 0. */
size_t line_fence(struct slice line, struct slice *info);
bool line_ends_fence(struct slice line, char fence, size_t len);

struct line_mark {
	size_t len; /* bytes, without the blanks behind */
	char mark;  /* -, +, *, or what follows the number: . ) */
	uint32_t number;
};

/* The mark of a list item; `interrupts`: where a paragraph could go on. */
bool line_list_mark(struct slice line, bool interrupts, struct line_mark *mark);

/* Columns of a table's second line (|---|:-:|), or 0. */
unsigned line_delimiter_columns(struct slice line);
/* Cells of a table's line; 0 where it has no | at all. */
unsigned line_cells(struct slice line);
/* Append a delimiter line as md4c takes it: three dashes at least. */
void line_widen_delimiters(struct strbuf *out, struct slice line);

#endif
