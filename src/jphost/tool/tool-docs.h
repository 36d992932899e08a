#ifndef JPD_TOOL_TOOL_DOCS_H
#define JPD_TOOL_TOOL_DOCS_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * The long text about a tool, which a request leaves out: jp's built-in tool
 * `describe_tools` gives it to a model that asks.
 */
#define TOOL_DOCS_NAME "describe_tools"

/* The tool as a request offers it: an object. */
void tool_docs_write_offer(struct strbuf *out);

/* Whether the configuration offers it: there is a tool that can be run. */
bool tool_docs_is_offered(struct slice config);

/* Its result. -1 where that is an error, for the model as well. */
int tool_docs_answer(struct strbuf *out, struct slice config,
		     struct slice arguments);

#endif
