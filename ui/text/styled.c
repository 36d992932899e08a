#include "config.h"

#include "ui/text/styled.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "ui/text/escape.h"
#include "ui/text/width.h"

void styled_init(struct styled *styled)
{
	*styled = (struct styled)STYLED_INIT;
}

void styled_release(struct styled *styled)
{
	if (!styled)
		return;
	strbuf_release(&styled->text);
	free(styled->runs);
	styled_init(styled);
}

void styled_reset(struct styled *styled)
{
	strbuf_reset(&styled->text);
	styled->count = 0;
	styled->line = 0;
}

void styled_add(struct styled *styled, struct slice text, enum face face)
{
	const struct styled_run *last =
		styled->count ? &styled->runs[styled->count - 1] : NULL;

	if (!text.len)
		return;
	strbuf_addslice(&styled->text, text);
	if (!last || last->face != face || last->line != styled->line) {
		ALLOC_GROW(styled->runs, styled->count + 1, styled->cap);
		styled->runs[styled->count++] = (struct styled_run){
			.face = face,
			.line = styled->line,
		};
	}
	styled->runs[styled->count - 1].end = styled->text.len;
}

int styled_cols(const struct styled *styled, size_t start, size_t end)
{
	struct slice rest = slice_of(styled->text.buf + start, end - start);
	int most = 0;

	while (rest.len) {
		const char *newline = memchr(rest.ptr, '\n', rest.len);
		size_t len = newline ? (size_t)(newline - rest.ptr) : rest.len;
		int cols = width_text(slice_of(rest.ptr, len));

		most = cols > most ? cols : most;
		rest = slice_skip(rest, len + 1);
	}
	return most;
}

/* The run that contains byte `pos`. */
static size_t run_at(const struct styled *styled, size_t pos)
{
	size_t low = 0, high = styled->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (styled->runs[middle].end <= pos)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void styled_copy(struct styled *styled, const struct styled *from, size_t start,
		 size_t end)
{
	for (size_t run = run_at(from, start); start < end; run++) {
		size_t to = from->runs[run].end;

		to = to < end ? to : end;
		styled_add(styled, slice_of(from->text.buf + start, to - start),
			   from->runs[run].face);
		start = to;
	}
}

/* Half of an escape would mean something else. */
static void add_run(struct wrap_stream *ws, struct rows *rows,
		    struct slice text)
{
	while (text.len && ws->options.face == FACE_ESCAPED) {
		size_t len = escape_length(text);

		if (!len)
			break;
		wrap_stream_add_whole(ws, rows, slice_of(text.ptr, len));
		text = slice_skip(text, len);
	}
	wrap_stream_add(ws, rows, text);
}

void styled_wrap(const struct styled *styled, size_t start, size_t end,
		 struct rows *rows, const struct wrap_options *options)
{
	size_t run = run_at(styled, start);
	struct wrap_stream ws;

	wrap_stream_init(&ws, options);
	for (; start < end; run++) {
		size_t to = styled->runs[run].end;

		to = to < end ? to : end;
		if (styled->runs[run].line)
			rows_source(rows, styled->runs[run].line,
				    styled->runs[run].line);
		wrap_stream_face(&ws, styled->runs[run].face);
		add_run(&ws, rows,
			slice_of(styled->text.buf + start, to - start));
		start = to;
	}
}
