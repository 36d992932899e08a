#ifndef JPD_QUERY_TERMINAL_STREAM_H
#define JPD_QUERY_TERMINAL_STREAM_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/query/terminal-rows.h"
#include "ui/text/markdown.h"

/*
 * Markdown on a terminal that scrolls, written while it streams in. Written
 * rows stay; only rows that have changed (a table that became wider, a line
 * that became a heading) are rewritten, if they can still be on the screen.
 * Nothing else may be written to the terminal in the middle of a text, unless
 * terminal_stream_break() is called.
 */
struct terminal_stream {
	struct terminal_look look;
	struct markdown *md; /* NULL: no text is open */
	struct rows rows;
	/* The rows from `first` on, as written. */
	struct strbuf *written;
	size_t first, count, cap;
	bool fresh; /* the cursor is at the start of the line after them */
};

void terminal_stream_init(struct terminal_stream *stream,
			  const struct terminal_look *look);
/* The terminal's size may have changed. */
void terminal_stream_set_look(struct terminal_stream *stream,
			      const struct terminal_look *look);
void terminal_stream_release(struct terminal_stream *stream);

/*
 * Add a piece of text, cut anywhere. Opens a text if none is open; the cursor
 * must then be at the start of a line.
 */
void terminal_stream_add(struct terminal_stream *stream, struct strbuf *out,
			 struct slice text, enum face face);
/* End the text and its line. Does nothing if no text is open. */
void terminal_stream_end(struct terminal_stream *stream, struct strbuf *out);
/* Something else was written: continue the open text on a new line. */
void terminal_stream_break(struct terminal_stream *stream, struct strbuf *out);

#endif
