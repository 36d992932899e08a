#include "config.h"

#include "src/jphost/query/query-text.h"

#include <stdint.h>

#include "src/base/utf8.h"

/* Bytes after which a sequence that does not end is taken for none. */
#define MAX_CONTROL 64
#define MAX_STRING  4096
/* Blanks in a row that are shown as they are; more at the start of a line. */
#define MAX_BLANKS 8
#define MAX_INDENT 40

static bool is_control(uint32_t cp)
{
	return (cp < 0x20 && cp != '\n' && cp != '\t') ||
	       (cp >= 0x7f && cp < 0xa0);
}

/* Directions, separators, fillers and tags: nobody writes these by hand. */
static bool is_deceptive(uint32_t cp)
{
	return cp == 0xad || cp == 0x61c || cp == 0x180e || cp == 0x200b ||
	       cp == 0x200e || cp == 0x200f || (cp >= 0x2028 && cp <= 0x202e) ||
	       (cp >= 0x2060 && cp <= 0x206f) || cp == 0x115f || cp == 0x1160 ||
	       cp == 0x3164 || cp == 0xffa0 || cp == 0xfeff ||
	       (cp >= 0xfff9 && cp <= 0xfffb) ||
	       (cp >= 0xe0000 && cp <= 0xe0fff);
}

/* What honest text may hold, but nobody can see. */
static bool is_invisible(uint32_t cp)
{
	return cp == 0xa0 || cp == 0x34f || (cp >= 0x2000 && cp <= 0x200d) ||
	       cp == 0x202f || cp == 0x205f || cp == 0x3000 ||
	       (cp >= 0xfe00 && cp <= 0xfe0f);
}

static void add_code_point(struct strbuf *out, uint32_t cp)
{
	char bytes[4];

	strbuf_add(out, bytes, utf8_encode(cp, bytes));
}

static void add_name(struct strbuf *out, uint32_t cp)
{
	strbuf_addf(out, "<U+%04X>", (unsigned)cp);
}

static enum query_text_state enter(struct query_text *text,
				   enum query_text_state state)
{
	text->skipped = 0;
	return text->state = state;
}

/* A control at ground: it may begin a sequence. */
static void begin_sequence(struct query_text *text, uint32_t cp)
{
	if (cp == 0x1b)
		enter(text, TEXT_ESCAPE);
	else if (cp == 0x9b)
		enter(text, TEXT_CONTROL);
	else if (cp == 0x90 || cp == 0x98 || (cp >= 0x9d && cp <= 0x9f))
		enter(text, TEXT_STRING);
}

/* Within a sequence; false where `cp` does not belong to it. */
static bool skip(struct query_text *text, uint32_t cp)
{
	size_t max = text->state == TEXT_STRING ? MAX_STRING : MAX_CONTROL;

	if (cp == '\n' || text->skipped++ >= max) {
		enter(text, TEXT_GROUND);
		return false;
	}
	switch (text->state) {
	case TEXT_ESCAPE:
		if (cp == '[')
			enter(text, TEXT_CONTROL);
		else if (cp == ']' || cp == 'P' || cp == 'X' || cp == '^' ||
			 cp == '_')
			enter(text, TEXT_STRING);
		else if (cp < 0x20 || cp > 0x2f)
			enter(text, TEXT_GROUND);
		break;
	case TEXT_CONTROL:
		if (cp == 0x1b)
			enter(text, TEXT_ESCAPE);
		else if (cp >= 0x40)
			enter(text, TEXT_GROUND);
		break;
	case TEXT_STRING:
		if (cp == 0x1b)
			text->state = TEXT_STRING_ESCAPE;
		else if (cp == 0x07 || cp == 0x9c)
			enter(text, TEXT_GROUND);
		break;
	case TEXT_STRING_ESCAPE:
		if (cp == '\\')
			enter(text, TEXT_GROUND);
		else
			text->state = TEXT_STRING;
		break;
	case TEXT_GROUND:
		break;
	}
	return true;
}

void query_text_add(struct query_text *text, struct strbuf *out,
		    struct slice piece)
{
	while (piece.len) {
		uint32_t cp;
		size_t took = utf8_decode(piece.ptr, piece.len, &cp);

		piece = slice_skip(piece, took);
		if (text->state != TEXT_GROUND && skip(text, cp))
			continue;
		if (is_control(cp))
			begin_sequence(text, cp);
		else if (is_deceptive(cp))
			add_name(out, cp);
		else
			add_code_point(out, cp);
	}
}

/* The blanks at the start of `text`, counted if they are many. */
static size_t add_blanks(struct strbuf *out, struct slice text, bool indent)
{
	size_t count = 0;

	while (count < text.len && text.ptr[count] == ' ')
		count++;
	if (count > (indent ? MAX_INDENT : MAX_BLANKS))
		strbuf_addf(out, "<%zu blanks>", count);
	else
		strbuf_addchars(out, ' ', count);
	return count;
}

void query_text_add_careful(struct strbuf *out, struct slice text)
{
	bool start = true;

	while (text.len) {
		uint32_t cp;
		size_t took = utf8_decode(text.ptr, text.len, &cp);

		if (cp == ' ')
			took = add_blanks(out, text, start);
		else if (is_control(cp) || is_deceptive(cp) || is_invisible(cp))
			add_name(out, cp);
		else
			add_code_point(out, cp);
		start = cp == '\n';
		text = slice_skip(text, took);
	}
}
