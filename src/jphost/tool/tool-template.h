#ifndef JPD_TOOL_TOOL_TEMPLATE_H
#define JPD_TOOL_TOOL_TEMPLATE_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * `{{…}}` in a tool's command, of jp's minijinja: a path into the values, as
 * `tool.arguments.x` or `tool.arguments["x"][0]`, and the filters tojson,
 * default("…"), trim, lower and upper. All else, and a path without a value,
 * is an error: nothing, or "null", in the place of a path is worse than no
 * run at all. Answers to questions that were not asked yet are empty.
 */

/*
 * Cut the next one off `rest`: what stands `before` it, and what is `inside`
 * it. 1; 0 where there is none, and `before` is all; -1 with a sentence in
 * `err` for a statement, or one that does not end.
 */
int tool_template_next(struct slice *rest, struct slice *before,
		       struct slice *inside, struct strbuf *err);

/* Append the value of an expression. -1 with a sentence in `err`. */
int tool_template_value(struct strbuf *out, struct slice inside,
			struct slice values, struct strbuf *err);

/* Append a whole text, filled in. */
int tool_template_fill(struct strbuf *out, struct slice text,
		       struct slice values, struct strbuf *err);

#endif
