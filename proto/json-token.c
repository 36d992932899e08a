#include "config.h"

#include "proto/json-token.h"

#include "src/base/hex.h"
#include "src/base/utf8.h"

enum {
	WANT_VALUE,
	WANT_FIRST_VALUE, /* or ']' */
	WANT_KEY,
	WANT_FIRST_KEY, /* or '}' */
	WANT_COMMA,     /* or the end of the container */
	WANT_NOTHING,
};

/* The end of the escape at `at`, or NULL. */
static const char *escape_end(const char *at, const char *end)
{
	if (end - at < 2)
		return NULL;
	switch (at[1]) {
	case '"':
	case '\\':
	case '/':
	case 'b':
	case 'f':
	case 'n':
	case 'r':
	case 't':
		return at + 2;
	case 'u':
		return end - at >= 6 && hex_read(at + 2, 4) >= 0 ? at + 6
								 : NULL;
	default:
		return NULL;
	}
}

const char *json_string_rest(const char *at, const char *end, const char **bad,
			     const char **why)
{
	for (;;) {
		const char *next;

		at = json_plain_end(at, end);
		*bad = at;
		if (at == end) {
			*why = "a string does not end";
			return NULL;
		}
		if (*at == '"')
			return at + 1;
		if (*at != '\\') {
			*why = "a control character in a string";
			return NULL;
		}
		next = escape_end(at, end);
		if (!next) {
			*why = "an escape that JSON does not have";
			return NULL;
		}
		at = next;
	}
}

static const char *digits_end(const char *at, const char *end)
{
	while (at < end && *at >= '0' && *at <= '9')
		at++;
	return at;
}

const char *json_number_end(const char *at, const char *end)
{
	const char *from;

	if (at < end && *at == '-')
		at++;
	from = at;
	at = digits_end(at, end);
	if (at == from || (*from == '0' && at > from + 1))
		return NULL;
	if (at < end && *at == '.') {
		from = at + 1;
		at = digits_end(from, end);
		if (at == from)
			return NULL;
	}
	if (at < end && (*at == 'e' || *at == 'E')) {
		from = at + 1;
		if (from < end && (*from == '+' || *from == '-'))
			from++;
		at = digits_end(from, end);
		if (at == from)
			return NULL;
	}
	return at;
}

const char *json_literal_end(const char *at, const char *end)
{
	static const struct slice literals[] = { { "true", 4 },
						 { "false", 5 },
						 { "null", 4 } };
	struct slice rest = slice_of(at, (size_t)(end - at));

	for (size_t i = 0; i < 3; i++) {
		if (slice_starts_with(rest, literals[i]))
			return at + literals[i].len;
	}
	return NULL;
}

uint32_t json_escape(const char *at, const char *end, size_t *took)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	const char *next = escape_end(at, end), *known;
	int32_t unit, low;

	if (!next) {
		*took = 1;
		return UTF8_REPLACEMENT;
	}
	*took = (size_t)(next - at);
	if (at[1] != 'u') {
		known = strchr(from, at[1]);
		return (uint32_t)to[known - from];
	}
	unit = hex_read(at + 2, 4);
	if (unit < 0xd800 || unit > 0xdfff)
		return (uint32_t)unit;
	if (unit > 0xdbff || end - next < 6 || next[0] != '\\' ||
	    next[1] != 'u')
		return UTF8_REPLACEMENT;
	low = hex_read(next + 2, 4);
	if (low < 0xdc00 || low > 0xdfff)
		return UTF8_REPLACEMENT;
	*took = 12;
	return 0x10000 + ((uint32_t)(unit - 0xd800) << 10) +
	       (uint32_t)(low - 0xdc00);
}

static bool is_ascii(struct slice text)
{
	uint64_t all = 0, word;
	size_t i = 0;

	for (; text.len - i >= sizeof(word); i += sizeof(word)) {
		memcpy(&word, text.ptr + i, sizeof(word));
		all |= word;
	}
	for (; i < text.len; i++)
		all |= (unsigned char)text.ptr[i];
	return !(all & JSON_EACH_BYTE(0x80));
}

void json_add_utf8(struct strbuf *out, struct slice text)
{
	/* Short pieces are frequent: avoid a call for each of their bytes. */
	if (text.len < 64 && is_ascii(text)) {
		strbuf_add(out, text.ptr, text.len);
		return;
	}
	while (text.len) {
		size_t valid = utf8_valid_prefix(text.ptr, text.len);

		strbuf_add(out, text.ptr, valid);
		text = slice_skip(text, valid);
		if (!text.len)
			break;
		strbuf_add(out, "\xef\xbf\xbd", 3);
		text = slice_skip(text, 1);
	}
}

void json_tokens_init(struct json_tokens *t, struct slice text)
{
	/* `objects` needs no init: bits are written before they are read. */
	t->at = text.ptr;
	t->end = json_end_of(text);
	t->text = slice_of(text.ptr, 0);
	t->why = NULL;
	t->depth = 0;
	t->first = true;
	t->in_object = false;
	t->want = WANT_VALUE;
}

static enum json_token fail(struct json_tokens *t, const char *why)
{
	t->why = why;
	return JSON_TOKEN_BAD;
}

static bool level_is_object(const struct json_tokens *t, int level)
{
	return t->objects[level / 64] >> level % 64 & 1;
}

static void value_done(struct json_tokens *t)
{
	t->want = t->depth ? WANT_COMMA : WANT_NOTHING;
}

static enum json_token take_open(struct json_tokens *t)
{
	bool object = *t->at == '{';
	uint64_t bit = UINT64_C(1) << t->depth % 64;

	if (t->depth == JSON_MAX_DEPTH)
		return fail(t, "nested too deep");
	if (object)
		t->objects[t->depth / 64] |= bit;
	else
		t->objects[t->depth / 64] &= ~bit;
	t->text = slice_of(t->at, 1);
	t->at++;
	t->depth++;
	t->want = object ? WANT_FIRST_KEY : WANT_FIRST_VALUE;
	return JSON_TOKEN_OPEN;
}

static enum json_token take_close(struct json_tokens *t)
{
	t->text = slice_of(t->at, 1);
	t->at++;
	t->depth--;
	t->in_object = t->depth && level_is_object(t, t->depth - 1);
	value_done(t);
	return JSON_TOKEN_CLOSE;
}

static enum json_token take_scalar(struct json_tokens *t)
{
	const char *start = t->at, *bad = start, *why = "no JSON value", *next;

	if (*start == '"')
		next = json_string_end(start, t->end, &bad, &why);
	else if (*start == '-' || (*start >= '0' && *start <= '9'))
		next = json_number_end(start, t->end);
	else
		next = json_literal_end(start, t->end);
	if (!next && strchr("-.0123456789", *start) && *start)
		why = "a number that JSON does not have";
	if (!next) {
		t->at = bad;
		return fail(t, why);
	}
	t->text = slice_of(start, (size_t)(next - start));
	t->at = next;
	value_done(t);
	return JSON_TOKEN_SCALAR;
}

static enum json_token take_key(struct json_tokens *t)
{
	const char *start = t->at, *bad, *why, *next;

	if (*start != '"')
		return fail(t, "a member's name is missing");
	next = json_string_end(start, t->end, &bad, &why);
	if (!next) {
		t->at = bad;
		return fail(t, why);
	}
	t->text = slice_of(start, (size_t)(next - start));
	t->at = json_skip_space(next, t->end);
	if (t->at == t->end || *t->at != ':')
		return fail(t, "a colon is missing");
	t->at++;
	t->want = WANT_VALUE;
	return JSON_TOKEN_KEY;
}

enum json_token json_tokens_next(struct json_tokens *t)
{
	char closer;

	t->at = json_skip_space(t->at, t->end);
	if (t->want == WANT_NOTHING)
		return t->at == t->end
			       ? JSON_TOKEN_END
			       : fail(t, "unexpected text after the value");
	if (t->at == t->end)
		return fail(t, "it ends too early");
	t->in_object = t->depth && level_is_object(t, t->depth - 1);
	closer = t->in_object ? '}' : ']';
	t->first = t->want == WANT_FIRST_KEY || t->want == WANT_FIRST_VALUE ||
		   !t->depth;
	if (t->want == WANT_COMMA) {
		if (*t->at == closer)
			return take_close(t);
		if (*t->at != ',')
			return fail(t, "a comma is missing");
		t->at = json_skip_space(t->at + 1, t->end);
		if (t->at == t->end)
			return fail(t, "it ends too early");
		t->want = t->in_object ? WANT_KEY : WANT_VALUE;
	} else if (t->first && t->depth && *t->at == closer) {
		return take_close(t);
	}
	if (t->want == WANT_KEY || t->want == WANT_FIRST_KEY)
		return take_key(t);
	if (*t->at == '{' || *t->at == '[')
		return take_open(t);
	return take_scalar(t);
}
