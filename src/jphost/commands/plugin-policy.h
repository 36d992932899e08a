#ifndef JPD_COMMANDS_PLUGIN_POLICY_H
#define JPD_COMMANDS_PLUGIN_POLICY_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/workspace/workspace.h"

/*
 * Whether a plugin may be started, by `plugins.command.NAME` of the
 * configuration (RFD 072, "Trust"): `run` is "ask", "unattended" (or "allow")
 * or "deny", `checksum` what its file must have. Any layer may refuse; only
 * the person's own may let it start unasked where one says "ask". What was
 * answered to a question is kept, for exactly this file.
 *
 * `name` is as it was typed, a path too. 0, or -1 with a sentence in `err`.
 */
int plugin_policy_check(const struct workspace *ws, struct slice given,
			const char *name, const char *path, struct strbuf *err);

#endif
