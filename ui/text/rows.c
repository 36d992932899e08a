#include "config.h"

#include "ui/text/rows.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "ui/text/width.h"

void rows_init(struct rows *rows)
{
	*rows = (struct rows)ROWS_INIT;
}

void rows_release(struct rows *rows)
{
	if (!rows)
		return;
	strbuf_release(&rows->text);
	free(rows->spans);
	free(rows->rows);
	rows_init(rows);
}

void rows_clear(struct rows *rows)
{
	strbuf_reset(&rows->text);
	rows->span_count = 0;
	rows->count = 0;
	rows_source(rows, 0, 0);
}

void rows_truncate(struct rows *rows, size_t count)
{
	size_t first;

	if (count >= rows->count)
		return;
	first = rows->rows[count].first_span;
	rows->count = count;
	if (first == rows->span_count)
		return;
	strbuf_setlen(&rows->text, rows->spans[first].start);
	rows->span_count = first;
}

void rows_begin(struct rows *rows, int indent)
{
	if (indent < 0)
		indent = 0;
	if (indent > UINT16_MAX)
		indent = UINT16_MAX;
	ALLOC_GROW(rows->rows, rows->count + 1, rows->cap);
	rows->rows[rows->count++] = (struct row){
		.first_span = (uint32_t)rows->span_count,
		.indent = (uint16_t)indent,
		.line = rows->line,
		.last = rows->last,
	};
}

static struct span *last_span(const struct rows *rows, struct row *row)
{
	return row->span_count ? &rows->spans[rows->span_count - 1] : NULL;
}

void rows_add_measured(struct rows *rows, struct slice text, enum face face,
		       int cols)
{
	struct row *row;
	struct span *span;

	if (!text.len)
		return;
	if (!rows->count)
		rows_begin(rows, 0);
	if (rows->text.len + text.len > UINT32_MAX)
		die("a text of over 4 GiB cannot be shown");
	row = &rows->rows[rows->count - 1];
	/* Inline code may join two lines in one row. */
	if (row->line && rows->last > row->last)
		row->last = rows->last;
	span = last_span(rows, row);
	if (!span || span->face != face) {
		if (row->span_count == UINT16_MAX)
			return;
		ALLOC_GROW(rows->spans, rows->span_count + 1, rows->span_cap);
		span = &rows->spans[rows->span_count++];
		*span = (struct span){
			.start = (uint32_t)rows->text.len,
			.face = (uint8_t)face,
		};
		row->span_count++;
	}
	strbuf_addslice(&rows->text, text);
	span->len += (uint32_t)text.len;
	cols += span->cols;
	span->cols = cols > UINT16_MAX ? UINT16_MAX : (uint16_t)cols;
}

void rows_add(struct rows *rows, struct slice text, enum face face)
{
	rows_add_measured(rows, text, face, width_text(text));
}

void rows_split(struct rows *rows, size_t text_pos)
{
	struct row *row = &rows->rows[rows->count - 1];
	size_t at = row->first_span, end = rows->span_count;
	struct span *span, rest;

	while (at < end &&
	       rows->spans[at].start + rows->spans[at].len <= text_pos)
		at++;
	rows_begin(rows, row->indent);
	row = &rows->rows[rows->count - 2];
	if (at < end && rows->spans[at].start < text_pos) {
		ALLOC_GROW(rows->spans, end + 1, rows->span_cap);
		span = &rows->spans[at++];
		memmove(span + 1, span, (end - at + 1) * sizeof(*span));
		rest = *span;
		span->len = (uint32_t)text_pos - span->start;
		span->cols = (uint16_t)width_text(
			slice_of(rows->text.buf + span->start, span->len));
		rest.start += span->len;
		rest.len -= span->len;
		rest.cols = (uint16_t)(rest.cols - span->cols);
		rows->spans[at] = rest;
		rows->span_count = ++end;
	}
	row->span_count = (uint16_t)(at - row->first_span);
	row[1].first_span = (uint32_t)at;
	row[1].span_count = (uint16_t)(end - at);
}

void rows_text(struct strbuf *out, const struct rows *rows, size_t row)
{
	const struct row *at = &rows->rows[row];

	strbuf_addchars(out, ' ', at->indent);
	for (size_t i = 0; i < at->span_count; i++) {
		const struct span *span = &rows->spans[at->first_span + i];

		strbuf_add(out, rows->text.buf + span->start, span->len);
	}
}

int rows_cols(const struct rows *rows, size_t row)
{
	const struct row *at = &rows->rows[row];
	int cols = at->indent;

	for (size_t i = 0; i < at->span_count; i++)
		cols += rows->spans[at->first_span + i].cols;
	return cols;
}
