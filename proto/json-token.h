#ifndef JPD_PROTO_JSON_TOKEN_H
#define JPD_PROTO_JSON_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * The strict reader of JSON's grammar (RFC 8259) that json_check() and the
 * writers use. Private to proto/.
 */

/* Nesting accepted: cJSON and serde have similar limits. */
#define JSON_MAX_DEPTH 1000

static inline bool json_is_space(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* One past the last byte; adding to a NULL is undefined. */
static inline const char *json_end_of(struct slice text)
{
	return text.len ? text.ptr + text.len : text.ptr;
}

static inline const char *json_skip_space(const char *at, const char *end)
{
	while (at < end && json_is_space(*at))
		at++;
	return at;
}

#define JSON_EACH_BYTE(value) (UINT64_C(0x0101010101010101) * (value))

/* The high bit of each byte below `n` (at most 0x80), maybe of others above. */
static inline uint64_t json_bytes_below(uint64_t word, unsigned char n)
{
	return (word - JSON_EACH_BYTE(n)) & ~word & JSON_EACH_BYTE(0x80);
}

/* Skip bytes that need no escape: anything but '"', '\' and controls. */
static inline const char *json_plain_end(const char *at, const char *end)
{
	while (end - at >= 8) {
		uint64_t word, special;

		memcpy(&word, at, 8);
		special = json_bytes_below(word, 0x20) |
			  json_bytes_below(word ^ JSON_EACH_BYTE('"'), 1) |
			  json_bytes_below(word ^ JSON_EACH_BYTE('\\'), 1);
		if (special) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
			/* The lowest bit is right; higher ones may not be. */
			return at + __builtin_ctzll(special) / 8;
#else
			break;
#endif
		}
		at += 8;
	}
	while (at < end && (unsigned char)*at >= 0x20 && *at != '"' &&
	       *at != '\\')
		at++;
	return at;
}

/*
 * The end of the string, number or literal that starts at `at`; NULL if it is
 * malformed, with the reason in `*why` and the place in `*bad`.
 */
const char *json_string_rest(const char *at, const char *end, const char **bad,
			     const char **why);
static inline const char *json_string_end(const char *at, const char *end,
					  const char **bad, const char **why)
{
	at = json_plain_end(at + 1, end);
	if (at < end && *at == '"')
		return at + 1;
	return json_string_rest(at, end, bad, why);
}
const char *json_number_end(const char *at, const char *end);
const char *json_literal_end(const char *at, const char *end);

/*
 * The code point of the escape at `at` (its backslash), and how many bytes it
 * has: a surrogate pair is one escape. A lone surrogate and an escape that JSON
 * does not have give U+FFFD.
 */
uint32_t json_escape(const char *at, const char *end, size_t *took);

/* Append `text`, with U+FFFD for what is not UTF-8. */
void json_add_utf8(struct strbuf *out, struct slice text);

/*
 * As json_write_compact(), but false, and nothing appended, if `json` is not
 * exactly one JSON value.
 */
bool json_add_compact(struct strbuf *out, struct slice json);

enum json_token {
	JSON_TOKEN_END, /* the one value is complete */
	JSON_TOKEN_KEY, /* `text` is the string; the colon was consumed */
	JSON_TOKEN_SCALAR,
	JSON_TOKEN_OPEN,
	JSON_TOKEN_CLOSE,
	JSON_TOKEN_BAD,
};

struct json_tokens {
	const char *at, *end;
	struct slice text; /* of the token */
	const char *why;   /* BAD: what is wrong at `at` */
	int depth;         /* containers open after the token */
	bool first;        /* a KEY or a value: no comma precedes it */
	bool in_object;    /* the token is; a value follows a KEY */
	int want;
	uint64_t objects[JSON_MAX_DEPTH / 64 + 1]; /* one bit per level */
};

void json_tokens_init(struct json_tokens *tokens, struct slice text);
enum json_token json_tokens_next(struct json_tokens *tokens);

#endif
