#include "config.h"

#include "src/jphost/jp/jp-agree.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/strbuf.h"

/* Arguments nested deeper are not compared; nobody reads them either. */
#define DEPTH_MAX 64
#define BYTES_MAX ((size_t)256 << 10)

static bool same(struct slice a, struct slice b, int depth);

static bool same_text(struct slice a, struct slice b)
{
	struct strbuf one = STRBUF_INIT, other = STRBUF_INIT;
	bool equal = json_string_add(&one, a) && json_string_add(&other, b) &&
		     slice_equal(strbuf_slice(&one), strbuf_slice(&other));

	strbuf_release(&one);
	strbuf_release(&other);
	return equal;
}

/* 1.0 and 1e0 are equal; two large numbers with equal doubles may differ. */
static bool same_number(struct slice a, struct slice b)
{
	char one[64], other[64];
	double x, y;

	if (slice_equal(a, b))
		return true;
	if (a.len >= sizeof(one) || b.len >= sizeof(other))
		return false;
	memcpy(one, a.ptr, a.len);
	one[a.len] = '\0';
	memcpy(other, b.ptr, b.len);
	other[b.len] = '\0';
	x = strtod(one, NULL);
	y = strtod(other, NULL);
	return x == y && x < 9e15 && x > -9e15;
}

static bool is_empty(struct json_member member)
{
	struct json_walk walk;

	if (member.type == JSON_NULL)
		return true;
	if (member.type != JSON_OBJECT && member.type != JSON_ARRAY)
		return false;
	walk = json_walk_begin(member.value);
	return !json_walk_next(&walk, &member);
}

/* Find the last member of that name in any spelling, as jp does. */
static bool find(struct slice object, struct slice quoted_key,
		 struct json_member *found)
{
	struct json_walk walk = json_walk_begin(object);
	struct json_member each;
	bool there = false;

	while (walk.object && json_walk_next(&walk, &each)) {
		if (!same_text(json_quoted_key(each.key), quoted_key))
			continue;
		*found = each;
		there = true;
	}
	return there;
}

/* Whether `b` has all members of `a`, except empty values at the top level. */
static bool covers(struct slice b, struct slice a, int depth, bool top)
{
	struct json_walk walk = json_walk_begin(a);
	struct json_member member, last, other;

	while (json_walk_next(&walk, &member)) {
		struct slice key = json_quoted_key(member.key);

		if (!find(a, key, &last))
			return false;
		if (top && is_empty(last))
			continue;
		if (!find(b, key, &other) ||
		    !same(last.value, other.value, depth + 1))
			return false;
	}
	return true;
}

static bool same_items(struct slice a, struct slice b, int depth)
{
	struct json_walk one = json_walk_begin(a), other = json_walk_begin(b);
	struct json_member x, y;
	bool more_x, more_y;

	do {
		more_x = json_walk_next(&one, &x);
		more_y = json_walk_next(&other, &y);
		if (more_x && more_y && !same(x.value, y.value, depth + 1))
			return false;
	} while (more_x && more_y);
	return more_x == more_y;
}

static bool same(struct slice a, struct slice b, int depth)
{
	enum json_type type = json_type_of(a);

	if (type != json_type_of(b) || depth > DEPTH_MAX)
		return false;
	switch (type) {
	case JSON_STRING:
		return same_text(a, b);
	case JSON_NUMBER:
		return same_number(a, b);
	case JSON_OBJECT:
		return covers(a, b, depth, false) && covers(b, a, depth, false);
	case JSON_ARRAY:
		return same_items(a, b, depth);
	default:
		return true;
	}
}

/* --- What jp printed --- */

static bool is_json(struct slice text, struct slice arguments)
{
	struct slice shown;

	if (!json_first_value(text, &shown) ||
	    json_type_of(shown) != JSON_OBJECT || shown.ptr != text.ptr ||
	    !covers(shown, arguments, 0, true) ||
	    !covers(arguments, shown, 0, false))
		return false;
	text = slice_skip(text, shown.len);
	return slice_cut_start(&text, "\n```");
}

/* Parse "key: value, key: value)" as an object. */
static bool is_function_call(struct slice text, struct slice arguments)
{
	struct strbuf object = STRBUF_INIT;
	bool agrees = false;

	strbuf_addch(&object, '{');
	for (;;) {
		const char *end =
			text.len ? memmem(text.ptr, text.len, ": ", 2) : NULL;
		struct slice key, value;

		if (!end)
			break;
		key = slice_of(text.ptr, (size_t)(end - text.ptr));
		text = slice_skip(text, key.len + 2);
		if (memchr(key.ptr, '"', key.len) ||
		    memchr(key.ptr, '\\', key.len) ||
		    !json_first_value(text, &value) || value.ptr != text.ptr)
			break;
		strbuf_addf(&object, "\"%.*s\":", (int)key.len, key.ptr);
		strbuf_addslice(&object, value);
		text = slice_skip(text, value.len);
		if (slice_cut_start(&text, ", ")) {
			strbuf_addch(&object, ',');
			continue;
		}
		strbuf_addch(&object, '}');
		agrees = slice_cut_start(&text, ")") &&
			 json_is_valid(strbuf_slice(&object)) &&
			 covers(strbuf_slice(&object), arguments, 0, true) &&
			 covers(arguments, strbuf_slice(&object), 0, false);
		break;
	}
	strbuf_release(&object);
	return agrees;
}

/* Skip to the arguments of the last "Calling tool NAME" with just that name. */
static bool find_call(struct slice *printed, const char *name)
{
	struct strbuf head = STRBUF_INIT;
	const char *found = NULL, *at;
	struct slice rest = *printed;

	strbuf_addf(&head, "Calling tool %s", name);
	while (rest.len &&
	       (at = memmem(rest.ptr, rest.len, head.buf, head.len))) {
		rest = slice_skip(rest, (size_t)(at - rest.ptr) + head.len);
		if (rest.len && strchr("( \n", rest.ptr[0]))
			found = rest.ptr;
	}
	if (found)
		*printed = slice_skip(*printed, (size_t)(found - printed->ptr));
	strbuf_release(&head);
	return found;
}

bool jp_agree(struct slice printed, const char *name, struct slice arguments)
{
	if (!*name || arguments.len > BYTES_MAX ||
	    json_type_of(arguments) != JSON_OBJECT ||
	    !find_call(&printed, name))
		return false;
	if (slice_cut_start(&printed, " with arguments:\n\n```json\n"))
		return is_json(printed, arguments);
	if (slice_cut_start(&printed, "("))
		return is_function_call(printed, arguments);
	return slice_cut_start(&printed, "\n") &&
	       covers(SLICE("{}"), arguments, 0, true);
}
