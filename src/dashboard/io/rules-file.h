#ifndef JPD_IO_RULES_FILE_H
#define JPD_IO_RULES_FILE_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * The file of rules, one a line, which the option `rules_file` names. It
 * approves things, so it must be ours, and nobody else may write it.
 */

/* Append what it holds; nothing where there is none. -1 with a sentence. */
int rules_file_read(const char *path, struct strbuf *text, struct strbuf *err);
/*
 * Add a line, or take all that are equal to it out; the others stay as they
 * are. The file is replaced as a whole, and never half-written. -1 with a
 * sentence.
 */
int rules_file_change(const char *path, struct slice line, bool add,
		      struct strbuf *err);

#endif
