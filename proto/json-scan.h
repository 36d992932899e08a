#ifndef JPD_PROTO_JSON_SCAN_H
#define JPD_PROTO_JSON_SCAN_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Reads JSON text without building a tree and without changing a byte, for
 * what cJSON cannot give: the exact text of tool arguments, and an event's
 * type and id at the speed of a scan. Every function takes any bytes: what
 * is not JSON ends the walk, it never reads outside.
 */
enum json_type {
	JSON_NONE, /* no value here */
	JSON_NULL,
	JSON_FALSE,
	JSON_TRUE,
	JSON_NUMBER,
	JSON_STRING,
	JSON_ARRAY,
	JSON_OBJECT,
};

struct json_member {
	struct slice key;   /* raw, without the quotes; empty in an array */
	struct slice value; /* raw, with its quotes or brackets */
	enum json_type type;
};

/* An object's raw key with the quotes, which stand around it in the text. */
static inline struct slice json_quoted_key(struct slice key)
{
	return slice_of(key.ptr - 1, key.len + 2);
}

/* A walk over the members of one object or array. */
struct json_walk {
	const char *at, *end;
	bool object;
	bool failed; /* the text is not well formed here */
};

/* Start a walk. A value that is neither object nor array has no members. */
struct json_walk json_walk_begin(struct slice value);
/* The next member; false at the end or where the text is broken. */
bool json_walk_next(struct json_walk *walk, struct json_member *member);

/*
 * The last member named `key` (jp's reader takes the last of duplicates);
 * `member->type` is JSON_NONE where there is none. `key` is compared with
 * the raw key, so only keys without escapes are found.
 */
bool json_find(struct slice object, const char *key,
	       struct json_member *member);
/* The same along a path: json_find_path(v, &m, "a", "b", NULL). */
bool json_find_path(struct slice object, struct json_member *member, ...)
	__attribute__((sentinel));

enum json_type json_type_of(struct slice value);

/*
 * The one value at the start of `text` (after white space): its exact text.
 * False where there is none or it does not end within `text`.
 */
bool json_first_value(struct slice text, struct slice *value);

/*
 * Append a raw string's (quotes included) text as UTF-8. \u0000 and lone
 * surrogates become U+FFFD, as do bytes that are not UTF-8. False, and
 * nothing appended, where `value` is no string.
 */
bool json_string_add(struct strbuf *out, struct slice value);
/*
 * Likewise, but of an id: two that are not the same stay two. Where \u0000, a
 * lone surrogate or a byte that is no UTF-8 stood, JSON_ID_ESCAPE stands, a
 * character that is none, and behind it which; json_write_id() writes it back.
 */
#define JSON_ID_ESCAPE "\xef\xb7\x90" /* U+FDD0; itself with a '=' behind it */
bool json_id_add(struct strbuf *out, struct slice value);
/* Append any value as a text: a string's own, else the value's compact JSON. */
void json_text_add(struct strbuf *out, struct slice value);
/* Whether the string's text is exactly `str`. */
bool json_string_is(struct slice value, const char *str);
/* As a number; false where it is none, or has a fraction or no room. */
bool json_int64(struct slice value, int64_t *number);

/*
 * Check that `text` is exactly one JSON value, as RFC 8259 has it, nested at
 * most 1000 deep. 0, or -1 with a sentence in `err` and, where `at` is not
 * NULL, the byte offset at which it went wrong.
 */
int json_check(struct slice text, size_t *at, struct strbuf *err);
/* The same where nobody asks why not. */
bool json_is_valid(struct slice text);

#endif
