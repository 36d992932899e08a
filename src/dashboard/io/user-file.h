#ifndef JPD_IO_USER_FILE_H
#define JPD_IO_USER_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/* Files that the person names; `~/` is the home. */

/* All of a regular file of at most `max` bytes. -1 with a sentence. */
int read_file_text(const char *path, size_t max, struct strbuf *text,
		   struct strbuf *err);
/*
 * The names in a folder, sorted, each with a NUL behind it and, of a folder,
 * a slash before that; at most READ_FILE_NAMES. Those that are no UTF-8 text
 * cannot be typed and are left out, as are, but where `hidden`, those that
 * begin with a dot. Nothing where it cannot be read.
 */
#define READ_FILE_NAMES 1000
void read_file_names(const char *folder, bool hidden, struct strbuf *names);

#endif
