#ifndef JPD_FILE_H
#define JPD_FILE_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/* What all that writes files for the person shares. */

/* -1, with "WHAT 'PATH': the reason of errno" in `err`. */
int file_fail(struct strbuf *err, const char *what, const char *path);
/* All of it, however often it takes; -1 with errno. */
int file_write(int fd, struct slice text);
/* Append what is left to be read, as long as that is at most `max` bytes;
 * -1 with errno, EFBIG where there is more. */
int file_read(int fd, struct strbuf *text, size_t max);

#endif
