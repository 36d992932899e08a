#ifndef JPD_QUERY_TERMINAL_ROWS_H
#define JPD_QUERY_TERMINAL_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "ui/text/rows.h"

/*
 * Rows of styled text for a terminal that scrolls. Faces become escape
 * sequences; the text has no others, because it is sanitized.
 */
struct terminal_look {
	int cols, rows; /* of the terminal; 0: none, or a dumb one */
	bool color;     /* otherwise only bold, underline and the like */
	bool rich;      /* see src/base/terminal.h */
};

/* The terminal of a descriptor. Respects $TERM and $NO_COLOR. */
struct terminal_look terminal_look_of(int fd);

/* The columns available for text. */
int terminal_text_cols(const struct terminal_look *look);

/* Keep the text that follows in its order, or let the terminal reorder it. */
void terminal_keep_order(struct strbuf *out, bool keep,
			 const struct terminal_look *look);

/* Add one row without a newline. */
void terminal_row_add(struct strbuf *out, const struct rows *rows, size_t row,
		      const struct terminal_look *look);

/* Add whole texts, each row with its newline. Sanitizes foreign text. */
void terminal_add_markdown(struct strbuf *out, struct slice text,
			   enum face face, const struct terminal_look *look);
/* `language` is that of a code fence, or NULL. */
void terminal_add_code(struct strbuf *out, struct slice text,
		       const char *language, const struct terminal_look *look);

#endif
