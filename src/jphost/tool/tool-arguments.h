#ifndef JPD_TOOL_TOOL_ARGUMENTS_H
#define JPD_TOOL_TOOL_ARGUMENTS_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/tool/tool-config.h"

/*
 * Checks a model's arguments against a tool's parameters, as jp does: a missing
 * argument gets its default; a string where another type is wanted is parsed as
 * JSON if that gives the type; an argument that is required but missing, or
 * unknown, is an error. All other bytes stay as they came.
 *
 * `parameters` is raw, as configured. If it is not an object there are none,
 * and every argument is unknown. Appends an object to `out`; `added`: with a
 * default in it. -1 with a sentence for the model in `err`.
 */
int tool_arguments_prepare(struct strbuf *out, struct slice arguments,
			   struct slice parameters, bool *added,
			   struct strbuf *err);

/*
 * The same for a call of `tool`. A call that only controls a tool already in
 * the background needs none of the parameters and is left as it is.
 */
int tool_arguments_of_call(struct strbuf *out, const struct tool_config *tool,
			   struct slice arguments, bool *added,
			   struct strbuf *err);

/* Whether the user's edited arguments of a call fit the tool. */
int tool_arguments_check_edited(const struct tool_config *tool,
				struct slice arguments, struct strbuf *err);

#endif
