#ifndef JPD_IO_RULES_FILE_H
#define JPD_IO_RULES_FILE_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * The file of rules, one per line, named by the option `rules_file`. It
 * approves requests, so it must be ours, and no one else may write to it.
 */

/* Append its content; nothing if it is missing. -1 with a sentence. */
int rules_file_read(const char *path, struct strbuf *text, struct strbuf *err);
/*
 * Add a line, or remove all that are equal to it; the others stay as they are.
 * The file is replaced as a whole, never half-written. -1 with a sentence.
 */
int rules_file_change(const char *path, struct slice line, bool add,
		      struct strbuf *err);

#endif
