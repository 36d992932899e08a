#ifndef JPD_TOOL_TOOL_SCHEMA_H
#define JPD_TOOL_TOOL_SCHEMA_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Whether arguments fit the configured parameters of a tool
 * (`conversation.tools.NAME.parameters`, raw; if it is not an object, there are
 * none): names, required ones, types, enumerations, items and properties. 0, or
 * -1 with a sentence in `err`.
 */
int tool_schema_check(struct slice parameters, struct slice arguments,
		      struct strbuf *err);

#endif
