#ifndef JPD_TEXT_MARKDOWN_LINE_H
#define JPD_TEXT_MARKDOWN_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * What a single line of Markdown means, by the rules of CommonMark 0.30.
 * Nothing here has state.
 */

/* A position in a line; tabs advance to multiples of 4 columns. */
struct line_cursor {
	struct slice rest;
	int col;   /* column of `rest` */
	int spare; /* columns left of a partly used tab */
};

/* Columns of the blanks at the cursor. */
int line_indent(const struct line_cursor *at);
/* Skip up to `cols` columns of blanks. */
void line_skip_cols(struct line_cursor *at, int cols);
/* Skip characters that are not blanks. */
void line_skip(struct line_cursor *at, size_t bytes);
bool line_is_blank(const struct line_cursor *at);
/* Append the rest, with what is left of a tab as blanks. */
void line_rest(struct strbuf *out, const struct line_cursor *at);

/* These take a line after its indent. */
bool line_is_rule(struct slice line);
/* 1 for ===, 2 for ---, otherwise 0. */
int line_underline(struct slice line);
/* The level of a heading with # and its text; otherwise 0. */
int line_heading(struct slice line, struct slice *text);
/* Length of the fence that begins the line, and what follows it; else 0. */
size_t line_fence(struct slice line, struct slice *info);
bool line_ends_fence(struct slice line, char fence, size_t len);

struct line_mark {
	size_t len; /* bytes, without the following blanks */
	char mark;  /* -, +, *, or the sign after the number: . ) */
	uint32_t number;
};

/* Find a list item's mark; `interrupts`: it would interrupt a paragraph. */
bool line_list_mark(struct slice line, bool interrupts, struct line_mark *mark);

/* Columns in a table's second line (|---|:-:|), or 0. */
unsigned line_delimiter_columns(struct slice line);
/* Cells in a table's line; 0 if it has no |. */
unsigned line_cells(struct slice line);
/* The same as counted by md4c, which ignores a | within code. */
unsigned line_md4c_cells(struct slice line);
/* Append the first two lines of a table with `columns` more empty columns. */
void line_widen_table(struct strbuf *out, struct slice head, unsigned columns);
/* Append a delimiter line for md4c, which needs three dashes or more. */
void line_widen_delimiters(struct strbuf *out, struct slice line);

#endif
