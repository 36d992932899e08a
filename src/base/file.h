#ifndef JPD_BASE_FILE_H
#define JPD_BASE_FILE_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/* What all that writes files for the person shares. */

/* A path as a person writes it: "~/" is the home. */
void file_add_path(struct strbuf *out, const char *path);
/* -1, with "WHAT 'PATH': the reason of errno" in `err`. */
int file_fail(struct strbuf *err, const char *what, const char *path);
/* All of it, however often it takes; -1 with errno. */
int file_write(int fd, struct slice text);
/* Append what is left to be read, as long as that is at most `max` bytes;
 * -1 with errno, EFBIG where there is more. */
int file_read(int fd, struct strbuf *text, size_t max);
/*
 * Make `path`, in the folder `at` (or AT_FDCWD), hold this, for its owner
 * only. Who reads it meanwhile has all of the old text or all of the new one,
 * whatever becomes of us. -1 with errno, and nothing changed.
 */
int file_replace(int at, const char *path, struct slice text);
/*
 * Remove from the folder `at` what processes left there that were killed in
 * file_replace() of the file `name`, or of any ".json" where that is NULL.
 */
void file_sweep(int at, const char *name);

#endif
