#include "config.h"

#include "ui/text/width.h"

#include <string.h>
#include <wchar.h>

#include "src/base/utf8.h"

#define ELLIPSIS "\xe2\x80\xa6"

int width_of(uint32_t cp)
{
	int cols;

	if (cp >= 0x20 && cp < 0x7f)
		return 1;
	cols = wcwidth((wchar_t)cp);
	return cols < 0 ? 1 : cols;
}

int width_text(struct slice text)
{
	const uint64_t high = 0x8080808080808080u;
	size_t pos = 0;
	int cols = 0;

	while (pos < text.len) {
		uint64_t word;
		uint32_t cp;

		/* Nearly all text is ASCII and, sanitised, has no controls. */
		while (text.len - pos >= 8) {
			memcpy(&word, text.ptr + pos, 8);
			if (word & high)
				break;
			pos += 8;
			cols += 8;
		}
		if (pos == text.len)
			break;
		pos += utf8_decode(text.ptr + pos, text.len - pos, &cp);
		cols += width_of(cp);
	}
	return cols;
}

size_t width_prefix(struct slice text, int cols, int *used)
{
	size_t pos = 0;
	int sum = 0;

	while (pos < text.len) {
		uint32_t cp;
		size_t took = utf8_decode(text.ptr + pos, text.len - pos, &cp);
		int width = width_of(cp);

		/* A mark at the start has no character to stay with. */
		if (width > cols - sum || (!pos && cols < 1))
			break;
		sum += width;
		pos += took;
	}
	if (used)
		*used = sum;
	return pos;
}

int width_elide(struct strbuf *out, struct slice text, int cols)
{
	int used;
	size_t len = width_prefix(text, cols, &used);

	if (len < text.len) {
		if (cols < 1)
			return 0;
		len = width_prefix(text, cols - 1, &used);
		strbuf_add(out, text.ptr, len);
		strbuf_addstr(out, ELLIPSIS);
		return used + 1;
	}
	strbuf_addslice(out, text);
	return used;
}

/* The longest suffix of at most `cols` columns, as a byte offset. */
static size_t suffix_start(struct slice text, int cols)
{
	size_t start = text.len;
	int used = 0;

	for (size_t pos = text.len; pos;) {
		uint32_t cp;
		int width;

		pos = utf8_prev(text.ptr, pos);
		utf8_decode(text.ptr + pos, text.len - pos, &cp);
		width = width_of(cp);
		if (used + width > cols)
			break;
		used += width;
		/* Marks come along only with their base character. */
		if (width)
			start = pos;
	}
	return start;
}

void width_elide_middle(struct strbuf *out, struct slice text, int cols,
			int head_cols)
{
	int used;
	size_t head, tail;

	if (cols < 1)
		return;
	if (width_text(text) <= cols) {
		strbuf_addslice(out, text);
		return;
	}
	head = width_prefix(text, head_cols, &used);
	tail = suffix_start(text, cols - 1 - used);
	strbuf_add(out, text.ptr, head);
	strbuf_addstr(out, ELLIPSIS);
	strbuf_addslice(out, slice_skip(text, tail));
}
