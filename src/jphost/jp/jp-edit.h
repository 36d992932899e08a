#ifndef JPD_JP_JP_EDIT_H
#define JPD_JP_JP_EDIT_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Changed arguments on their way to jp's editor, which is another process of
 * ours: a file in memory, of which nothing is left whoever is killed. It is
 * empty until there are some, and again once they were taken.
 */

/* A descriptor, or -1 with errno. */
int jp_edit_open(void);
/* Append its path for the other process, while we run. */
void jp_edit_add_path(struct strbuf *out, int fd);
/* Put these arguments there; empty: none after all. False if that fails. */
bool jp_edit_put(int fd, struct slice arguments);
bool jp_edit_is_taken(int fd);

/*
 * In the other process: append the arguments. A descriptor for jp_edit_taken(),
 * or -1 if there are none, or the path is no such file (any more).
 */
int jp_edit_take(const char *path, struct strbuf *arguments);
/* They have arrived. Closes `fd`; false if that could not be said. */
bool jp_edit_taken(int fd);

#endif
