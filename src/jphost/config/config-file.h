#ifndef JPD_CONFIG_CONFIG_FILE_H
#define JPD_CONFIG_CONFIG_FILE_H

#include <stdbool.h>

#include "src/base/strbuf.h"
#include "src/toml/config-tree.h"

/*
 * Read one file: TOML, or JSON where its name does not end in ".toml". NULL
 * with a sentence in `err` that names the file and the line.
 */
struct config_tree *config_file_read(const char *path, struct strbuf *err);

/* Whether a path of realpath() lies below a directory. */
bool config_file_is_inside(const char *real, const char *dir);

/*
 * Lay `stem`.toml or else `stem`.json, with what they extend, over `tree`.
 * Where there is neither, nothing is done. `inside` is the directory that none
 * of them may lie outside of, symbolic links followed, or NULL. One that jp
 * reads and we do not, for that or for its format, sets `*unread` and is told,
 * unless `unread` is NULL. -1 with a sentence in `err`.
 */
int config_file_load(struct config_tree *tree, const char *stem,
		     const char *inside, bool *unread, struct strbuf *err);

#endif
