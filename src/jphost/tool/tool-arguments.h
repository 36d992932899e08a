#ifndef JPD_TOOL_TOOL_ARGUMENTS_H
#define JPD_TOOL_TOOL_ARGUMENTS_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * A model's arguments against a tool's parameters, as in jp: what is missing
 * and has a default gets it; a text where another type is wanted is read as
 * JSON where that gives the type; what is missing and required, or is not
 * known, is an error. All other bytes stay as they came.
 *
 * `parameters` is raw, as configured; where it is no object nothing is
 * checked. Appends an object to `out`. -1 with a sentence for the model in
 * `err`.
 */
int tool_arguments_prepare(struct strbuf *out, struct slice arguments,
			   struct slice parameters, struct strbuf *err);

#endif
