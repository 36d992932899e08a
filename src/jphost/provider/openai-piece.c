#include "config.h"

#include "src/jphost/provider/openai-piece.h"

#include <string.h>

#include "proto/json-scan.h"

/* The length of an escape, as \ud83d. */
#define ESCAPE 6

/* Whether the text ends with the first half of a surrogate pair. */
static bool ends_with_high_surrogate(struct slice text)
{
	const char *at = text.ptr + text.len - ESCAPE;
	size_t slashes = 0;

	if (text.len < ESCAPE || at[0] != '\\' || at[1] != 'u' ||
	    (at[2] != 'd' && at[2] != 'D') || !strchr("89abAB", at[3]))
		return false;
	while (at > text.ptr && at[-1] == '\\') {
		at--;
		slashes++;
	}
	return slashes % 2 == 0;
}

/* Count the bytes at the end that may be the start of a character. */
static size_t open_tail(struct slice text)
{
	if (ends_with_high_surrogate(text))
		return ESCAPE;
	for (size_t back = 1; back <= 3 && back <= text.len; back++) {
		unsigned char c = (unsigned char)text.ptr[text.len - back];
		size_t whole = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;

		if (c >= 0xc2)
			return c < 0xf5 && whole > back ? back : 0;
		if (c < 0x80)
			break;
	}
	return 0;
}

static void add(struct strbuf *out, struct slice raw)
{
	struct strbuf quoted = STRBUF_INIT;

	strbuf_addch(&quoted, '"');
	strbuf_addslice(&quoted, raw);
	strbuf_addch(&quoted, '"');
	json_string_add(out, strbuf_slice(&quoted));
	strbuf_release(&quoted);
}

bool openai_piece_add(struct strbuf *out, struct strbuf *held,
		      struct slice value)
{
	struct slice raw;
	size_t tail;

	if (json_type_of(value) != JSON_STRING || value.len < 2)
		return false;
	raw = slice_of(value.ptr + 1, value.len - 2);
	tail = open_tail(raw);
	if (!held->len && !tail)
		return json_string_add(out, value);
	strbuf_addslice(held, raw);
	raw = strbuf_slice(held);
	tail = open_tail(raw);
	raw.len -= tail;
	add(out, raw);
	strbuf_remove(held, 0, raw.len);
	return true;
}

void openai_piece_end(struct strbuf *out, struct strbuf *held)
{
	if (held->len)
		add(out, strbuf_slice(held));
	strbuf_reset(held);
}
