#ifndef JPD_TOML_CONFIG_TREE_H
#define JPD_TOML_CONFIG_TREE_H

#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/base/strmap.h"

/*
 * A configuration while it is put together from several files: JSON that can be
 * changed. Members keep their order; looking one up takes constant time,
 * because the configuration may be hostile.
 */
enum config_kind { CONFIG_SCALAR, CONFIG_ARRAY, CONFIG_TABLE };

/* How a TOML document defined it, which decides what may be added. */
enum config_origin {
	CONFIG_IMPLIED, /* on the path to another table, or not from TOML */
	CONFIG_DOTTED,  /* by a dotted key */
	CONFIG_HEADER,  /* by [header] or [[header]] */
	CONFIG_CLOSED   /* written as a value: complete */
};

struct config_tree {
	enum config_kind kind;
	enum config_origin origin;
	/* What its layer said of later ones: they replace it, or do not double
	 * what a list has. */
	bool discards, dedups;
	char *scalar; /* raw JSON */
	struct config_member {
		char *key; /* raw JSON with its quotes; NULL in an array */
		struct config_tree *tree;
	} * members;
	size_t count, cap;
	struct strmap places; /* TABLE: a member's tree, by key */
};

struct config_tree *config_tree_new(enum config_kind kind);
struct config_tree *config_tree_scalar(struct slice json);
/* From JSON that json_check() accepted; as in jp, the last duplicate counts. */
struct config_tree *config_tree_from_json(struct slice json);
void config_tree_free(struct config_tree *tree);

/* `key` is raw JSON with its quotes: "\"run\"". NULL if there is none. */
struct config_tree *config_tree_get(const struct config_tree *table,
				    struct slice key);
/* The same in any tree, or none: only a table has members. */
struct config_tree *config_tree_find(const struct config_tree *tree,
				     const char *key);
/* Add a member, which the table then owns; the key must be new. */
void config_tree_put(struct config_tree *table, struct slice key,
		     struct config_tree *member);
/* Remove and free a member, if it exists. */
void config_tree_remove(struct config_tree *table, struct slice key);
/* Replace the content by that of `by`, which is consumed. Keeps its place. */
void config_tree_replace(struct config_tree *tree, struct config_tree *by);
struct config_tree *config_tree_copy(const struct config_tree *tree);
/* Append a member to an array. */
void config_tree_add(struct config_tree *array, struct config_tree *member);

/*
 * Merge `over`, which is consumed, into a table as jp does: tables member by
 * member; other values replace the old ones, except for lists that jp appends
 * to, and lists and texts that say how: {"value", "strategy"}.
 */
void config_tree_merge(struct config_tree *tree, struct config_tree *over);
/* The same for a whole configuration, whose lists are complete. */
void config_tree_settle(struct config_tree *tree, struct config_tree *over);

void config_tree_write(struct strbuf *out, const struct config_tree *tree);

#endif
