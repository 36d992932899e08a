#ifndef JPD_PROVIDER_OPENAI_SYSTEM_H
#define JPD_PROVIDER_OPENAI_SYSTEM_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Append a model's instructions before a conversation, as in jp: the system
 * prompt, then sections and instructions by position and, if there are tools,
 * jp's own instruction about them. jp sends a message for each; we write one
 * text, for models that require a single system message.
 */
void openai_system_add(struct strbuf *out, struct slice config, bool has_tools);

#endif
