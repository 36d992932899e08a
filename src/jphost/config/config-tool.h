#ifndef JPD_CONFIG_CONFIG_TOOL_H
#define JPD_CONFIG_CONFIG_TOOL_H

#include "src/base/strbuf.h"
#include "src/toml/config-tree.h"

/*
 * Compares a tool of all layers' `conversation.tools`, `tools`, with that of
 * the user's own layers, `own` (or NULL): config-trust.h. `key` is its raw
 * name, with the quotes.
 */
enum config_tool_kind {
	CONFIG_TOOL_OWN,     /* the user's, or a more careful one */
	CONFIG_TOOL_OFF,     /* another one, but disabled */
	CONFIG_TOOL_FOREIGN, /* another one */
};

/*
 * Classify a tool. For a foreign one, append all that it may do: raw JSON, the
 * same for the same tool, however it is written.
 */
enum config_tool_kind config_tool_look(struct strbuf *out,
				       const struct config_tree *tools,
				       const struct config_tree *own,
				       const char *key);

/*
 * Copy `plugins.command.jphost.options.tools.NAME` (timeout_secs, max_bytes,
 * stateful, notifications) into those tools.
 */
void config_tool_graft(struct config_tree *config);

/* Copy the defaults of "*" that the tool uses into the tool. */
void config_tool_keep(struct config_tree *tools, const char *key);

/*
 * Restore the user's tool or, if there is none, make it one that is approved
 * before it runs and has no configured answers.
 */
void config_tool_restrain(struct config_tree *tools,
			  const struct config_tree *own, const char *key);
/* Make every tool ask, because a layer of the configuration is unknown. */
void config_tool_ask_always(struct config_tree *config);

/* As config_tool_restrain(), for the defaults of "*". */
void config_tool_restrain_defaults(struct config_tree *tools,
				   const struct config_tree *own);

#endif
