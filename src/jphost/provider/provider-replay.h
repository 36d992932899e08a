#ifndef JPD_PROVIDER_PROVIDER_REPLAY_H
#define JPD_PROVIDER_PROVIDER_REPLAY_H

#include "src/jphost/provider/provider.h"

/*
 * A provider that plays a script instead of asking a model (protocol(7)):
 * JSON lines, one step each. The script is read and checked whole before the
 * first step; then steps are handed out as their time comes.
 */

/*
 * NULL with a sentence in `err`, which names the line, where the script is
 * missing or bad.
 */
struct provider *provider_replay_open(const char *path, struct strbuf *err);
/* The same for a script in memory; `name` stands for it in sentences. */
struct provider *provider_replay_parse(struct slice script, const char *name,
				       struct strbuf *err);

#endif
