#ifndef JPD_CONFIG_CONFIG_TRUST_H
#define JPD_CONFIG_CONFIG_TRUST_H

#include "src/base/trust.h"
#include "src/toml/config-tree.h"

/*
 * What a cloned repository or a conversation says is a stranger's word. It
 * may choose a model's parameters, titles and views, but not by itself:
 *
 *   conversation.tools.NAME            define a tool, or what it may do unasked
 *   providers.mcp.NAME                 start a program
 *   plugins.command.jphost.options.*   choose who answers, lift a limit
 *   plugins.command.dashboard.options  start hosts, name rules, rebind keys, …
 *
 * Such settings are wishes: they count where the person allowed exactly this
 * content, and where the person's own layers say the same.
 */
struct config_wish {
	char *name;  /* "conversation.tools.ls" */
	char *value; /* raw JSON: all that the answer is about */
	enum trust_word answer;
};

struct config_wishes {
	struct config_wish *entries;
	size_t count, cap;
	size_t left_out; /* of them; those without an allowing answer */
};

#define CONFIG_WISHES_INIT    \
	{                     \
		NULL, 0, 0, 0 \
	}

void config_wishes_release(struct config_wishes *wishes);

/*
 * Take out of `full`, a configuration of all layers, what is wished for and
 * not allowed; `own` is that of the person's layers alone, and `place` the
 * workspace that the answers in `trust` are about. A tool that is a
 * stranger's stays, but is asked about before it runs. A stranger may always
 * be more careful than the person.
 *
 * The wishes are added to `wishes`, and options of the dashboard that were
 * taken out to the table `options`, as they stood there.
 */
void config_trust_settle(struct config_tree *full,
			 const struct config_tree *own,
			 const struct trust *trust, const char *place,
			 struct config_wishes *wishes,
			 struct config_tree *options);

#endif
