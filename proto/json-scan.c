#include "config.h"

#include "proto/json-scan.h"

#include <stdarg.h>

#include "proto/json-token.h"
#include "proto/json-write.h"

#define SHORT_WORDS 4 /* of eight bytes */

/*
 * The next quote, or NULL. Names and ids are short: for those a call costs more
 * than checking each word.
 */
static const char *find_quote(const char *at, const char *end)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	for (int i = 0; i < SHORT_WORDS && end - at >= 8; i++, at += 8) {
		uint64_t word, quotes;

		memcpy(&word, at, 8);
		quotes = json_bytes_below(word ^ JSON_EACH_BYTE('"'), 1);
		if (quotes)
			return at + __builtin_ctzll(quotes) / 8;
	}
#endif
	return memchr(at, '"', (size_t)(end - at));
}

/* The end of the string that starts at `at`, or NULL. Content is not read. */
static const char *skip_string(const char *at, const char *end)
{
	const char *from = at + 1, *quote = from;

	while ((quote = find_quote(quote, end))) {
		const char *slash = quote;

		while (slash > from && slash[-1] == '\\')
			slash--;
		if ((quote - slash) % 2 == 0)
			return quote + 1;
		quote++;
		from = quote;
	}
	return NULL;
}

/* The end of the container that starts at `at`, or NULL. */
static const char *skip_container(const char *at, const char *end)
{
	size_t depth = 0;

	while (at < end) {
		switch (*at) {
		case '"':
			at = skip_string(at, end);
			if (!at)
				return NULL;
			break;
		case '{':
		case '[':
			depth++;
			at++;
			break;
		case '}':
		case ']':
			at++;
			if (!--depth)
				return at;
			break;
		default:
			at++;
		}
	}
	return NULL;
}

static enum json_type type_at(const char *at, const char *end)
{
	if (at == end)
		return JSON_NONE;
	switch (*at) {
	case '"':
		return JSON_STRING;
	case '{':
		return JSON_OBJECT;
	case '[':
		return JSON_ARRAY;
	case 't':
		return json_literal_end(at, end) ? JSON_TRUE : JSON_NONE;
	case 'f':
		return json_literal_end(at, end) ? JSON_FALSE : JSON_NONE;
	case 'n':
		return json_literal_end(at, end) ? JSON_NULL : JSON_NONE;
	default:
		return *at == '-' || (*at >= '0' && *at <= '9') ? JSON_NUMBER
								: JSON_NONE;
	}
}

/* The end of the value of type `type` that starts at `at`, or NULL. */
static const char *skip_value(const char *at, const char *end,
			      enum json_type type)
{
	switch (type) {
	case JSON_NONE:
		return NULL;
	case JSON_STRING:
		return skip_string(at, end);
	case JSON_OBJECT:
	case JSON_ARRAY:
		return skip_container(at, end);
	case JSON_NUMBER:
		return json_number_end(at, end);
	default:
		return json_literal_end(at, end);
	}
}

struct json_walk json_walk_begin(struct slice value)
{
	struct json_walk walk = { .at = value.ptr };

	walk.end = json_end_of(value);
	walk.at = json_skip_space(walk.at, walk.end);
	if (walk.at < walk.end && (*walk.at == '{' || *walk.at == '[')) {
		walk.object = *walk.at == '{';
		walk.at = json_skip_space(walk.at + 1, walk.end);
		walk.failed = walk.at == walk.end;
		return walk;
	}
	walk.at = walk.end;
	return walk;
}

static bool fail(struct json_walk *walk)
{
	walk->failed = true;
	walk->at = walk->end;
	return false;
}

/* Consume the key and its colon; `walk->at` is then at the value. */
static bool take_key(struct json_walk *walk, struct slice *key)
{
	const char *start = walk->at, *next;

	if (*start != '"')
		return false;
	next = skip_string(start, walk->end);
	if (!next)
		return false;
	*key = slice_of(start + 1, (size_t)(next - start) - 2);
	next = json_skip_space(next, walk->end);
	if (next == walk->end || *next != ':')
		return false;
	walk->at = json_skip_space(next + 1, walk->end);
	return true;
}

/*
 * Move over the comma to the next member, or stop at the closer. A closer right
 * after a comma is an error.
 */
static void to_next(struct json_walk *walk)
{
	const char *at = json_skip_space(walk->at, walk->end);

	walk->at = at;
	if (at < walk->end && *at == ',') {
		walk->at = json_skip_space(at + 1, walk->end);
		if (walk->at < walk->end && *walk->at != ']' &&
		    *walk->at != '}')
			return;
	} else if (at < walk->end && *at == (walk->object ? '}' : ']')) {
		return;
	}
	fail(walk);
}

bool json_walk_next(struct json_walk *walk, struct json_member *member)
{
	const char *next;

	if (walk->at == walk->end)
		return false;
	if (*walk->at == (walk->object ? '}' : ']')) {
		next = json_skip_space(walk->at + 1, walk->end);
		if (next != walk->end)
			return fail(walk);
		walk->at = walk->end;
		return false;
	}
	member->key = slice_of(walk->at, 0);
	if (walk->object && !take_key(walk, &member->key))
		return fail(walk);
	member->type = type_at(walk->at, walk->end);
	next = skip_value(walk->at, walk->end, member->type);
	if (!next)
		return fail(walk);
	member->value = slice_of(walk->at, (size_t)(next - walk->at));
	walk->at = next;
	to_next(walk);
	return true;
}

bool json_find(struct slice object, const char *key, struct json_member *member)
{
	struct json_walk walk = json_walk_begin(object);
	struct slice wanted = slice_str(key);
	struct json_member each;

	*member = (struct json_member){ .type = JSON_NONE };
	if (!walk.object)
		return false;
	while (json_walk_next(&walk, &each)) {
		if (slice_equal(each.key, wanted))
			*member = each;
	}
	return member->type != JSON_NONE;
}

bool json_find_text(struct slice object, const char *key, struct strbuf *out)
{
	struct json_member member;

	return json_find(object, key, &member) &&
	       json_string_add(out, member.value);
}

bool json_find_path(struct slice object, struct json_member *member, ...)
{
	const char *key;
	bool found = false;
	va_list keys;

	*member = (struct json_member){ .value = object };
	va_start(keys, member);
	while ((key = va_arg(keys, const char *))) {
		found = json_find(member->value, key, member);
		if (!found)
			break;
	}
	va_end(keys);
	return found;
}

enum json_type json_type_of(struct slice value)
{
	const char *end = json_end_of(value);

	return type_at(json_skip_space(value.ptr, end), end);
}

bool json_first_value(struct slice text, struct slice *value)
{
	const char *end = json_end_of(text);
	const char *at = json_skip_space(text.ptr, end);
	const char *next = skip_value(at, end, type_at(at, end));

	if (!next)
		return false;
	*value = slice_of(at, (size_t)(next - at));
	return true;
}

bool json_int64(struct slice value, int64_t *number)
{
	const char *at = value.ptr, *end = json_end_of(value);
	bool negative;
	int64_t sum = 0;

	if (!value.len || json_number_end(at, end) != end)
		return false;
	negative = *at == '-';
	for (at += negative; at < end; at++) {
		int digit = *at - '0';

		/* Summed as a negative number, whose range is larger by one. */
		if (digit < 0 || digit > 9 || sum < (INT64_MIN + digit) / 10)
			return false;
		sum = sum * 10 - digit;
	}
	if (!negative && sum == INT64_MIN)
		return false;
	*number = negative ? sum : -sum;
	return true;
}

void json_text_add(struct strbuf *out, struct slice value)
{
	if (!json_string_add(out, value))
		json_write_compact(out, value);
}

int json_check(struct slice text, size_t *at, struct strbuf *err)
{
	struct json_tokens tokens;
	enum json_token token;

	json_tokens_init(&tokens, text);
	do {
		token = json_tokens_next(&tokens);
	} while (token != JSON_TOKEN_END && token != JSON_TOKEN_BAD);
	if (token == JSON_TOKEN_END)
		return 0;
	if (at)
		*at = (size_t)(tokens.at - text.ptr);
	strbuf_setf(err, "not JSON at byte %zu: %s",
		    (size_t)(tokens.at - text.ptr), tokens.why);
	return -1;
}

bool json_is_valid(struct slice text)
{
	struct strbuf ignored = STRBUF_INIT;
	bool valid = !json_check(text, NULL, &ignored);

	strbuf_release(&ignored);
	return valid;
}
