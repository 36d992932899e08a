#ifndef JPD_HOSTS_TOOL_CONSENT_H
#define JPD_HOSTS_TOOL_CONSENT_H

#include "src/base/slice.h"

/*
 * Of jp's configuration of tools (`conversation.tools`, a raw object), one that
 * is enabled and can ask the person: before it runs, about its result, or a
 * question of its own. Its name, to free(), or NULL. What is not understood
 * asks.
 */
char *tool_consent_asking(struct slice tools);

#endif
