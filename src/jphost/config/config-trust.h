#ifndef JPD_CONFIG_CONFIG_TRUST_H
#define JPD_CONFIG_CONFIG_TRUST_H

#include "src/base/trust.h"
#include "src/toml/config-tree.h"

/*
 * Settings in a cloned repository or a conversation are untrusted. They may
 * choose a model's parameters, titles and views, but need the user's
 * permission for:
 *
 *   conversation.tools.NAME            define a tool, or let it run unasked
 *   providers.mcp.NAME                 start a program
 *   plugins.command.jphost.options.*   choose who answers, lift a limit
 *   plugins.command.dashboard.options  start hosts, name rules, rebind keys, …
 *
 * Such settings, called wishes, count only if the user has allowed exactly
 * this content, or the user's own layers contain the same.
 */
struct config_wish {
	char *name;  /* "conversation.tools.ls" */
	char *value; /* raw JSON: all that the answer is about */
	enum trust_word answer;
};

struct config_wishes {
	struct config_wish *entries;
	size_t count, cap;
	size_t left_out; /* those that are not allowed */
};

#define CONFIG_WISHES_INIT    \
	{                     \
		NULL, 0, 0, 0 \
	}

void config_wishes_release(struct config_wishes *wishes);

/*
 * Remove from `full`, a configuration of all layers, untrusted settings that
 * are not allowed. `own` has the user's layers only, and `place` is the
 * workspace that the answers in `trust` are about. An untrusted tool stays, but
 * is approved before it runs. Untrusted settings may always be more careful
 * than the user's.
 *
 * The settings that need permission are added to `wishes`, and removed options
 * of the dashboard to the table `options`.
 */
void config_trust_settle(struct config_tree *full,
			 const struct config_tree *own,
			 const struct trust *trust, const char *place,
			 struct config_wishes *wishes,
			 struct config_tree *options);

#endif
