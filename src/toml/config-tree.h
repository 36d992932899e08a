#ifndef JPD_TOML_CONFIG_TREE_H
#define JPD_TOML_CONFIG_TREE_H

#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/base/strmap.h"

/*
 * A configuration while it is put together from several files: JSON that can
 * be changed. Members keep their order; looking one up costs the same
 * whatever their number, for a configuration may be a stranger's.
 */
enum config_kind { CONFIG_SCALAR, CONFIG_ARRAY, CONFIG_TABLE };

/* How a TOML document came to it, which decides what may be added. */
enum config_origin {
	CONFIG_IMPLIED, /* on the way to another table, or no TOML */
	CONFIG_DOTTED,  /* by a dotted key */
	CONFIG_HEADER,  /* by [header] or [[header]] */
	CONFIG_CLOSED   /* written as a value: complete */
};

struct config_tree {
	enum config_kind kind;
	enum config_origin origin;
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
/* From JSON that json_check() took; of duplicates the last counts, as in jp. */
struct config_tree *config_tree_from_json(struct slice json);
void config_tree_free(struct config_tree *tree);

/* `key` is raw JSON with its quotes: "\"run\"". NULL where there is none. */
struct config_tree *config_tree_get(const struct config_tree *table,
				    struct slice key);
/* Add a member, which becomes the table's; it must not be there. */
void config_tree_put(struct config_tree *table, struct slice key,
		     struct config_tree *member);
/* Take a member out, if it is there, and free it. */
void config_tree_remove(struct config_tree *table, struct slice key);
/* Make it what `by` is, which is taken; a member stays where it stands. */
void config_tree_replace(struct config_tree *tree, struct config_tree *by);
struct config_tree *config_tree_copy(const struct config_tree *tree);
/* Behind the last of an array. */
void config_tree_add(struct config_tree *array, struct config_tree *member);

/*
 * Lay `over`, which is taken, over a table as jp does it: tables member by
 * member; other values replace what was there, but the lists that jp appends
 * to, and lists and texts that say how: {"value", "strategy"}.
 */
void config_tree_merge(struct config_tree *tree, struct config_tree *over);
/* The same with a whole configuration, whose lists are complete. */
void config_tree_settle(struct config_tree *tree, struct config_tree *over);

void config_tree_write(struct strbuf *out, const struct config_tree *tree);

#endif
