#ifndef JPD_TOOL_TOOL_TEMPLATE_H
#define JPD_TOOL_TOOL_TEMPLATE_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * `{{…}}` in a tool's command, a subset of jp's minijinja: a path into the
 * values, as `tool.arguments.x` or `tool.arguments["x"][0]`, and the filters
 * tojson, default("…"), trim, lower and upper. Everything else, and a path
 * without a value, is an error: not running is better than putting nothing, or
 * "null", in its place. Answers to questions that were not asked yet are empty.
 */

/*
 * Cut the next expression off `rest`: the text `before` it, and what is
 * `inside` it. Returns 1; 0 if there is none, and `before` is everything; -1
 * with a sentence in `err` for a statement, or one that is not closed.
 */
int tool_template_next(struct slice *rest, struct slice *before,
		       struct slice *inside, struct strbuf *err);

/* Append the value of an expression. -1 with a sentence in `err`. */
int tool_template_value(struct strbuf *out, struct slice inside,
			struct slice values, struct strbuf *err);

/* Append a whole text with its expressions filled in. */
int tool_template_fill(struct strbuf *out, struct slice text,
		       struct slice values, struct strbuf *err);

#endif
