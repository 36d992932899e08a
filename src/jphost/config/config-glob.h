#ifndef JPD_CONFIG_CONFIG_GLOB_H
#define JPD_CONFIG_CONFIG_GLOB_H

#include <stddef.h>

#include "src/base/strbuf.h"

/* Paths without duplicates, sorted by name. */
struct config_paths {
	char **paths;
	size_t count, cap;
};

#define CONFIG_PATHS_INIT  \
	{                  \
		NULL, 0, 0 \
	}

/*
 * Find the files below `dir` that match a pattern of `extends`: `*`, `?` and
 * `[…]` match part of a name, `**` any directories. A pattern without these is
 * the path itself, whether it exists or not. Hidden names must be spelled out,
 * and `**` does not follow links to directories. -1 with a sentence if there is
 * too much to search.
 */
int config_glob(struct config_paths *found, const char *dir,
		const char *pattern, struct strbuf *err);
void config_paths_add(struct config_paths *paths, const char *path);
void config_paths_release(struct config_paths *paths);

#endif
