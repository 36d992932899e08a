#include "config.h"

#include "src/jphost/config/config-model.h"

#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/xalloc.h"

static const char *const PROVIDERS[] = {
	"anthropic", "cerebras", "deepseek",   "google", "llamacpp",
	"ollama",    "openai",   "openrouter", "xai",
};

/* Convert "provider/name" to an object, or return NULL. */
static struct config_tree *parts_of(const struct config_tree *id)
{
	struct strbuf text = STRBUF_INIT, json = STRBUF_INIT;
	struct config_tree *parts = NULL;
	size_t len;

	if (id->scalar)
		json_string_add(&text, slice_str(id->scalar));
	len = strcspn(text.buf, "/");
	for (size_t i = 0; i < ARRAY_SIZE(PROVIDERS); i++) {
		if (len + 1 >= text.len ||
		    !slice_is(slice_of(text.buf, len), PROVIDERS[i]))
			continue;
		strbuf_addch(&json, '{');
		json_write_member(&json, "provider", slice_of(text.buf, len));
		json_write_member(&json, "name",
				  slice_skip(strbuf_slice(&text), len + 1));
		strbuf_addch(&json, '}');
		parts = config_tree_from_json(strbuf_slice(&json));
	}
	strbuf_release(&text);
	strbuf_release(&json);
	return parts;
}

static void replace(struct config_tree *tree, struct config_tree *by)
{
	if (by)
		config_tree_replace(tree, by);
}

static void resolve_id(const struct config_tree *model,
		       const struct config_tree *aliases)
{
	struct config_tree *id = config_tree_find(model, "\"id\"");
	const struct config_tree *alias;

	if (!id || !id->scalar)
		return;
	alias = config_tree_find(aliases, id->scalar);
	replace(id, alias ? config_tree_copy(alias) : parts_of(id));
}

static void resolve_below(struct config_tree *tree,
			  const struct config_tree *aliases)
{
	for (size_t i = 0; i < tree->count; i++) {
		const struct config_member *member = &tree->members[i];

		if (!member->key || !strcmp(member->key, "\"plugins\""))
			continue;
		if (!strcmp(member->key, "\"model\""))
			resolve_id(member->tree, aliases);
		resolve_below(member->tree, aliases);
	}
}

void config_model_resolve(struct config_tree *config)
{
	struct config_tree *aliases = config_tree_find(
		config_tree_find(config_tree_find(config, "\"providers\""),
				 "\"llm\""),
		"\"aliases\"");

	if (aliases && aliases->kind == CONFIG_TABLE) {
		for (size_t i = 0; i < aliases->count; i++)
			replace(aliases->members[i].tree,
				parts_of(aliases->members[i].tree));
	}
	resolve_below(config, aliases);
}
