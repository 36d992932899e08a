#ifndef JPD_QUERY_TERMINAL_STREAM_H
#define JPD_QUERY_TERMINAL_STREAM_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/query/terminal-rows.h"
#include "ui/text/markdown.h"

/*
 * Markdown on a terminal that scrolls, while it comes. What was written
 * stays; only rows that came to look different (a table that got wider, a
 * line that became a heading) are written anew, as far as they can still be
 * on the screen. Between the pieces of a text nothing else may be written
 * to the terminal; what is, is told by terminal_stream_break().
 */
struct terminal_stream {
	struct terminal_look look;
	struct markdown *md; /* NULL: no text is open */
	struct rows rows;
	/* The rows from `first` on, as they were written. */
	struct strbuf *written;
	size_t first, count, cap;
	bool fresh; /* the cursor is at the start of the line below them */
};

void terminal_stream_init(struct terminal_stream *stream,
			  const struct terminal_look *look);
/* The terminal's size may have changed. */
void terminal_stream_set_look(struct terminal_stream *stream,
			      const struct terminal_look *look);
void terminal_stream_release(struct terminal_stream *stream);

/*
 * A piece, cut anywhere. It begins a text where none is open, with
 * the cursor at the start of a line.
 */
void terminal_stream_add(struct terminal_stream *stream, struct strbuf *out,
			 struct slice text, enum face face);
/* End the text, and its line. Nothing where none is open. */
void terminal_stream_end(struct terminal_stream *stream, struct strbuf *out);
/* Others have written: the open text goes on in a line of its own. */
void terminal_stream_break(struct terminal_stream *stream, struct strbuf *out);

#endif
