#ifndef JPD_PROVIDER_PROVIDER_REPLAY_H
#define JPD_PROVIDER_PROVIDER_REPLAY_H

#include "src/jphost/provider/provider.h"

/*
 * A provider that plays a script instead of asking a model (protocol(7)): JSON
 * lines, one step each. The script is read and checked as a whole before the
 * first step; the steps are then given when they are due.
 */

/*
 * NULL with a sentence in `err`, which names the line, if the script is missing
 * or invalid.
 */
struct provider *provider_replay_open(const char *path, struct strbuf *err);
/* The same for a script in memory; `name` is its name in sentences. */
struct provider *provider_replay_parse(struct slice script, const char *name,
				       struct strbuf *err);

#endif
