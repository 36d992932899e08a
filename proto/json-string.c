#include "config.h"

#include "proto/json-scan.h"

#include <string.h>

#include "proto/json-token.h"
#include "src/base/hex.h"
#include "src/base/utf8.h"

static void add_code_point(struct strbuf *out, uint32_t cp)
{
	char utf8[4];

	strbuf_add(out, utf8, utf8_encode(cp ? cp : UTF8_REPLACEMENT, utf8));
}

/*
 * Find the text between the quotes and the length of its start that has no
 * escapes; false if `value` is not exactly one string.
 */
static bool inside(struct slice value, struct slice *text, size_t *plain)
{
	const char *end = json_end_of(value);
	struct slice whole;

	if (value.len < 2 || value.ptr[0] != '"')
		return false;
	*text = slice_of(value.ptr + 1, value.len - 2);
	*plain = (size_t)(json_plain_end(text->ptr, end) - text->ptr);
	/* Most strings have no escapes at all. */
	if (*plain == text->len && end[-1] == '"')
		return true;
	return json_first_value(value, &whole) && whole.len == value.len;
}

bool json_string_add(struct strbuf *out, struct slice value)
{
	struct slice text;
	size_t plain;

	if (!inside(value, &text, &plain))
		return false;
	json_add_utf8(out, slice_of(text.ptr, plain));
	while (plain < text.len) {
		const char *at = text.ptr + plain, *end = text.ptr + text.len;
		size_t took = 1;

		if (*at == '\\')
			add_code_point(out, json_escape(at, end, &took));
		else
			add_code_point(out, (unsigned char)*at);
		text = slice_skip(text, plain + took);
		plain = (size_t)(json_plain_end(text.ptr, end) - text.ptr);
		json_add_utf8(out, slice_of(text.ptr, plain));
	}
	return true;
}

/* Add an escape in a string, which json_escape() decoded to `cp`. */
static void add_escaped_bytes(struct strbuf *out, const char *at, uint32_t cp)
{
	char utf8[4];

	/* A single \uXXXX has its own value, also if it is half of a pair. */
	if (at[1] == 'u' && cp == UTF8_REPLACEMENT)
		cp = (uint32_t)hex_read(at + 2, 4);
	strbuf_add(out, utf8, utf8_encode(cp, utf8));
}

bool json_bytes_add(struct strbuf *out, struct slice value)
{
	struct slice text;
	size_t plain;

	if (!inside(value, &text, &plain))
		return false;
	strbuf_add(out, text.ptr, plain);
	while (plain < text.len) {
		const char *at = text.ptr + plain, *end = text.ptr + text.len;
		size_t took = 1;

		if (*at == '\\')
			add_escaped_bytes(out, at, json_escape(at, end, &took));
		else
			strbuf_addch(out, *at);
		text = slice_skip(text, plain + took);
		plain = (size_t)(json_plain_end(text.ptr, end) - text.ptr);
		strbuf_add(out, text.ptr, plain);
	}
	return true;
}

/* Add text as it is, except for bytes that are not UTF-8 and our own escape. */
static void add_exact_text(struct strbuf *out, struct slice text)
{
	while (text.len) {
		size_t valid = utf8_valid_prefix(text.ptr, text.len);
		const char *escape = memmem(text.ptr, valid, JSON_ID_ESCAPE, 3);

		if (escape)
			valid = (size_t)(escape - text.ptr);
		strbuf_add(out, text.ptr, valid);
		text = slice_skip(text, valid);
		if (escape)
			strbuf_addstr(out, JSON_ID_ESCAPE "=");
		else if (text.len)
			strbuf_addf(out, JSON_ID_ESCAPE "x%02x",
				    (unsigned char)text.ptr[0]);
		text = slice_skip(text, escape ? 3 : text.len > 0);
	}
}

/* Add an escape in a string, which json_escape() decoded to `cp`. */
static void add_exact_escape(struct strbuf *out, const char *at, uint32_t cp)
{
	char utf8[4];
	size_t len;

	/* Only what UTF-8 cannot represent stays an escape. */
	if (at[1] == 'u' && (!cp || (cp == UTF8_REPLACEMENT &&
				     (at[2] == 'd' || at[2] == 'D')))) {
		strbuf_addf(out, JSON_ID_ESCAPE "%04x",
			    (unsigned)hex_read(at + 2, 4));
		return;
	}
	len = utf8_encode(cp, utf8);
	add_exact_text(out, slice_of(utf8, len));
}

bool json_id_add(struct strbuf *out, struct slice value)
{
	struct slice text;
	size_t plain;

	if (!inside(value, &text, &plain))
		return false;
	add_exact_text(out, slice_of(text.ptr, plain));
	while (plain < text.len) {
		const char *at = text.ptr + plain, *end = text.ptr + text.len;
		size_t took = 1;

		if (*at == '\\')
			add_exact_escape(out, at, json_escape(at, end, &took));
		else
			strbuf_addf(out, JSON_ID_ESCAPE "x%02x",
				    (unsigned char)*at);
		text = slice_skip(text, plain + took);
		plain = (size_t)(json_plain_end(text.ptr, end) - text.ptr);
		add_exact_text(out, slice_of(text.ptr, plain));
	}
	return true;
}

bool json_string_is(struct slice value, const char *str)
{
	struct strbuf text = STRBUF_INIT;
	struct slice raw;
	size_t plain;
	bool same;

	if (!inside(value, &raw, &plain))
		return false;
	if (plain == raw.len && utf8_valid_prefix(raw.ptr, plain) == plain)
		return slice_is(raw, str);
	same = json_string_add(&text, value) &&
	       slice_is(strbuf_slice(&text), str);
	strbuf_release(&text);
	return same;
}
