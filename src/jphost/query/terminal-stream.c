#include "config.h"

#include "src/jphost/query/terminal-stream.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"

void terminal_stream_init(struct terminal_stream *stream,
			  const struct terminal_look *look)
{
	memset(stream, 0, sizeof(*stream));
	stream->look = *look;
	rows_init(&stream->rows);
}

/* Rows that were written are final now, except for the last `kept`. */
static void settle(struct terminal_stream *stream, size_t kept)
{
	size_t gone = stream->count > kept ? stream->count - kept : 0;

	if (!gone)
		return;
	for (size_t i = 0; i < gone; i++)
		strbuf_release(&stream->written[i]);
	stream->count -= gone;
	stream->first += gone;
	memmove(stream->written, stream->written + gone,
		stream->count * sizeof(*stream->written));
}

static void close_text(struct terminal_stream *stream)
{
	settle(stream, 0);
	stream->first = 0;
	markdown_free(stream->md);
	stream->md = NULL;
	rows_clear(&stream->rows);
}

void terminal_stream_release(struct terminal_stream *stream)
{
	close_text(stream);
	rows_release(&stream->rows);
	free(stream->written);
}

/* Move to the start of row `at`, and clear from there on. */
static void go_back(struct terminal_stream *stream, struct strbuf *out,
		    size_t at)
{
	size_t up = stream->count - at - !stream->fresh;

	if (up)
		strbuf_addf(out, "\033[%zuA", up);
	strbuf_addstr(out, "\r\033[J");
	for (size_t i = at; i < stream->count; i++)
		strbuf_release(&stream->written[i]);
	stream->count = at;
	stream->fresh = true;
}

/* Write a row below the others. Takes the text of `row`. */
static void write_row(struct terminal_stream *stream, struct strbuf *out,
		      struct strbuf *row)
{
	if (!stream->fresh)
		strbuf_addch(out, '\n');
	strbuf_addslice(out, strbuf_slice(row));
	stream->fresh = false;
	ALLOC_GROW(stream->written, stream->count + 1, stream->cap);
	stream->written[stream->count++] = *row;
	strbuf_init(row);
}

/* If the last row only got longer, write just its new part. */
static bool extend_row(struct terminal_stream *stream, struct strbuf *out,
		       size_t at, struct strbuf *row)
{
	struct strbuf *last = &stream->written[at];

	if (at + 1 != stream->count || stream->fresh ||
	    !slice_starts_with(strbuf_slice(row), strbuf_slice(last)))
		return false;
	strbuf_addslice(out, slice_skip(strbuf_slice(row), last->len));
	strbuf_release(last);
	*last = *row;
	strbuf_init(row);
	return true;
}

static void draw_row(struct terminal_stream *stream, struct strbuf *out,
		     size_t at, struct strbuf *row)
{
	if (at < stream->count) {
		if (slice_equal(strbuf_slice(row),
				strbuf_slice(&stream->written[at])) ||
		    extend_row(stream, out, at, row))
			return;
		go_back(stream, out, at);
	}
	write_row(stream, out, row);
}

/* Change the terminal from the rows written to the present rows. */
static void draw(struct terminal_stream *stream, struct strbuf *out)
{
	const struct rows *rows = &stream->rows;
	struct strbuf row = STRBUF_INIT;

	if (rows->count >= stream->first &&
	    rows->count < stream->first + stream->count)
		go_back(stream, out, rows->count - stream->first);
	for (size_t i = stream->first; i < rows->count; i++) {
		strbuf_reset(&row);
		terminal_row_add(&row, rows, i, &stream->look);
		draw_row(stream, out, i - stream->first, &row);
	}
	strbuf_release(&row);
	/* Rows that have scrolled off the screen can no longer be changed. */
	settle(stream, (size_t)stream->look.rows - 1);
}

void terminal_stream_add(struct terminal_stream *stream, struct strbuf *out,
			 struct slice text, enum face face)
{
	const struct markdown_options options = {
		.cols = terminal_text_cols(&stream->look),
		.face = face,
	};

	if (!stream->md) {
		stream->md = markdown_new(&stream->rows, &options);
		stream->fresh = true;
	}
	markdown_add(stream->md, &stream->rows, text);
	draw(stream, out);
}

void terminal_stream_end(struct terminal_stream *stream, struct strbuf *out)
{
	if (!stream->md)
		return;
	markdown_end(stream->md, &stream->rows);
	draw(stream, out);
	if (!stream->fresh)
		strbuf_addch(out, '\n');
	close_text(stream);
}

void terminal_stream_break(struct terminal_stream *stream, struct strbuf *out)
{
	if (!stream->md)
		return;
	/* The last row may still grow, so it is written again. */
	settle(stream, 1);
	if (stream->count)
		strbuf_release(&stream->written[--stream->count]);
	if (!stream->fresh)
		strbuf_addch(out, '\n');
	stream->fresh = true;
}

void terminal_stream_set_look(struct terminal_stream *stream,
			      const struct terminal_look *look)
{
	/* The terminal has rewrapped the rows; their positions are unknown. */
	if (look->cols != stream->look.cols)
		settle(stream, 1);
	stream->look = *look;
}
