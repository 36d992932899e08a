#include "config.h"

#include "ui/transcript/transcript-item.h"

#include <string.h>

#include "src/base/i18n.h"

/* Long text below an item's line: as much as the fold allows. */

enum { PIECE_BYTES = 4096 };

void transcript_item_begin_fold(struct transcript_item *it)
{
	it->fold_row = (int)it->rows.count;
	rows_begin(&it->rows, ITEM_INDENT);
}

size_t transcript_item_max_rows(const struct transcript_item *it)
{
	return it->rows.count +
	       (it->fold == FOLD_ALL ? ALL_ROWS : PREVIEW_ROWS);
}

void transcript_item_add_more(struct transcript_item *it, size_t lines,
			      uint32_t last)
{
	struct strbuf text = STRBUF_INIT;
	uint32_t shown =
		it->rows.count ? it->rows.rows[it->rows.count - 1].last : 0;

	it->more = true;
	rows_source(&it->rows, shown < last ? shown + 1 : last, last);
	strbuf_addf(&text, Q_("… %zu more line", "… %zu more lines", lines),
		    lines);
	if (it->more_count < ITEM_MORE_MAX)
		it->more_rows[it->more_count++] = it->rows.count;
	rows_begin(&it->rows, ITEM_INDENT);
	rows_add(&it->rows, strbuf_slice(&text), FACE_DIM);
	strbuf_release(&text);
}

static size_t count_lines(struct slice text)
{
	size_t lines = 0;
	const char *newline;

	while (text.len && (newline = memchr(text.ptr, '\n', text.len))) {
		lines++;
		text = slice_skip(text, (size_t)(newline - text.ptr) + 1);
	}
	return lines + (text.len > 0);
}

void transcript_item_add_long(struct transcript_item *it, struct slice text,
			      enum face face, enum item_long kind,
			      struct source_range source)
{
	const struct prose_options options = {
		.cols = it->cols,
		.indent = ITEM_INDENT,
		.face = face,
		.keep_blanks = kind != ITEM_LONG_TEXT,
		.terminal = kind == ITEM_LONG_OUTPUT,
		.line = source.line,
	};
	size_t most = transcript_item_max_rows(it);
	struct prose prose;

	prose_init(&prose, &it->rows, &options);
	while (text.len && it->rows.count <= most) {
		size_t n = text.len < PIECE_BYTES ? text.len : PIECE_BYTES;

		prose_add(&prose, &it->rows, slice_of(text.ptr, n));
		text = slice_skip(text, n);
	}
	if (!text.len)
		prose_end(&prose, &it->rows);
	prose_release(&prose);
	if (it->rows.count > most) {
		size_t cut = it->rows.count - most;

		rows_truncate(&it->rows, most);
		transcript_item_add_more(it, cut + count_lines(text),
					 source.last);
	}
}
