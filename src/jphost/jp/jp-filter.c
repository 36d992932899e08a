#include "config.h"

#include "src/jphost/jp/jp-filter.h"

#include <stdbool.h>
#include <string.h>

#include "src/base/utf8.h"

enum {
	ESC = 0x1b,
	BEL = 0x07,
	NUMBERS_MAX = 4, /* in a sequence that we accept */
	DIGITS_MAX = 4,
};

/* Moving, erasing, inserting; and queries, which the terminal answers. */
#define FINALS "ABCDEFGHJKLMPSTX@`adefcn"

/* Whether parameters like "12;40" or "?25" are as short as those we accept. */
static bool is_modest(const char *text, size_t len)
{
	size_t numbers = 1, digits = 0;

	for (size_t i = 0; i < len; i++) {
		if (text[i] == ';') {
			numbers++;
			digits = 0;
		} else if (text[i] < '0' || text[i] > '9' ||
			   ++digits > DIGITS_MAX) {
			return false;
		}
	}
	return numbers <= NUMBERS_MAX;
}

/* Check "ESC [ ... final"; `text` excludes the final byte. */
static bool is_wanted(const char *text, size_t len, char final)
{
	struct slice mode = slice_of(text + 2, len - 2);

	if (final == 'h' || final == 'l')
		return slice_is(mode, "?25") || slice_is(mode, "?7") ||
		       slice_is(mode, "?1049");
	return strchr(FINALS, final) && is_modest(mode.ptr, mode.len);
}

static void start(struct jp_filter *filter, enum jp_filter_state state)
{
	filter->state = state;
	filter->len = 0;
	filter->too_long = false;
}

static void keep(struct jp_filter *filter, char c)
{
	if (filter->len < sizeof(filter->kept))
		filter->kept[filter->len++] = c;
	else
		filter->too_long = true;
}

/* --- Text --- */

static void show(const struct jp_filter *filter, const char *bytes, size_t len,
		 struct strbuf *safe, struct strbuf *text)
{
	strbuf_add(safe, bytes, len);
	if (!filter->hidden)
		strbuf_add(text, bytes, len);
}

static void take_control(struct jp_filter *filter, char c, struct strbuf *safe,
			 struct strbuf *text)
{
	if (c == ESC) {
		start(filter, JP_FILTER_ESCAPE);
		keep(filter, c);
	} else if (c && strchr("\r\n\t\b", c)) {
		show(filter, &c, 1, safe, text);
	}
}

static void take_character(struct jp_filter *filter, struct strbuf *safe,
			   struct strbuf *text)
{
	uint32_t cp;
	size_t took;

	if (filter->len == 1 ||
	    !utf8_decode_valid(filter->kept, filter->len, &cp, &took)) {
		show(filter, "\xef\xbf\xbd", 3, safe, text);
	} else if (cp >= 0xa0) { /* otherwise a control character */
		show(filter, filter->kept, filter->len, safe, text);
	}
	filter->len = 0;
}

static size_t length_of(char lead)
{
	unsigned char c = (unsigned char)lead;

	return c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc0 ? 2 : 1;
}

static void take_text(struct jp_filter *filter, char c, struct strbuf *safe,
		      struct strbuf *text)
{
	bool goes_on = ((unsigned char)c & 0xc0) == 0x80;

	if (filter->len && !goes_on)
		take_character(filter, safe, text); /* truncated character */
	if ((unsigned char)c < ' ' || c == 0x7f) {
		take_control(filter, c, safe, text);
	} else if (!((unsigned char)c & 0x80)) {
		show(filter, &c, 1, safe, text);
	} else {
		keep(filter, c);
		if (filter->len == length_of(filter->kept[0]))
			take_character(filter, safe, text);
	}
}

/* --- Sequences --- */

static void take_escape(struct jp_filter *filter, char c, struct strbuf *safe)
{
	if (c == '[') {
		keep(filter, c);
		filter->state = JP_FILTER_SEQUENCE;
	} else if (c && strchr("]P_^X", c)) {
		start(filter, JP_FILTER_STRING);
	} else if (c >= ' ' && c <= '/') {
		start(filter, JP_FILTER_NEXT);
	} else {
		if (c && strchr("78DEM", c)) {
			strbuf_addch(safe, ESC);
			strbuf_addch(safe, c);
		}
		start(filter, JP_FILTER_TEXT);
	}
}

static void take_sequence(struct jp_filter *filter, char c, struct strbuf *safe)
{
	if (c >= ' ' && c < '@') {
		keep(filter, c);
		return;
	}
	if (c >= '@' && !filter->too_long &&
	    is_wanted(filter->kept, filter->len, c)) {
		if (filter->len == 5 && !memcmp(filter->kept + 2, "?25", 3))
			filter->hidden = c == 'l';
		strbuf_add(safe, filter->kept, filter->len);
		strbuf_addch(safe, c);
	}
	start(filter, JP_FILTER_TEXT);
}

static void take_string(struct jp_filter *filter, char c)
{
	if (c == ESC)
		filter->state = JP_FILTER_STRING_END;
	else if (c == BEL || c == 0x18 || c == 0x1a)
		start(filter, JP_FILTER_TEXT);
	else
		filter->state = JP_FILTER_STRING;
}

void jp_filter_take(struct jp_filter *filter, struct slice bytes,
		    struct strbuf *safe, struct strbuf *text)
{
	for (size_t i = 0; i < bytes.len; i++) {
		char c = bytes.ptr[i];

		switch (filter->state) {
		case JP_FILTER_TEXT:
			take_text(filter, c, safe, text);
			break;
		case JP_FILTER_ESCAPE:
			take_escape(filter, c, safe);
			break;
		case JP_FILTER_NEXT:
			if (c < ' ' || c > '/')
				start(filter, JP_FILTER_TEXT);
			break;
		case JP_FILTER_SEQUENCE:
			take_sequence(filter, c, safe);
			break;
		case JP_FILTER_STRING:
			take_string(filter, c);
			break;
		case JP_FILTER_STRING_END:
			if (c == '\\')
				start(filter, JP_FILTER_TEXT);
			else
				take_string(filter, c);
			break;
		}
	}
}
