#ifndef JPD_TOOL_TOOL_ANSWERS_H
#define JPD_TOOL_TOOL_ANSWERS_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/tool/tool-config.h"

/* The answers that a tool's configuration has: `questions.ID.answer`. */

/* Raw JSON in `*answer`; false if there is none. */
bool tool_answers_find(const struct tool_config *tool, const char *question,
		       struct slice *answer);
/*
 * Append an object of all of them, as jp gives them to a tool before it asks,
 * and of those that were `given` (a raw object), which count more.
 */
void tool_answers_write(struct strbuf *out, const struct tool_config *tool,
			struct slice given);

#endif
