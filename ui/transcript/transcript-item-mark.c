#include "config.h"

#include "ui/transcript/transcript-item.h"

/* A position in an item's text that can be found again at another width. */

/* Where row `row` begins, in bytes of the rows' text. */
static size_t text_start(const struct rows *rows, size_t row)
{
	for (; row < rows->count; row++)
		if (rows->rows[row].span_count)
			return rows->spans[rows->rows[row].first_span].start;
	return rows->text.len;
}

/* Lines of tables and quotes do not count: narrow rows have more of them. */
static bool is_line_drawing(struct slice text)
{
	return slice_starts_with(text, SLICE("\xe2\x94"));
}

static size_t count_ink(const struct rows *rows, size_t from, size_t to)
{
	struct slice text = slice_of(rows->text.buf + from, to - from);
	size_t ink = 0;

	while (text.len) {
		bool drawing = is_line_drawing(text);

		ink += !drawing && *text.ptr != ' ';
		text = slice_skip(text, drawing ? 3 : 1);
	}
	return ink;
}

size_t transcript_item_mark(const struct transcript_item *it, size_t row)
{
	size_t at = transcript_item_row(it, row);

	return count_ink(&it->rows, text_start(&it->rows, it->lead),
			 text_start(&it->rows, at));
}

size_t transcript_item_marked_row(const struct transcript_item *it, size_t mark)
{
	const struct rows *rows = &it->rows;
	size_t row = it->lead, start = text_start(rows, row);

	while (row + 1 < rows->count) {
		size_t next = text_start(rows, row + 1);
		size_t ink = count_ink(rows, start, next);

		if (mark < ink)
			break;
		mark -= ink;
		start = next;
		row++;
	}
	return row > it->lead + it->skip ? row - it->skip : it->lead;
}
