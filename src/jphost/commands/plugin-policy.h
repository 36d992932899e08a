#ifndef JPD_COMMANDS_PLUGIN_POLICY_H
#define JPD_COMMANDS_PLUGIN_POLICY_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/workspace/workspace.h"

/*
 * Whether a plugin may be started, by `plugins.command.NAME` in the
 * configuration (RFD 072, "Trust"): `run` is "ask", "unattended" (or "allow")
 * or "deny", `checksum` that of its file. Any layer may refuse; only the user's
 * own may let it start without asking. If they have no setting, the user is
 * asked as well, unless the plugin's path was typed or it is beside our
 * program. An answer is kept for exactly this file.
 *
 * `name` is as typed, and may be a path. 0, or -1 with a sentence in `err`.
 */
int plugin_policy_check(const struct workspace *ws, struct slice given,
			const char *name, const char *path, struct strbuf *err);

/*
 * Which plugins may not be started at all, not even to describe themselves:
 * those that are denied, and files other than the pinned one. Read from the
 * user's files and those of the workspace that contains `dir`, if any.
 */
struct plugin_bars {
	struct strbuf config; /* raw, one per line */
	struct strbuf failed; /* a file is unreadable: start nothing */
};

#define PLUGIN_BARS_INIT                 \
	{                                \
		STRBUF_INIT, STRBUF_INIT \
	}

void plugin_bars_read(struct plugin_bars *bars, const char *dir);
void plugin_bars_release(struct plugin_bars *bars);
/* -1 with a sentence in `why` if it may not be started. */
int plugin_bars_check(const struct plugin_bars *bars, const char *name,
		      const char *path, struct strbuf *why);

#endif
