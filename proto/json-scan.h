#ifndef JPD_PROTO_JSON_SCAN_H
#define JPD_PROTO_JSON_SCAN_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Reads JSON text without building a tree or changing a byte, for what cJSON
 * cannot give: the exact text of tool arguments, and an event's type and id at
 * the speed of a scan. Every function accepts any bytes: malformed text ends
 * the walk, and nothing outside the slice is read.
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

/* An object's raw key with the quotes that surround it in the text. */
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

/* Start a walk. A value that is not an object or array has no members. */
struct json_walk json_walk_begin(struct slice value);
/* The next member; false at the end or if the text is malformed. */
bool json_walk_next(struct json_walk *walk, struct json_member *member);

/*
 * The last member named `key` (jp's reader takes the last of duplicates);
 * `member->type` is JSON_NONE if there is none. `key` is compared with the raw
 * key, so only keys without escapes are found.
 */
bool json_find(struct slice object, const char *key,
	       struct json_member *member);
/*
 * Append the text of such a member. False, and nothing is appended, if there is
 * none or it is not a string.
 */
bool json_find_text(struct slice object, const char *key, struct strbuf *out);
/* The same along a path: json_find_path(v, &m, "a", "b", NULL). */
bool json_find_path(struct slice object, struct json_member *member, ...)
	__attribute__((sentinel));

enum json_type json_type_of(struct slice value);

/*
 * The exact text of the value at the start of `text` (after white space). False
 * if there is none or if it does not end within `text`.
 */
bool json_first_value(struct slice text, struct slice *value);

/*
 * Append the text of a raw string (with its quotes) as UTF-8. \u0000, lone
 * surrogates and bytes that are not UTF-8 become U+FFFD. False, and nothing
 * appended, if `value` is not a string.
 */
bool json_string_add(struct strbuf *out, struct slice value);
/*
 * The same, to be shown and not to be taken for UTF-8: different strings give
 * different bytes. A NUL and bytes that are not UTF-8 stay, and a lone
 * surrogate becomes the three bytes that UTF-8 would have for it.
 */
bool json_bytes_add(struct strbuf *out, struct slice value);
/*
 * The same for an id: different ids must stay different. \u0000, a lone
 * surrogate or a byte that is not UTF-8 becomes JSON_ID_ESCAPE, a noncharacter,
 * followed by which one it was; json_write_id() converts it back.
 */
#define JSON_ID_ESCAPE "\xef\xb7\x90" /* U+FDD0; itself with a '=' after it */
bool json_id_add(struct strbuf *out, struct slice value);
/* Append any value as text: a string's text, otherwise the compact JSON. */
void json_text_add(struct strbuf *out, struct slice value);
/* Whether the string's text is exactly `str`. */
bool json_string_is(struct slice value, const char *str);
/* The number; false if it is not one, has a fraction or does not fit. */
bool json_int64(struct slice value, int64_t *number);

/*
 * Check that `text` is exactly one JSON value by RFC 8259, nested at most 1000
 * deep. 0, or -1 with a sentence in `err` and, unless `at` is NULL, the byte
 * offset of the error.
 */
int json_check(struct slice text, size_t *at, struct strbuf *err);
/* The same without the reason. */
bool json_is_valid(struct slice text);

#endif
