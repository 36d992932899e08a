#include "config.h"

#include "ui/term/term-paste.h"

#include <stdint.h>
#include <string.h>
#include <wchar.h>

#include "src/base/utf8.h"

/* Longer than any answer. */
enum { STRING_MAX_BYTES = 4096 };

static const char end_marker[] = "\033[201~";

void term_paste_release(struct term_paste *paste)
{
	strbuf_release(&paste->bytes);
	*paste = (struct term_paste)TERM_PASTE_INIT;
}

static void add_bytes(struct term_paste *paste, const char *bytes, size_t len)
{
	size_t room = TERM_PASTE_MAX_BYTES - paste->bytes.len;

	if (len > room) {
		len = room;
		paste->cut = true;
	}
	strbuf_add(&paste->bytes, bytes, len);
}

bool term_paste_add(struct term_paste *paste, char c)
{
	if (c == end_marker[paste->matched]) {
		paste->matched++;
		if (paste->matched < sizeof(end_marker) - 1)
			return false;
		paste->matched = 0;
		return true;
	}
	/* Not the end. The marker has no byte twice, so none is lost. */
	add_bytes(paste, end_marker, paste->matched);
	paste->matched = c == end_marker[0];
	if (!paste->matched)
		add_bytes(paste, &c, 1);
	return false;
}

static uint32_t decode(const char *bytes, size_t len, bool utf8, size_t *took)
{
	wint_t ch;
	uint32_t cp;

	*took = 1;
	if (utf8) {
		*took = utf8_decode(bytes, len, &cp);
		return cp;
	}
	ch = btowc((unsigned char)*bytes);
	return ch == WEOF ? UTF8_REPLACEMENT : (uint32_t)ch;
}

static bool is_text(uint32_t cp)
{
	if (cp == '\n' || cp == '\t')
		return true;
	return cp >= 0x20 && !(cp >= 0x7f && cp < 0xa0);
}

/* Drop a character that the limit cut in two. */
static size_t whole_chars(struct slice text)
{
	size_t last = text.len ? utf8_prev(text.ptr, text.len) : 0;
	size_t took;
	uint32_t cp;

	if (text.len &&
	    !utf8_decode_valid(text.ptr + last, text.len - last, &cp, &took))
		return last;
	return text.len;
}

static bool is_one_of(char c, const char *set)
{
	return c && strchr(set, c);
}

/* Length of a CSI sequence at the start of `text`, or 0. */
static size_t csi_length(struct slice text)
{
	size_t i = 2;

	while (i < text.len && text.ptr[i] >= 0x20 && text.ptr[i] <= 0x3f)
		i++;
	return i < text.len && text.ptr[i] >= 0x40 && text.ptr[i] <= 0x7e
		       ? i + 1
		       : 0;
}

/* Length of a string (OSC and the like) with its end, or 0. */
static size_t string_length(struct slice text)
{
	for (size_t i = 2; i < text.len && i < STRING_MAX_BYTES; i++) {
		if (text.ptr[i] == '\a')
			return i + 1;
		if (text.ptr[i] == '\033')
			return i + 1 < text.len && text.ptr[i + 1] == '\\'
				       ? i + 2
				       : 0;
	}
	return 0;
}

/*
 * Length of a report that the terminal sent during a paste, for a key, the
 * mouse or on its own. Colours (m) and the like are not reports: they belong to
 * the text.
 */
static size_t report_length(struct slice text)
{
	size_t len;
	bool mouse;

	if (text.len < 3 || text.ptr[0] != '\033')
		return 0;
	if (is_one_of(text.ptr[1], "]P_^X"))
		return string_length(text);
	if (text.ptr[1] == 'O')
		return is_one_of(text.ptr[2], "ABCDEFHMPQRS") ? 3 : 0;
	if (text.ptr[1] != '[')
		return 0;
	len = csi_length(text);
	mouse = len == 3 && text.ptr[2] == 'M';
	if (mouse)
		return text.len < 6 ? text.len : 6;
	/* A second start marker is not a key. */
	if (slice_starts_with(text, SLICE("\033[200~")))
		return 0;
	if (!len || is_one_of(text.ptr[2], "<?>"))
		return len;
	return is_one_of(text.ptr[len - 1], "ABCDEFHIOPQRSZcnuy~") ? len : 0;
}

void term_paste_finish(struct term_paste *paste, bool utf8)
{
	struct strbuf text = STRBUF_INIT;
	const char *bytes = paste->bytes.buf;
	size_t len = paste->bytes.len;
	size_t pos = 0;

	if (paste->cut && utf8)
		len = whole_chars(strbuf_slice(&paste->bytes));
	while (pos < len) {
		size_t took;
		uint32_t cp = decode(bytes + pos, len - pos, utf8, &took);
		size_t report = report_length(slice_of(bytes + pos, len - pos));
		char out[4];

		/* A status answer is not counted as an event either: the pasted
		 * text may contain one too. */
		if (report) {
			pos += report;
			continue;
		}
		pos += took;
		if (cp == '\r') {
			cp = '\n';
			if (pos < len && bytes[pos] == '\n')
				pos++;
		}
		if (is_text(cp))
			strbuf_add(&text, out, utf8_encode(cp, out));
	}
	strbuf_release(&paste->bytes);
	paste->bytes = text;
}
