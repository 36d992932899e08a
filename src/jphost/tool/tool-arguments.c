#include "config.h"

#include "src/jphost/tool/tool-arguments.h"

#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/jphost/tool/tool-schema.h"

#define MAX_DEPTH 64

static void decode_key(struct strbuf *out, struct slice key)
{
	json_string_add(out, json_quoted_key(key));
}

/* Compare decoded: many servers write non-ASCII letters as escapes. */
static bool same_key(struct slice a, struct slice b)
{
	struct strbuf one = STRBUF_INIT, other = STRBUF_INIT;
	bool same;

	if (slice_equal(a, b))
		return true;
	if (!memchr(a.ptr, '\\', a.len) && !memchr(b.ptr, '\\', b.len))
		return false;
	decode_key(&one, a);
	decode_key(&other, b);
	same = slice_equal(strbuf_slice(&one), strbuf_slice(&other));
	strbuf_release(&one);
	strbuf_release(&other);
	return same;
}

static bool find_key(struct slice object, struct slice key,
		     struct json_member *member)
{
	struct json_walk walk = json_walk_begin(object);
	struct json_member each;
	bool found = false;

	/* The last of duplicate names counts, as elsewhere. */
	while (json_walk_next(&walk, &each)) {
		if (same_key(each.key, key)) {
			*member = each;
			found = true;
		}
	}
	return found;
}

static bool has_type(struct slice parameter, const char *type)
{
	struct json_member types, member;
	struct json_walk walk;

	if (!json_find(parameter, "type", &types))
		return !strcmp(type, "string");
	if (json_string_is(types.value, type))
		return true;
	walk = json_walk_begin(types.value);
	while (json_walk_next(&walk, &member)) {
		if (json_string_is(member.value, type))
			return true;
	}
	return false;
}

static bool accepts(struct slice parameter, struct slice value)
{
	switch (json_type_of(value)) {
	case JSON_NULL:
		return has_type(parameter, "null");
	case JSON_TRUE:
	case JSON_FALSE:
		return has_type(parameter, "boolean");
	case JSON_NUMBER:
		return has_type(parameter, "number") ||
		       (has_type(parameter, "integer") &&
			!memchr(value.ptr, '.', value.len) &&
			!memchr(value.ptr, 'e', value.len) &&
			!memchr(value.ptr, 'E', value.len));
	case JSON_ARRAY:
		return has_type(parameter, "array");
	case JSON_OBJECT:
		return has_type(parameter, "object");
	default:
		return false;
	}
}

static bool is_object(struct slice value)
{
	return json_type_of(value) == JSON_OBJECT;
}

/* `added` is set where a default is added. */
static void add_object(struct strbuf *out, struct slice object,
		       struct slice parameters, int depth, bool *added);

static bool properties_of(struct slice parameter, struct slice *properties)
{
	struct json_member member;

	if (!json_find(parameter, "properties", &member) ||
	    !is_object(member.value) || member.value.len <= 2)
		return false;
	*properties = member.value;
	return true;
}

static void add_value(struct strbuf *out, struct slice value,
		      struct slice parameter, int depth, bool *added);

static void add_array(struct strbuf *out, struct slice array,
		      struct slice items, int depth, bool *added)
{
	struct json_walk walk = json_walk_begin(array);
	struct json_member member;
	const char *comma = "[";

	while (json_walk_next(&walk, &member)) {
		strbuf_addstr(out, comma);
		comma = ",";
		add_value(out, member.value, items, depth, added);
	}
	strbuf_addstr(out, *comma == '[' ? "[]" : "]");
}

/*
 * Replace a string by the JSON in it, if the parameter takes that and no
 * string. `text` holds it.
 */
static void read_string(struct slice *value, struct slice parameter,
			struct strbuf *text)
{
	struct slice read;

	if (!has_type(parameter, "string") && json_string_add(text, *value) &&
	    json_is_valid(strbuf_slice(text)) &&
	    json_type_of(strbuf_slice(text)) != JSON_STRING &&
	    json_first_value(strbuf_slice(text), &read) &&
	    accepts(parameter, read))
		*value = read;
}

static void add_value(struct strbuf *out, struct slice value,
		      struct slice parameter, int depth, bool *added)
{
	struct strbuf text = STRBUF_INIT;
	struct slice properties;
	struct json_member items;

	read_string(&value, parameter, &text);
	if (depth < MAX_DEPTH && is_object(value) &&
	    properties_of(parameter, &properties))
		add_object(out, value, properties, depth + 1, added);
	else if (depth < MAX_DEPTH && json_type_of(value) == JSON_ARRAY &&
		 value.len > 2 && json_find(parameter, "items", &items) &&
		 is_object(items.value))
		add_array(out, value, items.value, depth + 1, added);
	else
		json_write_compact(out, value);
	strbuf_release(&text);
}

static void add_key(struct strbuf *out, struct slice key, const char **comma)
{
	strbuf_addf(out, "%s\"", *comma);
	*comma = ",";
	strbuf_addslice(out, key);
	strbuf_addstr(out, "\":");
}

static void add_object(struct strbuf *out, struct slice object,
		       struct slice parameters, int depth, bool *added)
{
	struct json_walk walk = json_walk_begin(object);
	struct json_member member, parameter, value;
	const char *comma = "";

	strbuf_addch(out, '{');
	while (json_walk_next(&walk, &member)) {
		if (find_key(parameters, member.key, &parameter)) {
			/* Spelled as the tool's templates spell it. */
			add_key(out, parameter.key, &comma);
			add_value(out, member.value, parameter.value, depth,
				  added);
		} else {
			add_key(out, member.key, &comma);
			json_write_compact(out, member.value);
		}
	}
	walk = json_walk_begin(parameters);
	while (json_walk_next(&walk, &parameter)) {
		if (find_key(object, parameter.key, &member) ||
		    !json_find(parameter.value, "default", &value) ||
		    value.type == JSON_NULL)
			continue;
		add_key(out, parameter.key, &comma);
		json_write_compact(out, value.value);
		*added = true;
	}
	strbuf_addch(out, '}');
}

/* --- What is wrong with arguments --- */

static void add_to_list(struct strbuf *list, struct slice key)
{
	strbuf_addf(list, "%s\"%.*s\"", list->len ? ", " : "", (int)key.len,
		    key.ptr);
}

static int check_object(struct slice object, struct slice parameters, int depth,
			struct strbuf *err);

static int check_value(struct slice value, struct slice parameter, int depth,
		       struct strbuf *err)
{
	struct slice properties;
	struct json_member items, member;
	struct json_walk walk;

	if (depth == MAX_DEPTH)
		return 0;
	if (is_object(value) && properties_of(parameter, &properties))
		return check_object(value, properties, depth + 1, err);
	if (json_type_of(value) != JSON_ARRAY ||
	    !json_find(parameter, "items", &items) ||
	    !properties_of(items.value, &properties))
		return 0;
	walk = json_walk_begin(value);
	while (json_walk_next(&walk, &member)) {
		if (is_object(member.value) &&
		    check_object(member.value, properties, depth + 1, err))
			return -1;
	}
	return 0;
}

static int check_object(struct slice object, struct slice parameters, int depth,
			struct strbuf *err)
{
	struct strbuf missing = STRBUF_INIT, unknown = STRBUF_INIT;
	struct json_walk walk = json_walk_begin(object);
	struct json_member member, parameter, required;
	int ret = 0;

	while (json_walk_next(&walk, &member)) {
		if (!find_key(parameters, member.key, &parameter))
			add_to_list(&unknown, member.key);
	}
	walk = json_walk_begin(parameters);
	while (json_walk_next(&walk, &parameter)) {
		if (json_find(parameter.value, "required", &required) &&
		    required.type == JSON_TRUE &&
		    !find_key(object, parameter.key, &member))
			add_to_list(&missing, parameter.key);
	}
	if (missing.len || unknown.len) {
		strbuf_setf(err,
			    "Invalid arguments (missing: [%s], unknown: [%s])",
			    missing.buf, unknown.buf);
		ret = -1;
	}
	walk = json_walk_begin(parameters);
	while (!ret && json_walk_next(&walk, &parameter)) {
		if (find_key(object, parameter.key, &member))
			ret = check_value(member.value, parameter.value, depth,
					  err);
	}
	strbuf_release(&missing);
	strbuf_release(&unknown);
	return ret;
}

int tool_arguments_prepare(struct strbuf *out, struct slice arguments,
			   struct slice parameters, bool *added,
			   struct strbuf *err)
{
	struct strbuf filled = STRBUF_INIT;
	int ret = 0;

	*added = false;
	add_object(&filled, arguments, parameters, 0, added);
	ret = check_object(strbuf_slice(&filled), parameters, 0, err);
	if (ret)
		*added = false;
	else
		strbuf_addslice(out, strbuf_slice(&filled));
	strbuf_release(&filled);
	return ret;
}

static bool moves_only(const struct tool_config *tool, struct slice arguments)
{
	struct json_member action;

	return tool->stateful && json_find(arguments, "action", &action) &&
	       !json_string_is(action.value, "spawn");
}

int tool_arguments_of_call(struct strbuf *out, const struct tool_config *tool,
			   struct slice arguments, bool *added,
			   struct strbuf *err)
{
	struct strbuf parameters = STRBUF_INIT;
	int ret = 0;

	*added = false;
	tool_config_add_parameters(&parameters, tool);
	if (moves_only(tool, arguments))
		strbuf_addslice(out, arguments);
	else
		ret = tool_arguments_prepare(
			out, arguments, strbuf_slice(&parameters), added, err);
	strbuf_release(&parameters);
	return ret;
}

int tool_arguments_check_edited(const struct tool_config *tool,
				struct slice arguments, struct strbuf *err)
{
	struct strbuf parameters = STRBUF_INIT;
	int ret = 0;

	tool_config_add_parameters(&parameters, tool);
	if (!moves_only(tool, arguments))
		ret = tool_schema_check(strbuf_slice(&parameters), arguments,
					err);
	strbuf_release(&parameters);
	return ret;
}
