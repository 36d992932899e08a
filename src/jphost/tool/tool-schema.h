#ifndef JPD_TOOL_TOOL_SCHEMA_H
#define JPD_TOOL_TOOL_SCHEMA_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Whether arguments fit what the configuration says of a tool's parameters
 * (`conversation.tools.NAME.parameters`, raw; where it is no object, it has none):
 * names, what is required, types, enumerations, items and properties. 0, or -1
 * with a sentence in `err`.
 */
int tool_schema_check(struct slice parameters, struct slice arguments,
		      struct strbuf *err);

#endif
