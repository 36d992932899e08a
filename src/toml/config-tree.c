#include "config.h"

#include "src/toml/config-tree.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/xalloc.h"

struct config_tree *config_tree_new(enum config_kind kind)
{
	struct config_tree *tree = xcalloc(1, sizeof(*tree));

	tree->kind = kind;
	strmap_init(&tree->places);
	return tree;
}

struct config_tree *config_tree_scalar(struct slice json)
{
	struct config_tree *tree = config_tree_new(CONFIG_SCALAR);

	tree->scalar = xmemdupz(json.ptr, json.len);
	return tree;
}

static void clear(struct config_tree *tree)
{
	for (size_t i = 0; i < tree->count; i++) {
		free(tree->members[i].key);
		config_tree_free(tree->members[i].tree);
	}
	free(tree->members);
	free(tree->scalar);
	strmap_release(&tree->places);
}

void config_tree_free(struct config_tree *tree)
{
	if (!tree)
		return;
	clear(tree);
	free(tree);
}

struct config_tree *config_tree_get(const struct config_tree *table,
				    struct slice key)
{
	return strmap_get(&table->places, key);
}

struct config_tree *config_tree_find(const struct config_tree *tree,
				     const char *key)
{
	return tree ? config_tree_get(tree, slice_str(key)) : NULL;
}

static void append(struct config_tree *tree, char *key,
		   struct config_tree *member)
{
	ALLOC_GROW(tree->members, tree->count + 1, tree->cap);
	tree->members[tree->count].key = key;
	tree->members[tree->count++].tree = member;
}

void config_tree_put(struct config_tree *table, struct slice key,
		     struct config_tree *member)
{
	struct config_tree *before = strmap_put(&table->places, key, member);

	assert(!before);
	append(table, xmemdupz(key.ptr, key.len), member);
}

void config_tree_remove(struct config_tree *table, struct slice key)
{
	struct config_tree *member = strmap_remove(&table->places, key);
	size_t i = 0;

	if (!member)
		return;
	while (table->members[i].tree != member)
		i++;
	free(table->members[i].key);
	config_tree_free(member);
	table->count--;
	memmove(&table->members[i], &table->members[i + 1],
		(table->count - i) * sizeof(*table->members));
}

void config_tree_add(struct config_tree *array, struct config_tree *member)
{
	append(array, NULL, member);
}

struct config_tree *config_tree_copy(const struct config_tree *tree)
{
	struct config_tree *copy = config_tree_new(tree->kind);

	copy->origin = tree->origin;
	copy->discards = tree->discards;
	copy->dedups = tree->dedups;
	if (tree->scalar)
		copy->scalar = xstrdup(tree->scalar);
	for (size_t i = 0; i < tree->count; i++) {
		const struct config_member *member = &tree->members[i];
		struct config_tree *each = config_tree_copy(member->tree);

		if (member->key)
			config_tree_put(copy, slice_str(member->key), each);
		else
			config_tree_add(copy, each);
	}
	return copy;
}

static void swap(struct config_tree *a, struct config_tree *b)
{
	struct config_tree kept = *a;

	*a = *b;
	*b = kept;
}

void config_tree_replace(struct config_tree *tree, struct config_tree *by)
{
	swap(tree, by);
	config_tree_free(by);
}

/* A key may contain escapes that it does not need. */
static void add_member(struct config_tree *table, struct slice raw_key,
		       struct config_tree *member)
{
	struct strbuf text = STRBUF_INIT, key = STRBUF_INIT;
	struct config_tree *before;

	json_string_add(&text, json_quoted_key(raw_key));
	json_write_string(&key, strbuf_slice(&text));
	before = config_tree_get(table, strbuf_slice(&key));
	if (before)
		config_tree_replace(before, member);
	else
		config_tree_put(table, strbuf_slice(&key), member);
	strbuf_release(&text);
	strbuf_release(&key);
}

struct config_tree *config_tree_from_json(struct slice json)
{
	enum json_type type = json_type_of(json);
	struct json_walk walk = json_walk_begin(json);
	struct config_tree *tree;
	struct json_member found;

	if (type != JSON_OBJECT && type != JSON_ARRAY)
		return config_tree_scalar(json);
	tree = config_tree_new(type == JSON_OBJECT ? CONFIG_TABLE
						   : CONFIG_ARRAY);
	while (json_walk_next(&walk, &found)) {
		struct config_tree *member = config_tree_from_json(found.value);

		if (type == JSON_OBJECT)
			add_member(tree, found.key, member);
		else
			config_tree_add(tree, member);
	}
	return tree;
}

/* --- Merging --- */

/*
 * The values that jp extends unless they say otherwise: a plain list is
 * appended to the existing one, a plain text replaces it.
 */
static bool is_mergeable(const char *path)
{
	static const char *const paths[] = {
		"assistant.instructions",   "assistant.system_prompt",
		"conversation.attachments", "assistant.system_prompt_sections",
		"config_load_paths",
	};

	return slice_is_one_of(slice_str(path), paths, ARRAY_SIZE(paths));
}

static struct slice scalar_of(const struct config_tree *table, const char *key)
{
	const struct config_tree *member =
		config_tree_get(table, slice_str(key));

	return slice_str(member && member->scalar ? member->scalar : "");
}

static bool is_text(const struct config_tree *tree)
{
	return tree->scalar &&
	       json_type_of(slice_str(tree->scalar)) == JSON_STRING;
}

static const char *separator_of(const struct config_tree *how)
{
	struct slice name = scalar_of(how, "\"separator\"");

	if (slice_is(name, "\"space\""))
		return " ";
	if (slice_is(name, "\"line\""))
		return "\n";
	return slice_is(name, "\"paragraph\"") ? "\n\n" : "";
}

static void join_texts(struct config_tree *tree, struct slice first,
		       struct slice last, const char *separator)
{
	struct strbuf text = STRBUF_INIT, json = STRBUF_INIT;

	json_string_add(&text, first);
	strbuf_addstr(&text, separator);
	json_string_add(&text, last);
	json_write_string(&json, strbuf_slice(&text));
	free(tree->scalar);
	tree->scalar = strbuf_detach(&json);
	strbuf_release(&text);
}

/* Move the members of `from` to the end of `tree`. */
static void move_members(struct config_tree *tree, struct config_tree *from)
{
	for (size_t i = 0; i < from->count; i++)
		config_tree_add(tree, from->members[i].tree);
	from->count = 0;
}

/* Remove the members that equal an earlier one. */
static void dedup(struct config_tree *list)
{
	struct strmap seen = STRMAP_INIT;
	struct strbuf text = STRBUF_INIT;
	size_t kept = 0;

	for (size_t i = 0; i < list->count; i++) {
		strbuf_reset(&text);
		config_tree_write(&text, list->members[i].tree);
		if (strmap_put(&seen, strbuf_slice(&text), list))
			config_tree_free(list->members[i].tree);
		else
			list->members[kept++] = list->members[i];
	}
	list->count = kept;
	strmap_release(&seen);
	strbuf_release(&text);
}

/* The flag of the layer `over`, or else what was said before. */
static bool says(const struct config_tree *over, const char *key, bool before)
{
	struct slice flag =
		over->kind == CONFIG_TABLE ? scalar_of(over, key) : SLICE("");

	if (slice_is(flag, "true"))
		return true;
	return before && !slice_is(flag, "false");
}

struct merge {
	struct strbuf path; /* dotted */
	bool whole;         /* lists replace the old ones */
};

/*
 * Merge a value into one that can be extended. A {"value", "strategy",
 * "separator"} table, which says how, is unwrapped, so that plain values
 * remain.
 */
static void merge_value(const struct merge *merge, struct config_tree *tree,
			struct config_tree *over)
{
	bool wrapped = over->kind == CONFIG_TABLE;
	struct config_tree *value =
		wrapped ? config_tree_get(over, SLICE("\"value\"")) : over;
	struct slice strategy =
		wrapped ? scalar_of(over, "\"strategy\"") : SLICE("");
	bool front = slice_is(strategy, "\"prepend\"");
	bool adds = !merge->whole && !tree->discards &&
		    !slice_is(strategy, "\"replace\"");
	bool discards = says(over, "\"discard_when_merged\"", false);
	bool dedups = says(over, "\"dedup\"", tree->dedups);

	if (!value)
		return;
	if (adds && value->kind == CONFIG_ARRAY && tree->kind == CONFIG_ARRAY) {
		if (front)
			swap(tree, value);
		move_members(tree, value);
	} else if (adds && wrapped && is_text(value) && is_text(tree)) {
		struct slice there = slice_str(tree->scalar);
		struct slice added = slice_str(value->scalar);

		join_texts(tree, front ? added : there, front ? there : added,
			   separator_of(over));
	} else {
		swap(tree, value);
	}
	tree->discards = discards;
	tree->dedups = dedups;
	if (dedups && tree->kind == CONFIG_ARRAY)
		dedup(tree);
}

static void merge_at(struct merge *merge, struct config_tree *tree,
		     struct config_tree *over);

static void merge_member(struct merge *merge, struct config_tree *tree,
			 struct slice key, struct config_tree *over)
{
	struct config_tree *member = config_tree_get(tree, key);
	size_t path_len = merge->path.len;

	if (path_len)
		strbuf_addch(&merge->path, '.');
	strbuf_add(&merge->path, key.ptr + 1, key.len - 2);
	if (!member) {
		/* No value yet, but `over` may only say how to extend it. */
		member = config_tree_scalar(SLICE("null"));
		config_tree_put(tree, key, member);
	}
	if (is_mergeable(merge->path.buf))
		merge_value(merge, member, over);
	else
		merge_at(merge, member, over);
	strbuf_setlen(&merge->path, path_len);
}

static void merge_at(struct merge *merge, struct config_tree *tree,
		     struct config_tree *over)
{
	if (over->kind != CONFIG_TABLE) {
		swap(tree, over);
		return;
	}
	if (tree->kind != CONFIG_TABLE) {
		clear(tree);
		*tree = (struct config_tree){ .kind = CONFIG_TABLE };
	}
	for (size_t i = 0; i < over->count; i++)
		merge_member(merge, tree, slice_str(over->members[i].key),
			     over->members[i].tree);
}

static void merge_root(struct config_tree *tree, struct config_tree *over,
		       bool whole)
{
	struct merge merge = { STRBUF_INIT, whole };

	merge_at(&merge, tree, over);
	config_tree_free(over);
	strbuf_release(&merge.path);
}

void config_tree_merge(struct config_tree *tree, struct config_tree *over)
{
	merge_root(tree, over, false);
}

void config_tree_settle(struct config_tree *tree, struct config_tree *over)
{
	merge_root(tree, over, true);
}

void config_tree_write(struct strbuf *out, const struct config_tree *tree)
{
	bool table = tree->kind == CONFIG_TABLE;

	if (tree->kind == CONFIG_SCALAR) {
		json_write_compact(out, slice_str(tree->scalar));
		return;
	}
	strbuf_addch(out, table ? '{' : '[');
	for (size_t i = 0; i < tree->count; i++) {
		if (i)
			strbuf_addch(out, ',');
		if (table)
			strbuf_addf(out, "%s:", tree->members[i].key);
		config_tree_write(out, tree->members[i].tree);
	}
	strbuf_addch(out, table ? '}' : ']');
}
