#ifndef JPD_HOSTS_TOOL_CONSENT_H
#define JPD_HOSTS_TOOL_CONSENT_H

#include "src/base/slice.h"

/*
 * In jp's configuration of tools (`conversation.tools`, a raw object), find an
 * enabled one that may ask the user: before it runs, about its result, or its
 * own question. Its name, to free(), or NULL. What is not understood counts as
 * asking.
 */
char *tool_consent_asking(struct slice tools);

#endif
