#ifndef JPD_TOOL_TOOL_OUTCOME_H
#define JPD_TOOL_TOOL_OUTCOME_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/tool/tool-process.h"

/* What came of a tool that has ended. */
struct tool_outcome {
	bool asks;             /* it wants an answer, and to be run again */
	struct strbuf content; /* the result; UTF-8 is not checked */
	bool is_error;
	struct slice question; /* asks: raw object, in the process' output */
};

/*
 * As jp has it: stdout may be {"type":"success","content":…}, {"type":
 * "error",…} or {"type":"needs_input","question":{…}}; any other text is the
 * content itself, an error where the exit status is not 0.
 */
void tool_outcome_read(struct tool_outcome *outcome, const char *name,
		       const struct tool_process *process);

#endif
