#include "config.h"

#include "src/jphost/tool/tool-template.h"

#include <ctype.h>
#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"

int tool_template_next(struct slice *rest, struct slice *before,
		       struct slice *inside, struct strbuf *err)
{
	static const char *const ends[] = { "}}", "%}", "#}" };
	const char *at = rest->ptr, *end = rest->ptr + rest->len, *close;
	const char *kind;

	for (;; at++) {
		at = end - at >= 2 ? memchr(at, '{', (size_t)(end - at) - 1)
				   : NULL;
		if (!at) {
			*before = *rest;
			*rest = slice_of(end, 0);
			return 0;
		}
		if (strchr("{%#", at[1]))
			break;
	}
	kind = ends[at[1] == '{' ? 0 : at[1] == '%' ? 1 : 2];
	close = memmem(at + 2, (size_t)(end - at) - 2, kind, 2);
	if (at[1] == '%' || !close) {
		strbuf_setf(err, "the template '%.*s' is not understood",
			    (int)(end - at < 60 ? end - at : 60), at);
		return -1;
	}
	*before = slice_of(rest->ptr, (size_t)(at - rest->ptr));
	/* A comment stands for nothing. */
	*inside = at[1] == '#' ? slice_of(NULL, 0)
			       : slice_of(at + 2, (size_t)(close - at) - 2);
	*rest = slice_of(close + 2, (size_t)(end - close) - 2);
	return 1;
}

/* --- One expression --- */

struct expression {
	struct slice all, at;
	struct strbuf *err;
};

static int refuse(struct expression *it, const char *why)
{
	strbuf_setf(it->err, "the template '{{%.*s}}' %s", (int)it->all.len,
		    it->all.ptr, why);
	return -1;
}

static bool take(struct expression *it, char c)
{
	it->at = slice_skip_space(it->at);
	if (!it->at.len || *it->at.ptr != c)
		return false;
	it->at = slice_skip(it->at, 1);
	return true;
}

static bool take_name(struct expression *it, struct strbuf *name)
{
	strbuf_reset(name);
	it->at = slice_skip_space(it->at);
	while (it->at.len &&
	       (isalnum((unsigned char)*it->at.ptr) || *it->at.ptr == '_')) {
		strbuf_addch(name, *it->at.ptr);
		it->at = slice_skip(it->at, 1);
	}
	return name->len > 0;
}

static bool take_quoted(struct expression *it, struct strbuf *text)
{
	char quote;

	strbuf_reset(text);
	it->at = slice_skip_space(it->at);
	if (!it->at.len || !strchr("\"'", *it->at.ptr))
		return false;
	quote = *it->at.ptr;
	for (it->at = slice_skip(it->at, 1); it->at.len;
	     it->at = slice_skip(it->at, 1)) {
		if (*it->at.ptr == quote) {
			it->at = slice_skip(it->at, 1);
			return true;
		}
		if (*it->at.ptr == '\\')
			return false;
		strbuf_addch(text, *it->at.ptr);
	}
	return false;
}

static bool find_element(struct slice array, const char *number,
			 struct json_member *member)
{
	struct json_walk walk = json_walk_begin(array);
	long left = 0;

	for (const char *c = number; *c; c++) {
		if (!isdigit((unsigned char)*c) || left > 1000000)
			return false;
		left = left * 10 + (*c - '0');
	}
	while (json_walk_next(&walk, member)) {
		if (!left--)
			return true;
	}
	return false;
}

static void step(struct json_member *value, const char *key)
{
	struct json_member member = { .type = JSON_NONE };
	bool found = value->type == JSON_ARRAY
			     ? find_element(value->value, key, &member)
			     : json_find(value->value, key, &member);

	*value = found ? member : (struct json_member){ .type = JSON_NONE };
}

static int read_path(struct expression *it, struct slice values,
		     struct json_member *value, bool *is_answer)
{
	struct strbuf name = STRBUF_INIT;
	int steps = 0, ret = 0;
	bool of_tool;

	*value = (struct json_member){ .value = values, .type = JSON_OBJECT };
	if (!take_name(it, &name))
		ret = refuse(it, "is not understood");
	else
		step(value, name.buf);
	of_tool = !strcmp(name.buf, "tool");
	while (!ret) {
		if (take(it, '.')) {
			if (!take_name(it, &name))
				ret = refuse(it, "is not understood");
		} else if (take(it, '[')) {
			if ((!take_quoted(it, &name) &&
			     !take_name(it, &name)) ||
			    !take(it, ']'))
				ret = refuse(it, "is not understood");
		} else {
			break;
		}
		if (!steps++)
			*is_answer = of_tool && !strcmp(name.buf, "answers");
		if (!ret)
			step(value, name.buf);
	}
	*is_answer = *is_answer && steps > 1;
	strbuf_release(&name);
	return ret;
}

static void change_case(struct strbuf *text, int (*change)(int))
{
	for (size_t i = 0; i < text->len; i++) {
		if ((unsigned char)text->buf[i] < 0x80)
			text->buf[i] =
				(char)change((unsigned char)text->buf[i]);
	}
}

static void trim(struct strbuf *text)
{
	while (text->len && isspace((unsigned char)text->buf[text->len - 1]))
		strbuf_setlen(text, text->len - 1);
	strbuf_remove(text, 0, strspn(text->buf, " \t\r\n\v\f"));
}

/* Read the rest of `default("…")`, after its name. */
static int take_default(struct expression *it, struct strbuf *text)
{
	if (!take(it, '(') || !take_quoted(it, text) || !take(it, ')'))
		return refuse(it, "wants default(\"…\")");
	return 0;
}

static int filter(struct expression *it, struct strbuf *text,
		  struct json_member *value, bool *filled)
{
	struct strbuf name = STRBUF_INIT, other = STRBUF_INIT;
	int ret = 0;

	take_name(it, &name);
	if (!strcmp(name.buf, "default") || !strcmp(name.buf, "d")) {
		ret = take_default(it, &other);
		if (!ret && !*filled)
			strbuf_addslice(text, strbuf_slice(&other));
		*filled = true;
	} else if (!*filled) {
		ret = refuse(it, "has no value");
	} else if (!strcmp(name.buf, "tojson")) {
		strbuf_reset(text);
		json_write_compact(text, value->value);
	} else if (!strcmp(name.buf, "trim")) {
		trim(text);
	} else if (!strcmp(name.buf, "lower")) {
		change_case(text, tolower);
	} else if (!strcmp(name.buf, "upper")) {
		change_case(text, toupper);
	} else {
		ret = refuse(it, "has a filter that is not known here");
	}
	strbuf_release(&name);
	strbuf_release(&other);
	return ret;
}

int tool_template_value(struct strbuf *out, struct slice inside,
			struct slice values, struct strbuf *err)
{
	struct expression it = { inside, inside, err };
	struct strbuf text = STRBUF_INIT;
	struct json_member value;
	bool is_answer = false, filled;
	int ret = read_path(&it, values, &value, &is_answer);

	filled = value.type != JSON_NONE || is_answer;
	if (!ret && value.type != JSON_NONE)
		json_text_add(&text, value.value);
	while (!ret && take(&it, '|'))
		ret = filter(&it, &text, &value, &filled);
	if (!ret && slice_skip_space(it.at).len)
		ret = refuse(&it, "is not understood");
	if (!ret && !filled)
		ret = refuse(&it, "has no value");
	if (!ret)
		strbuf_addslice(out, strbuf_slice(&text));
	strbuf_release(&text);
	return ret;
}

int tool_template_fill(struct strbuf *out, struct slice text,
		       struct slice values, struct strbuf *err)
{
	struct slice before, inside;
	int found;

	while ((found = tool_template_next(&text, &before, &inside, err)) > 0) {
		strbuf_addslice(out, before);
		if (inside.ptr && tool_template_value(out, inside, values, err))
			return -1;
	}
	if (!found)
		strbuf_addslice(out, before);
	return found;
}
