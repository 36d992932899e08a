#include "config.h"

#include "ui/term/term-paste.h"

#include <stdint.h>
#include <wchar.h>

#include "src/base/utf8.h"
#include "ui/term/term-modes.h"

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
	/* No end after all. The marker has no byte twice, so none is lost. */
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

/* A character that the limit cut in two is dropped whole. */
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

void term_paste_finish(struct term_paste *paste, bool utf8)
{
	const struct slice answer = SLICE(TERM_STATUS_ANSWER);
	struct strbuf text = STRBUF_INIT;
	const char *bytes = paste->bytes.buf;
	size_t len = paste->bytes.len;
	size_t pos = 0;

	if (paste->cut && utf8)
		len = whole_chars(strbuf_slice(&paste->bytes));
	while (pos < len) {
		size_t took;
		uint32_t cp = decode(bytes + pos, len - pos, utf8, &took);
		char out[4];

		/* The terminal's answer about its status came in between. It
		 * is not counted: what was pasted may hold one, too. */
		if (slice_starts_with(slice_of(bytes + pos, len - pos),
				      answer)) {
			pos += answer.len;
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
