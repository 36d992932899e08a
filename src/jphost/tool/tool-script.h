#ifndef JPD_TOOL_TOOL_SCRIPT_H
#define JPD_TOOL_TOOL_SCRIPT_H

#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * A script for a shell, with values of a model in it. A value is never a part
 * of the script: in its place stands "$1", "$2" …, in the quotes that are
 * open there, and the value is a word of the shell's own command line. Where
 * that is not possible, or where the value would be code all the same, as
 * within `sh -c "…"`, `eval`, `$((…))` or a here-document, it is refused.
 */
struct tool_script {
	struct strbuf text;
	char **values; /* owned; "$1" is the first */
	size_t count, cap;
};

/*
 * `program` is the text of the script, `args` a raw list of words behind it,
 * each one word. -1 with a sentence in `err`.
 */
int tool_script_make(struct tool_script *script, struct slice program,
		     struct slice args, struct slice values,
		     struct strbuf *err);
void tool_script_release(struct tool_script *script);

#endif
