#ifndef JPD_TOOL_TOOL_COMMAND_H
#define JPD_TOOL_TOOL_COMMAND_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/* What a tool's command line is made from. */
struct tool_call_data {
	struct slice command;   /* raw, as configured */
	const char *name;       /* of the tool */
	struct slice arguments; /* raw object */
	struct slice answers;   /* raw object: what was asked before */
	const char *root;       /* of the workspace */
};

/*
 * The words to run, ended by NULL; free them with tool_command_free(). As in
 * jp a command is a string, cut at blanks, or {program, args, shell}; an
 * array of words is taken, too. In each word {{tool}}, {{context}} and paths
 * into them, such as {{tool.arguments.path}}, stand for their value. A value
 * never becomes more than one word; only with `shell` is there a shell, and
 * then values are quoted for it. NULL with a sentence in `err`.
 */
char **tool_command_build(const struct tool_call_data *data,
			  struct strbuf *err);
void tool_command_free(char **argv);

#endif
