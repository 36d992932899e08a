#ifndef JPD_COMMANDS_PROVIDER_CHOICE_H
#define JPD_COMMANDS_PROVIDER_CHOICE_H

#include <stdbool.h>
#include <stdint.h>

#include "proto/event.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/workspace/workspace.h"

/*
 * Who answers queries, and which model: from the command line, else
 * $JPHOST_PROVIDER and $JPHOST_MODEL, else `provider` and `model` of
 * plugins.command.jphost.options in the user's own configuration. A workspace's
 * configuration never counts: it could send the user's key to its own server.
 */
struct provider_choice {
	char *provider; /* or NULL: none */
	char *model;    /* or NULL: assistant.model.id of the configuration */
	struct strbuf own; /* the user's own configuration */
};

/* `provider` and `model` are the command line's, or NULL; `given` too. */
void provider_choice_init(struct provider_choice *choice,
			  const struct workspace *ws, struct slice given,
			  const char *provider, const char *model);
/*
 * How long a prompt waits, and what is done then: `prompt_timeout_secs` and
 * `prompt_fallback` there, unless the command line has set `*timeout_ms` (else
 * -1) or the fallback (`fallback_given`). Only the user's own word may approve.
 */
void provider_choice_prompts(const struct provider_choice *choice,
			     int64_t *timeout_ms, bool fallback_given,
			     enum fallback *fallback);
/* Use the real jp if no provider is named and jp is on $PATH. */
void provider_choice_prefer_jp(struct provider_choice *choice);
void provider_choice_release(struct provider_choice *choice);

#endif
