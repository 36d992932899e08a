#ifndef JPD_TOOL_TOOL_DOCS_H
#define JPD_TOOL_TOOL_DOCS_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * The long text about a tool, which a request omits: jp's built-in tool
 * `describe_tools` gives it to a model that asks.
 */
#define TOOL_DOCS_NAME "describe_tools"

/* Write the tool as a request offers it: an object. */
void tool_docs_write_offer(struct strbuf *out);

/* Whether it is offered: there is a tool that can be run. */
bool tool_docs_is_offered(struct slice config);

/* Write its result. -1 if that is an error, which goes to the model, too. */
int tool_docs_answer(struct strbuf *out, struct slice config,
		     struct slice arguments);

#endif
