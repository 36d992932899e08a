#include "config.h"

#include "src/jphost/tool/tool-schema.h"

#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"

/* Values nested deeper are not checked. */
#define MAX_DEPTH 16

static int check_value(struct slice schema, const char *name,
		       const struct json_member *value, int depth,
		       struct strbuf *err);

static bool is_integer(struct slice number)
{
	int64_t ignored;

	return json_int64(number, &ignored) ||
	       (!memchr(number.ptr, '.', number.len) &&
		!memchr(number.ptr, 'e', number.len) &&
		!memchr(number.ptr, 'E', number.len));
}

static bool has_type(const struct json_member *value, struct slice type)
{
	switch (value->type) {
	case JSON_NULL:
		return json_string_is(type, "null");
	case JSON_TRUE:
	case JSON_FALSE:
		return json_string_is(type, "boolean");
	case JSON_NUMBER:
		return json_string_is(type, "number") ||
		       (json_string_is(type, "integer") &&
			is_integer(value->value));
	case JSON_STRING:
		return json_string_is(type, "string");
	case JSON_ARRAY:
		return json_string_is(type, "array");
	case JSON_OBJECT:
		return json_string_is(type, "object");
	case JSON_NONE:
		break;
	}
	return false;
}

/* `type` is a name or an array of names; anything else allows any type. */
static bool fits_type(const struct json_member *value,
		      const struct json_member *type)
{
	struct json_walk walk = json_walk_begin(type->value);
	struct json_member each;

	if (type->type == JSON_STRING)
		return has_type(value, type->value);
	if (type->type != JSON_ARRAY)
		return true;
	while (json_walk_next(&walk, &each)) {
		if (has_type(value, each.value))
			return true;
	}
	return false;
}

static bool is_one_of(struct slice value, struct slice list)
{
	struct json_walk walk = json_walk_begin(list);
	struct strbuf wanted = STRBUF_INIT, text = STRBUF_INIT;
	struct json_member each;
	bool found = false;

	json_write_compact(&wanted, value);
	while (!found && json_walk_next(&walk, &each)) {
		strbuf_reset(&text);
		json_write_compact(&text, each.value);
		found = slice_equal(strbuf_slice(&text), strbuf_slice(&wanted));
	}
	strbuf_release(&wanted);
	strbuf_release(&text);
	return found;
}

static int check_items(struct slice schema, const char *name,
		       struct slice array, int depth, struct strbuf *err)
{
	struct json_walk walk = json_walk_begin(array);
	struct json_member items, each;

	if (!json_find(schema, "items", &items) || items.type != JSON_OBJECT)
		return 0;
	while (json_walk_next(&walk, &each)) {
		if (check_value(items.value, name, &each, depth + 1, err))
			return -1;
	}
	return 0;
}

static void add_key(struct strbuf *name, const struct json_member *member)
{
	json_string_add(name, json_quoted_key(member->key));
}

/* In jp each property says whether it is required. */
static int check_required(struct slice properties, struct slice object,
			  struct strbuf *err)
{
	struct json_walk walk = json_walk_begin(properties);
	struct json_member each, member;
	bool missing = false;

	while (!missing && json_walk_next(&walk, &each)) {
		struct strbuf name = STRBUF_INIT;

		add_key(&name, &each);
		missing = json_find(each.value, "required", &member) &&
			  member.type == JSON_TRUE &&
			  !json_find(object, name.buf, &member);
		if (missing)
			strbuf_setf(err, "`%.80s` is missing", name.buf);
		strbuf_release(&name);
	}
	return missing ? -1 : 0;
}

static int check_object(struct slice properties, struct slice object, int depth,
			struct strbuf *err)
{
	struct json_walk walk = json_walk_begin(object);
	struct json_member each, property;
	int ret = check_required(properties, object, err);

	while (!ret && json_walk_next(&walk, &each)) {
		struct strbuf key = STRBUF_INIT;

		add_key(&key, &each);
		if (json_find(properties, key.buf, &property)) {
			ret = check_value(property.value, key.buf, &each,
					  depth + 1, err);
		} else {
			strbuf_setf(err, "there is no `%.80s` in it", key.buf);
			ret = -1;
		}
		strbuf_release(&key);
	}
	return ret;
}

static int check_value(struct slice schema, const char *name,
		       const struct json_member *value, int depth,
		       struct strbuf *err)
{
	struct json_member member;

	if (depth > MAX_DEPTH)
		return 0;
	if (json_find(schema, "type", &member) && !fits_type(value, &member)) {
		strbuf_setf(err, "`%.80s` is of the wrong type", name);
		return -1;
	}
	if (json_find(schema, "enum", &member) && member.type == JSON_ARRAY &&
	    !is_one_of(value->value, member.value)) {
		strbuf_setf(err, "`%.80s` is none of the values it may have",
			    name);
		return -1;
	}
	if (value->type == JSON_ARRAY)
		return check_items(schema, name, value->value, depth, err);
	if (value->type == JSON_OBJECT &&
	    json_find(schema, "properties", &member) &&
	    member.type == JSON_OBJECT)
		return check_object(member.value, value->value, depth, err);
	return 0;
}

int tool_schema_check(struct slice parameters, struct slice arguments,
		      struct strbuf *err)
{
	return check_object(parameters, arguments, 0, err);
}
