#include "config.h"

#include "src/base/message.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "src/base/utf8.h"

/* A title is cut at a blank, unless less than this would be left. */
#define SHORTEST_CUT (MESSAGE_TITLE_MAX / 2)

size_t message_notice_length(struct slice text)
{
	static const char head[] = "---\n**system notifications**";
	const char *end;

	if (!slice_starts_with(text, SLICE(head)))
		return 0;
	text = slice_skip(text, sizeof(head) - 1);
	end = memmem(text.ptr, text.len, "\n---", 4);
	if (!end)
		return 0;
	end += 4;
	while (end < text.ptr + text.len && *end == '\n')
		end++;
	return sizeof(head) - 1 + (size_t)(end - text.ptr);
}

/* White space and controls of any kind, which become one blank in a title. */
static bool is_gap(uint32_t cp)
{
	return cp <= 0x20 || (cp >= 0x7f && cp <= 0xa0) || cp == 0x3000 ||
	       (cp >= 0x2000 && cp <= 0x200a) || cp == 0x2028 || cp == 0x2029;
}

/* Characters that modify the one before: no cut in front of them. */
static bool joins(uint32_t cp)
{
	return (cp >= 0x300 && cp <= 0x36f) || cp == 0x200d ||
	       (cp >= 0xfe00 && cp <= 0xfe0f) ||
	       (cp >= 0x1f3fb && cp <= 0x1f3ff);
}

/* Skip the Markdown marks that a line can begin with. */
static struct slice skip_marks(struct slice line)
{
	for (;;) {
		size_t n = 0;

		line = slice_skip_space(line);
		while (n < line.len && line.ptr[n] == '#')
			n++;
		if (!n && line.len && strchr("-*+>", line.ptr[0]))
			n = 1;
		if (!n || n == line.len || line.ptr[n] != ' ')
			return line;
		line = slice_skip(line, n);
	}
}

static bool has_words(struct slice line)
{
	/* The fence of a code block is not part of the text. */
	if (slice_starts_with(line, SLICE("```")) ||
	    slice_starts_with(line, SLICE("~~~")))
		return false;
	for (size_t i = 0; i < line.len; i++) {
		if (isalnum((unsigned char)line.ptr[i]) ||
		    (unsigned char)line.ptr[i] >= 0x80)
			return true;
	}
	return false;
}

static void add_character(struct strbuf *out, uint32_t cp)
{
	char utf8[4];

	strbuf_add(out, utf8, utf8_encode(cp, utf8));
}

static void add_line(struct strbuf *out, struct slice line)
{
	size_t count = 0, start = out->len, blank = 0, whole = start;
	uint32_t cp, before = 0;

	for (size_t i = 0; i < line.len; before = cp) {
		size_t len = utf8_decode(line.ptr + i, line.len - i, &cp);
		bool gap = is_gap(cp);

		if (gap &&
		    (out->len == start || out->buf[out->len - 1] == ' ')) {
			i += len;
			continue;
		}
		if (!joins(cp) && before != 0x200d)
			whole = out->len;
		if (count == MESSAGE_TITLE_MAX && !gap) {
			strbuf_setlen(out, blank ? blank : whole);
			strbuf_addstr(out, "…");
			return;
		}
		if (gap && count >= SHORTEST_CUT)
			blank = out->len;
		add_character(out, gap ? ' ' : cp);
		count += count < MESSAGE_TITLE_MAX;
		i += len;
	}
	while (out->len > start && out->buf[out->len - 1] == ' ')
		strbuf_setlen(out, out->len - 1);
}

void message_title_add(struct strbuf *out, struct slice message)
{
	message = slice_skip(message, message_notice_length(message));
	while (message.len) {
		struct slice line = skip_marks(slice_take_line(&message));

		if (!has_words(line))
			continue;
		add_line(out, line);
		return;
	}
}
