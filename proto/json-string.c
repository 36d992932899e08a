#include "config.h"

#include "proto/json-scan.h"

#include "proto/json-token.h"
#include "src/base/utf8.h"

static void add_code_point(struct strbuf *out, uint32_t cp)
{
	char utf8[4];

	strbuf_add(out, utf8, utf8_encode(cp ? cp : UTF8_REPLACEMENT, utf8));
}

/* The text between the quotes; false where `value` is not one string. */
static bool inside(struct slice value, struct slice *text)
{
	struct slice whole;

	if (value.len < 2 || value.ptr[0] != '"' ||
	    !json_first_value(value, &whole) || whole.len != value.len)
		return false;
	*text = slice_of(value.ptr + 1, value.len - 2);
	return true;
}

bool json_string_add(struct strbuf *out, struct slice value)
{
	struct slice text;
	const char *at, *end;

	if (!inside(value, &text))
		return false;
	at = text.ptr;
	end = at + text.len;
	strbuf_grow(out, text.len);
	while (at < end) {
		const char *next = json_plain_end(at, end);
		size_t took;

		json_add_utf8(out, slice_of(at, (size_t)(next - at)));
		at = next;
		if (at == end)
			break;
		if (*at == '\\') {
			add_code_point(out, json_escape(at, end, &took));
			at += took;
		} else {
			add_code_point(out, (unsigned char)*at);
			at++;
		}
	}
	return true;
}

bool json_string_is(struct slice value, const char *str)
{
	struct strbuf text = STRBUF_INIT;
	struct slice raw;
	bool same;

	if (!inside(value, &raw))
		return false;
	if (slice_is(raw, str))
		return !memchr(raw.ptr, '\\', raw.len);
	if (!raw.len || !memchr(raw.ptr, '\\', raw.len))
		return false;
	same = json_string_add(&text, value) &&
	       slice_is(strbuf_slice(&text), str);
	strbuf_release(&text);
	return same;
}
