#ifndef JPD_WORKSPACE_WORKSPACE_OWNER_H
#define JPD_WORKSPACE_WORKSPACE_OWNER_H

#include <stdbool.h>
#include <sys/stat.h>

#include "src/base/strbuf.h"

/* Whether it belongs to us or root, or to who called sudo. */
bool workspace_owner_is_ours(const struct stat *st);

/*
 * Whether a file found while climbing to the root may be trusted, as git's
 * safe.directory asks: it is ours or root's, and nobody else can write it. Its
 * group counts as ours alone if we run with it, because most systems give each
 * user a group. In a directory with the sticky bit, others can only add files
 * that are then theirs.
 */
bool workspace_owner_is_safe(const struct stat *st);

/* The same for a path. -1 with a sentence in `err`; a missing file is safe. */
int workspace_owner_check(const char *path, struct strbuf *err);

#endif
