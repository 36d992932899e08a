#include "config.h"

#include "src/toml/toml.h"

#include <stdbool.h>
#include <string.h>

#include "proto/json-write.h"
#include "src/base/ascii.h"
#include "src/base/utf8.h"
#include "src/toml/toml-value.h"

struct toml {
	struct toml_reader reader;
	struct config_tree *root;
	struct config_tree *table; /* of the last header */
	int table_depth;
};

/* A position in the tree while a key is read part by part. */
struct cursor {
	struct config_tree *table;
	int depth;
};

static int fail_key(const struct toml *toml, const struct strbuf *key,
		    const char *what)
{
	return toml_fail(&toml->reader, "%.*s %s",
			 (int)(key->len < 80 ? key->len : 80), key->buf, what);
}

static void skip_blanks(struct toml *toml)
{
	int c;

	while ((c = toml_peek(&toml->reader)) == ' ' || c == '\t')
		toml->reader.at++;
}

static bool take(struct toml *toml, char byte)
{
	if (toml_peek(&toml->reader) != byte)
		return false;
	toml->reader.at++;
	return true;
}

/* Skip a comment, if there is one. */
static int skip_comment(struct toml *toml)
{
	int c;

	if (!take(toml, '#'))
		return 0;
	while (!toml_newline(&toml->reader) &&
	       (c = toml_peek(&toml->reader)) >= 0) {
		if ((c < ' ' && c != '\t') || c == 0x7f)
			return toml_fail(&toml->reader,
					 "a comment has the control "
					 "character U+%04X",
					 (unsigned)c);
		toml->reader.at++;
	}
	return 0;
}

static bool take_newline(struct toml *toml)
{
	size_t newline = toml_newline(&toml->reader);

	toml->reader.at += newline;
	toml->reader.line += newline > 0;
	return newline > 0;
}

/* Skip blanks, comments and line ends, between the values of a list. */
static int skip_lines(struct toml *toml)
{
	do {
		skip_blanks(toml);
		if (skip_comment(toml))
			return -1;
	} while (take_newline(toml));
	return 0;
}

/* --- Keys --- */

static bool is_bare(int c)
{
	return ascii_is_alnum(c) || c == '_' || c == '-';
}

/* Read one part of a key, as a JSON string. */
static int read_part(struct toml *toml, struct strbuf *key)
{
	struct strbuf text = STRBUF_INIT;
	int c = toml_peek(&toml->reader), ret = 0;

	if (c == '"' || c == '\'') {
		ret = toml_read_line_string(&toml->reader, &text);
	} else {
		while (is_bare(toml_peek(&toml->reader)))
			strbuf_addch(&text, *toml->reader.at++);
		if (!text.len)
			ret = toml_fail(&toml->reader, "expected a key");
	}
	strbuf_reset(key);
	json_write_string(key, strbuf_slice(&text));
	strbuf_release(&text);
	return ret;
}

/* Enter the table `key`, creating it if necessary. */
static int enter(struct toml *toml, struct cursor *at, const struct strbuf *key,
		 bool header)
{
	struct config_tree *next =
		config_tree_get(at->table, strbuf_slice(key));

	if (++at->depth > TOML_DEPTH_MAX)
		return toml_fail(&toml->reader, "it is nested too deep");
	if (!next) {
		next = config_tree_new(CONFIG_TABLE);
		config_tree_put(at->table, strbuf_slice(key), next);
	}
	if (next->kind == CONFIG_SCALAR || next->origin == CONFIG_CLOSED)
		return fail_key(toml, key, "has a value already");
	if (header && next->kind == CONFIG_ARRAY)
		next = next->members[next->count - 1].tree;
	if (next->kind != CONFIG_TABLE ||
	    (!header && next->origin == CONFIG_HEADER))
		return fail_key(toml, key, "is a table of its own");
	/* A header may pass through such a table, but no longer define it. */
	if (!header)
		next->origin = CONFIG_DOTTED;
	at->table = next;
	return 0;
}

/*
 * Read a dotted key and enter all its parts but the last. `header` decides
 * which tables are allowed.
 */
static int read_key(struct toml *toml, struct cursor *at, struct strbuf *last,
		    bool header)
{
	for (;;) {
		skip_blanks(toml);
		if (read_part(toml, last))
			return -1;
		skip_blanks(toml);
		if (!take(toml, '.'))
			return 0;
		if (enter(toml, at, last, header))
			return -1;
	}
}

/* --- Values --- */

static struct config_tree *read_value(struct toml *toml, int depth);

/* Read key = value into a table. */
static int read_pair(struct toml *toml, struct config_tree *table, int depth)
{
	struct cursor at = { table, depth };
	struct strbuf key = STRBUF_INIT;
	struct config_tree *value = NULL;

	if (read_key(toml, &at, &key, false))
		goto out;
	if (config_tree_get(at.table, strbuf_slice(&key))) {
		fail_key(toml, &key, "is given twice");
		goto out;
	}
	if (!take(toml, '=')) {
		fail_key(toml, &key, "has no '=' after it");
		goto out;
	}
	skip_blanks(toml);
	value = read_value(toml, at.depth + 1);
	if (value)
		config_tree_put(at.table, strbuf_slice(&key), value);
out:
	strbuf_release(&key);
	return value ? 0 : -1;
}

/* Read a list, after its '['. */
static int read_list(struct toml *toml, struct config_tree *list, int depth)
{
	for (;;) {
		struct config_tree *value;

		if (skip_lines(toml))
			return -1;
		if (take(toml, ']'))
			return 0;
		value = read_value(toml, depth + 1);
		if (!value)
			return -1;
		config_tree_add(list, value);
		if (skip_lines(toml))
			return -1;
		if (take(toml, ']'))
			return 0;
		if (!take(toml, ','))
			return toml_fail(&toml->reader,
					 "a list has neither ',' nor ']' "
					 "after a value");
	}
}

/* After '{'; with line breaks, comments and a last comma, as in TOML 1.1. */
static int read_inline_table(struct toml *toml, struct config_tree *table,
			     int depth)
{
	for (;;) {
		if (skip_lines(toml))
			return -1;
		if (take(toml, '}'))
			return 0;
		if (read_pair(toml, table, depth) || skip_lines(toml))
			return -1;
		if (take(toml, '}'))
			return 0;
		if (!take(toml, ','))
			return toml_fail(&toml->reader,
					 "an inline table has neither ',' "
					 "nor '}' after a value");
	}
}

static struct config_tree *read_nested(struct toml *toml, int depth)
{
	bool list = *toml->reader.at++ == '[';
	struct config_tree *tree =
		config_tree_new(list ? CONFIG_ARRAY : CONFIG_TABLE);
	int failed;

	if (depth > TOML_DEPTH_MAX)
		failed = toml_fail(&toml->reader, "it is nested too deep");
	else if (list)
		failed = read_list(toml, tree, depth);
	else
		failed = read_inline_table(toml, tree, depth);
	if (!failed) {
		tree->origin = CONFIG_CLOSED;
		return tree;
	}
	config_tree_free(tree);
	return NULL;
}

static struct config_tree *read_value(struct toml *toml, int depth)
{
	struct strbuf text = STRBUF_INIT, json = STRBUF_INIT;
	struct config_tree *tree = NULL;
	int c = toml_peek(&toml->reader), failed;

	if (c == '[' || c == '{')
		return read_nested(toml, depth);
	if (c == '"' || c == '\'') {
		failed = toml_read_string(&toml->reader, &text);
		json_write_string(&json, strbuf_slice(&text));
	} else {
		failed = toml_read_scalar(&toml->reader, &json);
	}
	if (!failed)
		tree = config_tree_scalar(strbuf_slice(&json));
	strbuf_release(&text);
	strbuf_release(&json);
	return tree;
}

/* --- Headers --- */

/* The table of [key]: new, or only passed through so far. */
static struct config_tree *define_table(struct toml *toml,
					struct config_tree *parent,
					const struct strbuf *key)
{
	struct config_tree *table = config_tree_get(parent, strbuf_slice(key));

	if (!table) {
		table = config_tree_new(CONFIG_TABLE);
		config_tree_put(parent, strbuf_slice(key), table);
	} else if (table->kind != CONFIG_TABLE ||
		   table->origin != CONFIG_IMPLIED) {
		fail_key(toml, key, "is given twice");
		return NULL;
	}
	table->origin = CONFIG_HEADER;
	return table;
}

/* The next table of [[key]]. */
static struct config_tree *add_table(struct toml *toml,
				     struct config_tree *parent,
				     const struct strbuf *key)
{
	struct config_tree *list = config_tree_get(parent, strbuf_slice(key));
	struct config_tree *table;

	if (!list) {
		list = config_tree_new(CONFIG_ARRAY);
		list->origin = CONFIG_HEADER;
		config_tree_put(parent, strbuf_slice(key), list);
	} else if (list->kind != CONFIG_ARRAY ||
		   list->origin != CONFIG_HEADER) {
		fail_key(toml, key, "is not a list of tables");
		return NULL;
	}
	table = config_tree_new(CONFIG_TABLE);
	table->origin = CONFIG_HEADER;
	config_tree_add(list, table);
	return table;
}

/* Read a header, at its '['. */
static int read_header(struct toml *toml)
{
	struct cursor at = { toml->root, 0 };
	struct strbuf key = STRBUF_INIT;
	struct config_tree *table = NULL;
	bool list;

	toml->reader.at++;
	list = take(toml, '[');
	if (read_key(toml, &at, &key, true)) {
		/* read_key() set the error. */
	} else if (!take(toml, ']') || (list && !take(toml, ']'))) {
		fail_key(toml, &key, "has no ']' after it");
	} else if (++at.depth > TOML_DEPTH_MAX) {
		toml_fail(&toml->reader, "it is nested too deep");
	} else {
		table = list ? add_table(toml, at.table, &key)
			     : define_table(toml, at.table, &key);
	}
	strbuf_release(&key);
	toml->table = table;
	toml->table_depth = at.depth;
	return table ? 0 : -1;
}

/* --- The document --- */

static int read_line(struct toml *toml)
{
	int c;

	skip_blanks(toml);
	c = toml_peek(&toml->reader);
	if (c == '[') {
		if (read_header(toml))
			return -1;
	} else if (c >= 0 && c != '#' && !toml_newline(&toml->reader)) {
		if (read_pair(toml, toml->table, toml->table_depth))
			return -1;
	}
	skip_blanks(toml);
	if (skip_comment(toml))
		return -1;
	if (toml_peek(&toml->reader) >= 0 && !take_newline(toml))
		return toml_fail(&toml->reader,
				 "there is something after a value");
	return 0;
}

static int check_bytes(struct toml *toml)
{
	size_t len = (size_t)(toml->reader.end - toml->reader.at);
	size_t valid = utf8_valid_prefix(toml->reader.at, len);

	if (len > TOML_BYTES_MAX)
		return toml_fail(&toml->reader, "it is larger than %zu MiB",
				 TOML_BYTES_MAX >> 20);
	if (valid == len)
		return 0;
	for (size_t i = 0; i < valid; i++)
		toml->reader.line += toml->reader.at[i] == '\n';
	return toml_fail(&toml->reader, "it is not UTF-8");
}

struct config_tree *toml_read(struct slice text, struct strbuf *err)
{
	struct toml toml = {
		.reader = { text.ptr, text.ptr + text.len, 1, err },
		.root = config_tree_new(CONFIG_TABLE),
	};

	toml.root->origin = CONFIG_HEADER;
	toml.table = toml.root;
	if (check_bytes(&toml))
		goto failed;
	toml.reader.at = slice_skip_mark(text).ptr;
	while (toml.reader.at < toml.reader.end) {
		if (read_line(&toml))
			goto failed;
	}
	return toml.root;
failed:
	config_tree_free(toml.root);
	return NULL;
}
