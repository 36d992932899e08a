#include "config.h"

#include "proto/json-strict.h"

#include <math.h>
#include <stdlib.h>

#include "proto/json-token.h"
#include "src/base/hex.h"
#include "src/base/utf8.h"
#include "src/base/xalloc.h"

/* Larger exponents make no difference, whatever digits precede them. */
#define MAX_EXPONENT (1LL << 40)

/* Whether the string contains a lone surrogate, \uD800 to \uDFFF. */
static bool has_lone_surrogate(struct slice string)
{
	const char *at = string.ptr, *end = string.ptr + string.len;

	while ((at = memchr(at, '\\', (size_t)(end - at)))) {
		int32_t code = -1;
		size_t took;

		if (end - at >= 6 && at[1] == 'u')
			code = hex_read(at + 2, 4);
		json_escape(at, end, &took);
		/* Of a pair, json_escape() consumed both. */
		if (code >= 0xd800 && code < 0xe000 && took < 12)
			return true;
		at += took;
	}
	return false;
}

/*
 * Whether the number is too large for a double; one that is too small becomes
 * 0. The point is removed, because strtod() expects that of the locale.
 */
static bool is_out_of_range(struct slice number)
{
	struct strbuf text = STRBUF_INIT;
	long long exponent = 0;
	size_t i = 0, fraction = 0;
	bool behind = false, out;

	for (; i < number.len && number.ptr[i] != 'e' && number.ptr[i] != 'E';
	     i++) {
		if (number.ptr[i] == '.') {
			behind = true;
		} else {
			strbuf_addch(&text, number.ptr[i]);
			fraction += behind;
		}
	}
	if (i < number.len) {
		char *digits = xmemdupz(number.ptr + i + 1, number.len - i - 1);

		exponent = strtoll(digits, NULL, 10);
		free(digits);
	}
	if (exponent > MAX_EXPONENT)
		exponent = MAX_EXPONENT;
	if (exponent < -MAX_EXPONENT)
		exponent = -MAX_EXPONENT;
	strbuf_addf(&text, "e%lld", exponent - (long long)fraction);
	out = isinf(strtod(text.buf, NULL));
	strbuf_release(&text);
	return out;
}

static const char *fault_of(struct slice scalar)
{
	if (scalar.ptr[0] == '"') {
		if (utf8_valid_prefix(scalar.ptr, scalar.len) != scalar.len)
			return "a text that is not UTF-8";
		if (has_lone_surrogate(scalar))
			return "half of a surrogate pair";
	} else if (strchr("-0123456789", scalar.ptr[0]) &&
		   is_out_of_range(scalar)) {
		return "a number out of range";
	}
	return NULL;
}

int json_strict_check(struct slice text, int around, struct strbuf *err)
{
	struct json_tokens tokens;
	enum json_token token;
	const char *why = NULL;

	json_tokens_init(&tokens, text);
	for (;;) {
		token = json_tokens_next(&tokens);
		if (token == JSON_TOKEN_END)
			return 0;
		if (token == JSON_TOKEN_BAD)
			break;
		if (token == JSON_TOKEN_KEY || token == JSON_TOKEN_SCALAR)
			why = fault_of(tokens.text);
		else if (tokens.depth + around > JSON_STRICT_DEPTH)
			why = "nested too deep";
		if (why)
			break;
	}
	if (why)
		strbuf_setf(err, "jp could not read it: %s", why);
	else
		strbuf_setf(err, "not JSON at byte %zu: %s",
			    (size_t)(tokens.at - text.ptr), tokens.why);
	return -1;
}
