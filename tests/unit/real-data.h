#ifndef JPD_TESTS_UNIT_REAL_DATA_H
#define JPD_TESTS_UNIT_REAL_DATA_H

#include <glob.h>
#include <stdbool.h>

#include "src/base/strbuf.h"

/*
 * A workspace with conversations written by jp itself, if there is one:
 * $JPD_TEST_DATA, or else ../shared/data/jp-workspace beside the source tree.
 */
void real_data_path(struct strbuf *path);
/* Add the files with this name, of all its conversations, to `files`, which is
 * 0 at first; false if that has none. */
bool real_data_find(glob_t *files, const char *name);
/* Append the text of a file; fails the test if it cannot be read. */
void real_data_read(struct strbuf *text, const char *path);

#endif
