#ifndef JPD_WORKSPACE_WORKSPACE_OWNER_H
#define JPD_WORKSPACE_WORKSPACE_OWNER_H

#include <stdbool.h>
#include <sys/stat.h>

#include "src/base/strbuf.h"

/*
 * Whose a file is that was found by climbing, as git's safe.directory asks:
 * ours or root's, and nobody else's to write. A group counts as ours alone
 * where it is the one we run with, as most systems give each user one; in a
 * directory with the sticky bit others can only add what is then theirs.
 */
bool workspace_owner_is_safe(const struct stat *st);

/* The same of a path. -1 with a sentence in `err`; what is not there is safe. */
int workspace_owner_check(const char *path, struct strbuf *err);

#endif
