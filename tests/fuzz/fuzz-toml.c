#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/toml/toml.h"
#include "tests/fuzz/fuzz.h"

/*
 * A TOML document gives either a sentence with its line, or a tree whose JSON
 * is valid, can be read back to the same tree, and can be merged into itself.
 */

static void check(bool right)
{
	if (!right)
		abort();
}

static void check_tree(const struct config_tree *tree)
{
	struct strbuf json = STRBUF_INIT, again = STRBUF_INIT;
	struct strbuf err = STRBUF_INIT;
	struct config_tree *copy;

	config_tree_write(&json, tree);
	check(!json_check(strbuf_slice(&json), NULL, &err));
	copy = config_tree_from_json(strbuf_slice(&json));
	config_tree_write(&again, copy);
	check(slice_equal(strbuf_slice(&json), strbuf_slice(&again)));
	config_tree_settle(copy, config_tree_from_json(strbuf_slice(&json)));
	config_tree_merge(copy, config_tree_from_json(strbuf_slice(&json)));
	strbuf_reset(&again);
	config_tree_write(&again, copy);
	check(!json_check(strbuf_slice(&again), NULL, &err));
	config_tree_free(copy);
	strbuf_release(&json);
	strbuf_release(&again);
	strbuf_release(&err);
}

FUZZ_TARGET(toml)
{
	struct strbuf err = STRBUF_INIT;
	struct config_tree *tree =
		toml_read(slice_of((const char *)data, size), &err);

	if (tree)
		check_tree(tree);
	else
		check(!strncmp(err.buf, "line ", strlen("line ")));
	config_tree_free(tree);
	strbuf_release(&err);
}
