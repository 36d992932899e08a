#ifndef JPD_TOOL_TOOL_OUTCOME_H
#define JPD_TOOL_TOOL_OUTCOME_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/tool/tool-process.h"

/* The result of a tool that has exited. */
struct tool_outcome {
	bool asks;             /* it asks a question and must be run again */
	struct strbuf content; /* the result; may be invalid UTF-8 */
	bool is_error;
	struct slice question; /* if `asks`: raw, in the output */
};

/*
 * Read the output as jp does: stdout may be {"type":"success","content":…},
 * {"type":"error",…} or {"type":"needs_input","question":{…}}. Any other text
 * is the content itself, and an error if the exit status is not 0.
 */
void tool_outcome_read(struct tool_outcome *outcome, const char *name,
		       const struct tool_process *process);

#endif
