#include "config.h"

#include "ui/term/term-steady.h"

#include <stdbool.h>
#include <stdint.h>
#include <wchar.h>

#include "src/base/utf8.h"
#include "src/base/xalloc.h"

/* Characters with the same width everywhere, if they have no mark. */
static bool is_plain(uint32_t cp)
{
	static const struct {
		uint32_t first, last;
	} plain[] = {
		{ 0x0020, 0x02ff }, /* Latin */
		{ 0x0370, 0x0482 }, /* Greek, Cyrillic */
		{ 0x048a, 0x0556 }, /* Armenian */
		{ 0x1e00, 0x1fff }, { 0x2010, 0x2027 }, { 0x2030, 0x205e },
		{ 0x2070, 0x20cf }, /* signs, lines, Braille */
		{ 0x2100, 0x2bff }, { 0x3001, 0x3029 }, /* Chinese, Japanese */
		{ 0x3030, 0xa48c }, { 0xac00, 0xd7a3 }, /* Korean */
		{ 0xf900, 0xfaff }, { 0xfe30, 0xfe6b }, { 0xff01, 0xff9d },
		{ 0xfffd, 0xfffd },
	};

	for (size_t i = 0; i < ARRAY_SIZE(plain) && cp >= plain[i].first; i++)
		if (cp <= plain[i].last)
			return true;
	return false;
}

/* Bytes of the marks at the start of `bytes`. */
static size_t marks_length(struct slice bytes)
{
	size_t pos = 0;

	while (pos < bytes.len && (unsigned char)bytes.ptr[pos] >= 0xc2) {
		uint32_t cp;
		size_t took;

		if (!utf8_decode_valid(bytes.ptr + pos, bytes.len - pos, &cp,
				       &took) ||
		    wcwidth((wchar_t)cp) != 0)
			break;
		pos += took;
	}
	return pos;
}

/* Add a character and its marks; returns their bytes. */
static size_t add_character(struct strbuf *out, struct slice bytes)
{
	uint32_t cp;
	size_t took, marks;
	int width;

	if (!utf8_decode_valid(bytes.ptr, bytes.len, &cp, &took)) {
		strbuf_addslice(out, slice_of(bytes.ptr, took));
		return took;
	}
	marks = marks_length(slice_skip(bytes, took));
	width = wcwidth((wchar_t)cp);
	if ((!marks && is_plain(cp)) || width < 1) {
		strbuf_addslice(out, slice_of(bytes.ptr, took + marks));
		return took + marks;
	}
	strbuf_addstr(out, "\0337");
	strbuf_addslice(out, slice_of(bytes.ptr, took + marks));
	strbuf_addf(out, "\0338\033[%dC", width);
	return took + marks;
}

void term_steady_add(struct strbuf *out, struct slice bytes)
{
	while (bytes.len) {
		size_t len = 0;

		while (len < bytes.len && !(bytes.ptr[len] & 0x80))
			len++;
		/* The last one may have a mark. */
		if (len && len < bytes.len &&
		    marks_length(slice_skip(bytes, len)))
			len--;
		strbuf_addslice(out, slice_of(bytes.ptr, len));
		bytes = slice_skip(bytes, len);
		if (bytes.len)
			bytes = slice_skip(bytes, add_character(out, bytes));
	}
}
