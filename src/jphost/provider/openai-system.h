#ifndef JPD_PROVIDER_OPENAI_SYSTEM_H
#define JPD_PROVIDER_OPENAI_SYSTEM_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * What a model is told before a conversation, as in jp: the system prompt,
 * then sections and instructions by their position, and, where there are
 * tools, jp's own instruction about them. jp sends a message for each; models
 * that want one system message get it as one text.
 */
void openai_system_add(struct strbuf *out, struct slice config, bool has_tools);

#endif
