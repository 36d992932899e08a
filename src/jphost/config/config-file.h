#ifndef JPD_CONFIG_CONFIG_FILE_H
#define JPD_CONFIG_CONFIG_FILE_H

#include <stdbool.h>

#include "src/base/strbuf.h"
#include "src/toml/config-tree.h"

/*
 * Read one file: JSON, or TOML if its name ends in ".toml". NULL with a
 * sentence in `err` that names the file and the line.
 */
struct config_tree *config_file_read(const char *path, struct strbuf *err);

/* Whether a path from realpath() is below a directory. */
bool config_file_is_inside(const char *real, const char *dir);

/*
 * Merge `stem`.toml, or else `stem`.json, with the files that they extend, into
 * `tree`. Does nothing if neither exists. `inside` is a directory that must
 * contain all of them, after following symbolic links, or NULL. A file that jp
 * reads and we do not, because of its place or its format, sets `*unread` and
 * is reported, unless `unread` is NULL. -1 with a sentence in `err`.
 */
int config_file_load(struct config_tree *tree, const char *stem,
		     const char *inside, bool *unread, struct strbuf *err);

#endif
