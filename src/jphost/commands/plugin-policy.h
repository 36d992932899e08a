#ifndef JPD_COMMANDS_PLUGIN_POLICY_H
#define JPD_COMMANDS_PLUGIN_POLICY_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/workspace/workspace.h"

/*
 * Whether a plugin may be started, by `plugins.command.NAME` of the
 * configuration (RFD 072, "Trust"): `run` is "ask", "unattended" (or "allow")
 * or "deny", `checksum` what its file must have. Any layer may refuse; only
 * the person's own may let it start unasked. Where they say nothing it is
 * asked about as well, unless its path was typed or it stands beside us. What
 * was answered to a question is kept, for exactly this file.
 *
 * `name` is as it was typed, a path too. 0, or -1 with a sentence in `err`.
 */
int plugin_policy_check(const struct workspace *ws, struct slice given,
			const char *name, const char *path, struct strbuf *err);

/*
 * Whether a plugin may be started at all, if only to be asked what it is: not
 * one that is denied, nor another file than the one that is pinned. Read from
 * the person's files and those of the workspace that `dir` lies in, if any.
 */
struct plugin_bars {
	struct strbuf config; /* a line each, raw */
	struct strbuf failed; /* one cannot be read: nothing is started */
};

#define PLUGIN_BARS_INIT                 \
	{                                \
		STRBUF_INIT, STRBUF_INIT \
	}

void plugin_bars_read(struct plugin_bars *bars, const char *dir);
void plugin_bars_release(struct plugin_bars *bars);
/* -1 with a sentence in `why` where it may not. */
int plugin_bars_check(const struct plugin_bars *bars, const char *name,
		      const char *path, struct strbuf *why);

#endif
