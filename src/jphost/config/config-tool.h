#ifndef JPD_CONFIG_CONFIG_TOOL_H
#define JPD_CONFIG_CONFIG_TOOL_H

#include "src/base/strbuf.h"
#include "src/toml/config-tree.h"

/*
 * A tool in `conversation.tools` of all layers, `tools`, held against that of
 * the person's own layers, `own` (or NULL): config-trust.h. `key` is its raw
 * name, with the quotes.
 */
enum config_tool_kind {
	CONFIG_TOOL_OWN,     /* the person's, or a more careful one */
	CONFIG_TOOL_OFF,     /* another, and switched off */
	CONFIG_TOOL_FOREIGN, /* another */
};

/*
 * What it is. All that a foreign one may do is appended: raw JSON, the same
 * for the same tool, however it is written.
 */
enum config_tool_kind config_tool_look(struct strbuf *out,
				       const struct config_tree *tools,
				       const struct config_tree *own,
				       const char *key);

/*
 * Put `plugins.command.jphost.options.tools.NAME` (timeout_secs, max_bytes,
 * stateful, notifications) into the tools that they are about.
 */
void config_tool_graft(struct config_tree *config);

/* Let it say for itself what it takes from the defaults of "*". */
void config_tool_keep(struct config_tree *tools, const char *key);

/*
 * Make it the person's tool again or, where there is none, one that is asked
 * about before it runs and has no answers of its own.
 */
void config_tool_restrain(struct config_tree *tools,
			  const struct config_tree *own, const char *key);
/* Whatever the configuration says: a layer of it is not known. */
void config_tool_ask_always(struct config_tree *config);

/* The same as config_tool_restrain() for the defaults of "*". */
void config_tool_restrain_defaults(struct config_tree *tools,
				   const struct config_tree *own);

#endif
