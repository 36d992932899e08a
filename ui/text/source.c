#include "config.h"

#include "ui/text/source.h"

/* The length of the line break at `pos`, or 0. */
static size_t break_at(struct slice text, size_t pos)
{
	const char *at = text.ptr + pos;

	if (*at == '\n')
		return 1;
	if (*at != '\xe2' || text.len - pos < 3 || at[1] != '\x80')
		return 0;
	return at[2] == '\xa8' || at[2] == '\xa9' ? 3 : 0;
}

/* The end of the line that begins at `pos`. */
static size_t line_end(struct slice text, size_t pos)
{
	while (pos < text.len && !break_at(text, pos))
		pos++;
	return pos;
}

size_t source_breaks(struct slice text)
{
	size_t count = 0;

	for (size_t pos = line_end(text, 0); pos < text.len;
	     pos = line_end(text, pos + break_at(text, pos)))
		count++;
	return count;
}

struct slice source_lines(struct slice text, uint32_t first, uint32_t last)
{
	size_t start = 0, end;
	uint32_t line = 1;

	for (; line < first; line++) {
		start = line_end(text, start);
		if (start == text.len)
			break;
		start += break_at(text, start);
	}
	end = line_end(text, start);
	for (; line < last && end < text.len; line++)
		end = line_end(text, end + break_at(text, end));
	return slice_of(text.ptr + start, end - start);
}
