#ifndef JPD_IO_USER_FILE_H
#define JPD_IO_USER_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/dashboard/app/effect.h"

/* Files that the person names; `~/` is the home. */

/* All of a regular file of at most `max` bytes; and in `file`, unless NULL,
 * effect_done.file. -1 with a sentence. */
int user_file_read(const char *path, size_t max, struct strbuf *text,
		   struct strbuf *file, struct strbuf *err);
/*
 * The names in a folder, sorted, each with a NUL behind it and, of a folder,
 * a slash before that; at most USER_FILE_NAMES. Those that are no UTF-8 text
 * cannot be typed and are left out, as are, but where `hidden`, those that
 * begin with a dot. Nothing where it cannot be read.
 */
#define USER_FILE_NAMES 1000
void user_file_names(const char *folder, bool hidden, struct strbuf *names);

/*
 * EFFECT_EXISTS: nothing was touched. EFFECT_FAILED: a sentence in `err`, and
 * no half of a file is left. What exists is replaced only where `replace` is
 * set, and then as a whole.
 */
enum effect_result user_file_save(const char *path, struct slice text,
				  bool replace, struct strbuf *err);

#endif
