#ifndef JPD_TOOL_TOOL_COMMAND_H
#define JPD_TOOL_TOOL_COMMAND_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/* The data from which a tool's command line is built. */
struct tool_call_data {
	struct slice command;     /* raw, as configured */
	const char *name;         /* of the tool */
	struct slice arguments;   /* raw object */
	struct slice answers;     /* raw object: answers to earlier questions */
	struct slice options;     /* raw object, or empty */
	struct slice access;      /* raw, as configured, or empty */
	const char *root;         /* of the workspace */
	const char *workspace;    /* its id; or NULL */
	const char *conversation; /* its id, as jp spells it; or NULL */
};

/*
 * Build the words to run, terminated by NULL; free them with
 * tool_command_free(). As in jp, a command is a string, split like a shell's
 * words, or {program, args, shell}; an array of words is accepted, too. In each
 * word, {{tool}}, {{context}} and paths into them are replaced by their value:
 * tool-template.h. A value never becomes more than one word. A shell runs only
 * with `shell`, and then no value is part of its script: tool-script.h. NULL
 * with a sentence in `err`.
 */
char **tool_command_build(const struct tool_call_data *data,
			  struct strbuf *err);
void tool_command_free(char **argv);

#endif
