#include "config.h"

#include "src/jphost/config/config-trust.h"

#include <stdlib.h>
#include <string.h>

#include "proto/init-options.h"
#include "proto/json-scan.h"
#include "src/base/xalloc.h"
#include "src/jphost/config/config-tool.h"

struct settle {
	const struct trust *trust;
	const char *place;
	struct config_wishes *wishes;
};

void config_wishes_release(struct config_wishes *wishes)
{
	for (size_t i = 0; i < wishes->count; i++) {
		free(wishes->entries[i].name);
		free(wishes->entries[i].value);
	}
	free(wishes->entries);
	*wishes = (struct config_wishes)CONFIG_WISHES_INIT;
}

/* Record a setting; true if it is allowed. `key` is raw, with quotes. */
static bool wish(struct settle *settle, const char *table, const char *key,
		 const char *value)
{
	struct config_wishes *wishes = settle->wishes;
	struct strbuf name = STRBUF_INIT;
	enum trust_word answer;

	strbuf_addf(&name, "%s.", table);
	json_string_add(&name, slice_str(key));
	answer = trust_find(settle->trust, settle->place, name.buf, value);
	ALLOC_GROW(wishes->entries, wishes->count + 1, wishes->cap);
	wishes->entries[wishes->count++] =
		(struct config_wish){ strbuf_detach(&name), xstrdup(value),
				      answer };
	wishes->left_out += answer != TRUST_ALLOWED;
	return answer == TRUST_ALLOWED;
}

static const struct config_tree *find(const struct config_tree *tree,
				      const char *const *path)
{
	for (; *path; path++)
		tree = config_tree_find(tree, *path);
	return tree && tree->kind == CONFIG_TABLE ? tree : NULL;
}

static bool is_same(const struct config_tree *a, const struct config_tree *b)
{
	struct strbuf left = STRBUF_INIT, right = STRBUF_INIT;
	bool same = false;

	if (a && b) {
		config_tree_write(&left, a);
		config_tree_write(&right, b);
		same = !strcmp(left.buf, right.buf);
	}
	strbuf_release(&left);
	strbuf_release(&right);
	return same;
}

/* --- Members that need permission as a whole --- */

typedef bool (*harmless_fn)(struct slice key, struct slice value);

/* Put a removed member into a table, which may be NULL. */
static void keep(struct config_tree *table, const char *key,
		 struct config_tree *member)
{
	if (table)
		config_tree_put(table, slice_str(key), member);
	else
		config_tree_free(member);
}

/*
 * Keep one member of `full`, or replace it by the user's own. False if there is
 * none: the caller must remove it.
 */
static bool settle_member(struct settle *settle, const char *name,
			  struct config_member *member,
			  const struct config_tree *own, harmless_fn harmless,
			  struct config_tree *taken)
{
	struct strbuf value = STRBUF_INIT;
	bool stays = is_same(member->tree, own);

	config_tree_write(&value, member->tree);
	stays = stays ||
		(harmless &&
		 harmless(slice_of(member->key + 1, strlen(member->key) - 2),
			  strbuf_slice(&value))) ||
		wish(settle, name, member->key, value.buf);
	strbuf_release(&value);
	if (stays)
		return true;
	keep(taken, member->key, member->tree);
	member->tree = own ? config_tree_copy(own) : NULL;
	return own;
}

/* Each member of a table needs its own permission. */
static void settle_table(struct settle *settle, const char *name,
			 struct config_tree *full,
			 const struct config_tree *own, harmless_fn harmless,
			 struct config_tree *taken)
{
	size_t kept = 0;

	for (size_t i = 0; i < full->count; i++) {
		struct config_member *member = &full->members[i];
		const struct config_tree *there =
			config_tree_find(own, member->key);

		strmap_remove(&full->places, slice_str(member->key));
		if (!settle_member(settle, name, member, there, harmless,
				   taken)) {
			free(member->key);
			continue;
		}
		strmap_put(&full->places, slice_str(member->key), member->tree);
		full->members[kept++] = *member;
	}
	full->count = kept;
}

static void settle_at(struct settle *settle, struct config_tree *full,
		      const struct config_tree *own, const char *const *path,
		      const char *name, harmless_fn harmless,
		      struct config_tree *taken)
{
	struct config_tree *table = (struct config_tree *)find(full, path);

	if (table)
		settle_table(settle, name, table, find(own, path), harmless,
			     taken);
}

/* Settings of jphost that need no permission. */
static bool is_harmless_of_jphost(struct slice key, struct slice value)
{
	static const char *const patience[] = {
		"notifications",  "retries",  "backoff_ms", "stall_ms",
		"max_backoff_ms", "first_ms", "tell_ms",
	};

	(void)value;
	return slice_is_one_of(key, patience, ARRAY_SIZE(patience));
}

/* The members of these tables need their own permission. */
static bool is_harmless_of_dashboard(struct slice key, struct slice value)
{
	return slice_is(key, "hosts") || slice_is(key, "keys") ||
	       init_option_is_harmless(key, value);
}

static void settle_dashboard(struct settle *settle, struct config_tree *full,
			     const struct config_tree *own,
			     struct config_tree *options)
{
	static const char *const tables[] = { "\"hosts\"", "\"keys\"" };
	const char *path[] = { "\"plugins\"", "\"command\"", "\"dashboard\"",
			       "\"options\"", NULL,          NULL };
	struct strbuf name = STRBUF_INIT;

	settle_at(settle, full, own, path, "plugins.command.dashboard.options",
		  is_harmless_of_dashboard, options);
	for (size_t i = 0; i < ARRAY_SIZE(tables); i++) {
		struct config_tree *taken = config_tree_new(CONFIG_TABLE);

		path[4] = tables[i];
		strbuf_setf(&name, "plugins.command.dashboard.options.%s",
			    i ? "keys" : "hosts");
		settle_at(settle, full, own, path, name.buf, NULL, taken);
		if (taken->count)
			config_tree_put(options, slice_str(tables[i]), taken);
		else
			config_tree_free(taken);
	}
	strbuf_release(&name);
}

/* --- Tools --- */

static void settle_tool(struct settle *settle, struct config_tree *tools,
			const char *key, const struct config_tree *own)
{
	struct strbuf value = STRBUF_INIT;
	enum config_tool_kind kind = config_tool_look(&value, tools, own, key);

	if (kind == CONFIG_TOOL_OWN ||
	    (kind == CONFIG_TOOL_FOREIGN &&
	     wish(settle, "conversation.tools", key, value.buf)))
		config_tool_keep(tools, key);
	else
		config_tool_restrain(tools, own, key);
	strbuf_release(&value);
}

static void settle_tools(struct settle *settle, struct config_tree *full,
			 const struct config_tree *own)
{
	static const char *const path[] = { "\"conversation\"", "\"tools\"",
					    NULL };
	struct config_tree *tools = (struct config_tree *)find(full, path);
	const struct config_tree *own_tools = find(own, path);

	if (!tools || is_same(tools, own_tools))
		return;
	for (size_t i = 0; i < tools->count; i++) {
		if (strcmp(tools->members[i].key, "\"*\"") != 0)
			settle_tool(settle, tools, tools->members[i].key,
				    own_tools);
	}
	/* By now each tool has its own copy of the defaults. */
	config_tool_restrain_defaults(tools, own_tools);
}

void config_trust_settle(struct config_tree *full,
			 const struct config_tree *own,
			 const struct trust *trust, const char *place,
			 struct config_wishes *wishes,
			 struct config_tree *options)
{
	static const char *const mcp[] = { "\"providers\"", "\"mcp\"", NULL };
	static const char *const jphost[] = { "\"plugins\"", "\"command\"",
					      "\"jphost\"", "\"options\"",
					      NULL };
	struct settle settle = { trust, place, wishes };

	settle_tools(&settle, full, own);
	settle_at(&settle, full, own, mcp, "providers.mcp", NULL, NULL);
	settle_at(&settle, full, own, jphost, "plugins.command.jphost.options",
		  is_harmless_of_jphost, NULL);
	settle_dashboard(&settle, full, own, options);
}
