#include "config.h"

#include "src/store/rule-value.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/ascii.h"
#include "src/base/xalloc.h"

/* No one reads arguments nested deeper, and no rule decides them. */
#define DEPTH_MAX 64

/* --- One spelling of JSON --- */

/* Whether the text has U+FFFD, which may stand for an invalid character. */
static bool has_replacement(struct slice text)
{
	return text.len &&
	       memmem(text.ptr, text.len, "\xef\xbf\xbd", 3) != NULL;
}

static bool add_string(struct strbuf *out, struct slice raw)
{
	struct strbuf text = STRBUF_INIT;
	bool sure = json_string_add(&text, raw) &&
		    !has_replacement(strbuf_slice(&text));

	json_write_string(out, strbuf_slice(&text));
	strbuf_release(&text);
	return sure;
}

static bool add_value(struct strbuf *out, struct slice json, int depth);

static bool add_array(struct strbuf *out, struct slice json, int depth)
{
	struct json_walk walk = json_walk_begin(json);
	struct json_member member;
	const char *comma = "";
	bool sure = true;

	strbuf_addch(out, '[');
	while (sure && json_walk_next(&walk, &member)) {
		strbuf_addstr(out, comma);
		sure = add_value(out, member.value, depth + 1);
		comma = ",";
	}
	strbuf_addch(out, ']');
	return sure && !walk.failed;
}

static int compare_members(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The key as JSON, a NUL, the value: to be sorted as text and split again. */
static char *member_text(const struct json_member *member, int depth,
			 bool *sure)
{
	struct slice quoted = json_quoted_key(member->key);
	struct strbuf text = STRBUF_INIT;

	*sure = add_string(&text, quoted);
	strbuf_addch(&text, '\0');
	*sure = add_value(&text, member->value, depth + 1) && *sure;
	return strbuf_detach(&text);
}

static bool add_object(struct strbuf *out, struct slice json, int depth)
{
	struct json_walk walk = json_walk_begin(json);
	struct json_member member;
	char **texts = NULL;
	size_t count = 0, cap = 0;
	bool sure = true;

	while (sure && json_walk_next(&walk, &member)) {
		ALLOC_GROW(texts, count + 1, cap);
		texts[count++] = member_text(&member, depth, &sure);
	}
	if (count)
		qsort(texts, count, sizeof(*texts), compare_members);
	strbuf_addch(out, '{');
	for (size_t i = 0; i < count; i++) {
		if (i && !strcmp(texts[i], texts[i - 1]))
			sure = false;
		strbuf_addf(out, "%s%s:%s", i ? "," : "", texts[i],
			    texts[i] + strlen(texts[i]) + 1);
	}
	strbuf_addch(out, '}');
	free_strings(texts, count);
	return sure && !walk.failed;
}

static bool add_value(struct strbuf *out, struct slice json, int depth)
{
	if (depth > DEPTH_MAX)
		return false;
	switch (json_type_of(json)) {
	case JSON_NONE:
		return false;
	case JSON_STRING:
		return add_string(out, json);
	case JSON_ARRAY:
		return add_array(out, json, depth);
	case JSON_OBJECT:
		return add_object(out, json, depth);
	default:
		strbuf_addslice(out, json);
		return true;
	}
}

bool rule_canonical_json(struct strbuf *out, struct slice json)
{
	struct strbuf err = STRBUF_INIT;
	struct slice value;
	bool sure = !json_check(json, NULL, &err) &&
		    json_first_value(json, &value) && add_value(out, value, 0);

	strbuf_release(&err);
	return sure;
}

/* Add "1.50e3" as "15e2". What has too many digits for an exponent stays. */
static void add_number(struct strbuf *out, struct slice number)
{
	struct strbuf digits = STRBUF_INIT;
	size_t i = number.len && number.ptr[0] == '-';
	bool minus = i, fraction = false;
	long exponent = 0;

	for (; i < number.len && number.ptr[i] != 'e' && number.ptr[i] != 'E';
	     i++) {
		fraction = fraction || number.ptr[i] == '.';
		if (number.ptr[i] == '.')
			continue;
		if (digits.len || number.ptr[i] != '0')
			strbuf_addch(&digits, number.ptr[i]);
		exponent -= fraction;
	}
	if (number.len > i + 9) {
		strbuf_addslice(out, number);
		goto out;
	}
	if (i < number.len)
		exponent += strtol(number.ptr + i + 1, NULL, 10);
	while (digits.len && digits.buf[digits.len - 1] == '0') {
		strbuf_setlen(&digits, digits.len - 1);
		exponent++;
	}
	if (digits.len)
		strbuf_addf(out, "%s%se%ld", minus ? "-" : "", digits.buf,
			    exponent);
	else
		strbuf_addch(out, '0');
out:
	strbuf_release(&digits);
}

/* Canonical JSON with its numbers in one form; what is malformed stays. */
static void add_numbers(struct strbuf *out, struct slice json)
{
	while (json.len) {
		enum json_type type = json_type_of(json);
		struct slice value = slice_of(json.ptr, 1);
		bool scalar = (type == JSON_STRING || type == JSON_NUMBER) &&
			      json_first_value(json, &value);

		if (scalar && type == JSON_NUMBER)
			add_number(out, value);
		else
			strbuf_addslice(out, value);
		json = slice_skip(json,
				  (size_t)(value.ptr - json.ptr) + value.len);
	}
}

bool rule_values_equal(const char *a, const char *b)
{
	struct strbuf left = STRBUF_INIT, right = STRBUF_INIT;
	bool equal;

	add_numbers(&left, slice_str(a));
	add_numbers(&right, slice_str(b));
	equal = !strcmp(left.buf, right.buf);
	strbuf_release(&left);
	strbuf_release(&right);
	return equal;
}

bool rule_argument_value(struct slice *value, struct slice arguments,
			 const char *name)
{
	struct json_walk walk = json_walk_begin(arguments);
	struct strbuf key = STRBUF_INIT;
	struct json_member member;
	bool found = false;

	while (json_walk_next(&walk, &member)) {
		strbuf_reset(&key);
		json_string_add(&key, json_quoted_key(member.key));
		if (slice_is(strbuf_slice(&key), name)) {
			*value = member.value;
			found = true;
		}
	}
	strbuf_release(&key);
	return found;
}

bool rule_argument_find(struct rule_argument *argument, struct strbuf *others,
			struct slice arguments, const char *name)
{
	struct strbuf canonical = STRBUF_INIT, key = STRBUF_INIT;
	struct json_walk walk;
	struct json_member member;
	bool found = false;

	argument->unsure = !rule_canonical_json(&canonical, arguments) ||
			   canonical.buf[0] != '{';
	if (argument->unsure)
		goto out;
	/* Walk the canonical text: its members are already sorted. */
	walk = json_walk_begin(strbuf_slice(&canonical));
	strbuf_addch(others, '{');
	while (json_walk_next(&walk, &member)) {
		struct slice quoted = json_quoted_key(member.key);

		strbuf_reset(&key);
		json_string_add(&key, quoted);
		if (slice_is(strbuf_slice(&key), name)) {
			found = true;
			continue;
		}
		if (others->len > 1)
			strbuf_addch(others, ',');
		strbuf_addslice(others, quoted);
		strbuf_addch(others, ':');
		strbuf_addslice(others, member.value);
	}
	strbuf_addch(others, '}');
	/* Within the caller's bytes: `canonical` is freed below. */
	if (found)
		rule_argument_value(&argument->value, arguments, name);
out:
	strbuf_release(&canonical);
	strbuf_release(&key);
	return found;
}

/* --- Commands --- */

static bool is_plain_in_a_command(unsigned char c)
{
	return ascii_is_alnum(c) || strchr("_-./:=+,@%", c);
}

bool rule_value_words(struct strbuf *out, struct slice command)
{
	size_t start = out->len;

	for (size_t i = 0; i < command.len; i++) {
		char c = command.ptr[i];

		if (c == ' ') {
			if (out->len > start && out->buf[out->len - 1] != ' ')
				strbuf_addch(out, ' ');
		} else if (c && is_plain_in_a_command((unsigned char)c)) {
			strbuf_addch(out, c);
		} else {
			return false;
		}
	}
	if (out->len > start && out->buf[out->len - 1] == ' ')
		strbuf_setlen(out, out->len - 1);
	return true;
}

bool rule_value_is_one_line(struct slice text)
{
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.ptr[i];

		if (c < 0x20 || c == 0x7f)
			return false;
	}
	return true;
}

/* --- Paths --- */

static struct slice take_component(struct slice *path)
{
	size_t len = 0;
	struct slice component;

	while (len < path->len && path->ptr[len] != '/')
		len++;
	component = slice_of(path->ptr, len);
	*path = slice_skip(*path, len + 1);
	return component;
}

/* "~", "$", "*" and the like may name another path once something expands them;
 * some treat a backslash as a slash; blanks at an end are easily missed. */
static bool is_plain_path(struct slice path)
{
	if (!path.len || path.ptr[0] == ' ' || path.ptr[path.len - 1] == ' ' ||
	    path.ptr[0] == '~' || !rule_value_is_one_line(path))
		return false;
	for (size_t i = 0; i < path.len; i++) {
		if (strchr("$*?[]{}\\`'\"<>|&;:!", path.ptr[i]))
			return false;
	}
	return true;
}

bool rule_value_path(struct strbuf *out, struct slice path)
{
	bool absolute = path.len && path.ptr[0] == '/';
	size_t start = out->len;

	if (!is_plain_path(path))
		return false;
	while (path.len) {
		struct slice component = take_component(&path);

		if (slice_is(component, ".."))
			return false;
		if (!component.len || slice_is(component, "."))
			continue;
		if (absolute || out->len > start)
			strbuf_addch(out, '/');
		strbuf_addslice(out, component);
	}
	if (out->len == start)
		strbuf_addstr(out, absolute ? "/" : ".");
	return true;
}

bool rule_value_is_directory(const char *path)
{
	struct strbuf again = STRBUF_INIT;
	bool same = rule_value_path(&again, slice_str(path)) &&
		    !strcmp(again.buf, path) && strcmp(path, "/") != 0;

	strbuf_release(&again);
	return same;
}

/* In lower case and without '_' and '-', as names of arguments are compared. */
static void fold_name(struct strbuf *out, struct slice name)
{
	for (size_t i = 0; i < name.len; i++) {
		char c = name.ptr[i];

		if (c >= 'A' && c <= 'Z')
			c = (char)(c - 'A' + 'a');
		if (c != '_' && c != '-')
			strbuf_addch(out, c);
	}
}

/* Whether another argument may be where relative paths start. */
static bool has_own_directory(struct slice arguments, const char *name)
{
	static const char *const names[] = {
		"cwd",      "pwd",         "workdir",    "workingdir",
		"cd",       "chdir",       "currentdir", "workingdirectory",
		"root",     "rootdir",     "rootpath",   "currentdirectory",
		"base",     "basedir",     "basepath",   "basedirectory",
		"dir",      "directory",   "folder",     "parent",
		"repo",     "repository",  "repopath",   "project",
		"location", "projectroot", "projectdir", "projectpath",
		"prefix",   "workspace",   "relativeto", "workspaceroot",
	};
	struct json_walk walk = json_walk_begin(arguments);
	struct strbuf key = STRBUF_INIT, folded = STRBUF_INIT;
	struct json_member member;
	bool found = false;

	while (!found && json_walk_next(&walk, &member)) {
		strbuf_reset(&key);
		strbuf_reset(&folded);
		json_string_add(&key, json_quoted_key(member.key));
		fold_name(&folded, strbuf_slice(&key));
		found = strcmp(key.buf, name) != 0 &&
			slice_is_one_of(strbuf_slice(&folded), names,
					ARRAY_SIZE(names));
	}
	strbuf_release(&key);
	strbuf_release(&folded);
	return found;
}

/* Make the path absolute if possible. */
static bool absolute_path(struct strbuf *out, struct slice path,
			  const char *root)
{
	struct strbuf plain = STRBUF_INIT;
	bool is_path = rule_value_path(&plain, path);

	if (is_path && plain.buf[0] != '/' && root &&
	    (is_path = rule_value_path(out, slice_str(root))) &&
	    strcmp(plain.buf, ".") != 0)
		strbuf_addf(out, "%s%s", strcmp(out->buf, "/") ? "/" : "",
			    plain.buf);
	else if (is_path && (plain.buf[0] == '/' || !root))
		strbuf_addslice(out, strbuf_slice(&plain));
	strbuf_release(&plain);
	return is_path;
}

enum rule_fit rule_value_inside(struct slice path, const char *name,
				const char *directory, const char *root,
				struct slice arguments)
{
	struct strbuf at = STRBUF_INIT, in = STRBUF_INIT;
	enum rule_fit fit = RULE_FIT_UNSURE;

	if (path.len && path.ptr[0] != '/' &&
	    has_own_directory(arguments, name))
		goto out;
	if (!absolute_path(&at, path, root) ||
	    !absolute_path(&in, slice_str(directory), root) ||
	    (at.buf[0] == '/') != (in.buf[0] == '/'))
		goto out;
	fit = RULE_FIT_NO;
	if (!strcmp(in.buf, ".") ||
	    (slice_starts_with(strbuf_slice(&at), strbuf_slice(&in)) &&
	     at.buf[in.len] == '/'))
		fit = RULE_FIT_YES;
out:
	strbuf_release(&at);
	strbuf_release(&in);
	return fit;
}
