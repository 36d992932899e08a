#include "config.h"

#include "proto/json-scan.h"

#include "proto/json-token.h"
#include "src/base/utf8.h"

static void add_code_point(struct strbuf *out, uint32_t cp)
{
	char utf8[4];

	strbuf_add(out, utf8, utf8_encode(cp ? cp : UTF8_REPLACEMENT, utf8));
}

/*
 * The text between the quotes, and how much of it is plain; false where
 * `value` is not one string.
 */
static bool inside(struct slice value, struct slice *text, size_t *plain)
{
	const char *end = json_end_of(value);
	struct slice whole;

	if (value.len < 2 || value.ptr[0] != '"')
		return false;
	*text = slice_of(value.ptr + 1, value.len - 2);
	*plain = (size_t)(json_plain_end(text->ptr, end) - text->ptr);
	/* Most strings are plain up to their quote. */
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
