#ifndef JPD_TOOL_TOOL_ARGUMENTS_H
#define JPD_TOOL_TOOL_ARGUMENTS_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/tool/tool-config.h"

/*
 * A model's arguments against a tool's parameters, as in jp: what is missing
 * and has a default gets it; a text where another type is wanted is read as
 * JSON where that gives the type; what is missing and required, or is not
 * known, is an error. All other bytes stay as they came.
 *
 * `parameters` is raw, as configured; where it is no object there are none, so
 * that every argument is one too many. Appends an object to `out`. -1 with a
 * sentence for the model in `err`.
 */
int tool_arguments_prepare(struct strbuf *out, struct slice arguments,
			   struct slice parameters, struct strbuf *err);

/*
 * Likewise for a call of `tool`. A call that only moves a tool that runs in the
 * background already needs none of its parameters, and stays as it is.
 */
int tool_arguments_of_call(struct strbuf *out, const struct tool_config *tool,
			   struct slice arguments, struct strbuf *err);

/* Whether what a user has made of a call's arguments fits the tool. */
int tool_arguments_check_edited(const struct tool_config *tool,
				struct slice arguments, struct strbuf *err);

#endif
