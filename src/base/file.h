#ifndef JPD_BASE_FILE_H
#define JPD_BASE_FILE_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/* Shared by everything that writes files for the user. */

/* Append a path in which a leading "~/" means the home directory. */
void file_add_path(struct strbuf *out, const char *path);
/* Returns -1, with "WHAT 'PATH': the reason of errno" in `err`. */
int file_fail(struct strbuf *err, const char *what, const char *path);
/* Write all of it, however many calls it takes; -1 with errno. */
int file_write(int fd, struct slice text);
/* Append the rest of the file, if it is at most `max` bytes; -1 with errno,
 * EFBIG if there is more. */
int file_read(int fd, struct strbuf *text, size_t max);
/*
 * Replace the content of `path`, relative to the folder `at` (or AT_FDCWD),
 * with access for its owner only. A reader sees either all of the old text or
 * all of the new, even if we crash. -1 with errno, and nothing changed.
 */
int file_replace(int at, const char *path, struct slice text);
/*
 * Remove temporary files from the folder `at` that processes killed in
 * file_replace() left: those of the file `name`, or if NULL of any ".json".
 */
void file_sweep(int at, const char *name);

#endif
