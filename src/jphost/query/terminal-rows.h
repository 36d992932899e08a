#ifndef JPD_QUERY_TERMINAL_ROWS_H
#define JPD_QUERY_TERMINAL_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "ui/text/rows.h"

/*
 * Rows of styled text for a terminal that scrolls: with escape sequences for
 * their faces and no others, for the rows are made of sanitised text.
 */
struct terminal_look {
	int cols, rows; /* of the terminal; 0: it is none, or a dumb one */
	bool color;     /* else only bold, underlined and the like */
};

/* What stands behind a descriptor: $TERM and $NO_COLOR are obeyed. */
struct terminal_look terminal_look_of(int fd);

/* The columns that text gets there. */
int terminal_text_cols(const struct terminal_look *look);

/* One row, without its end. */
void terminal_row_add(struct strbuf *out, const struct rows *rows, size_t row,
		      const struct terminal_look *look);

/* Whole texts: each row with its end. Foreign text; it is sanitised here. */
void terminal_add_markdown(struct strbuf *out, struct slice text,
			   enum face face, const struct terminal_look *look);
/* `language` as behind a fence, or NULL. */
void terminal_add_code(struct strbuf *out, struct slice text,
		       const char *language, const struct terminal_look *look);

#endif
