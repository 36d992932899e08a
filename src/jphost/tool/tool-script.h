#ifndef JPD_TOOL_TOOL_SCRIPT_H
#define JPD_TOOL_TOOL_SCRIPT_H

#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * A shell script with values of a model in it. A value is never part of the
 * script: it is replaced by "$1", "$2" …, in the quotes that are open there,
 * and passed as an argument of the shell. If that is not possible, or if the
 * value would be code all the same, as within `sh -c "…"`, `eval`, `$((…))` or
 * a here-document, it is refused.
 */
struct tool_script {
	struct strbuf text;
	char **values; /* owned; "$1" is the first */
	size_t count, cap;
};

/*
 * `program` is the text of the script, `args` a raw list of arguments, each one
 * word. -1 with a sentence in `err`.
 */
int tool_script_make(struct tool_script *script, struct slice program,
		     struct slice args, struct slice values,
		     struct strbuf *err);
void tool_script_release(struct tool_script *script);

#endif
