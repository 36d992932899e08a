#ifndef JPD_IO_USER_FILE_H
#define JPD_IO_USER_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/dashboard/app/effect.h"

/* Files that the user names; `~/` is the home directory. */

/* Read a regular file of at most `max` bytes; `file`, unless NULL, gets
 * effect_done.file. -1 with a sentence. */
int user_file_read(const char *path, size_t max, struct strbuf *text,
		   struct strbuf *file, struct strbuf *err);
/*
 * The names in a folder, sorted, each followed by a NUL and, for a folder, by a
 * slash before that; at most USER_FILE_NAMES. Names that are not UTF-8 cannot
 * be typed and are skipped; so are dot files unless `hidden`. Nothing if the
 * folder cannot be read.
 */
#define USER_FILE_NAMES 1000
void user_file_names(const char *folder, bool hidden, struct strbuf *names);

/*
 * EFFECT_EXISTS: nothing was changed. EFFECT_FAILED: a sentence in `err`, and
 * no partial file is left. An existing file is replaced only with `replace`,
 * and then as a whole.
 */
enum effect_result user_file_save(const char *path, struct slice text,
				  bool replace, struct strbuf *err);

#endif
