#ifndef JPD_CONFIG_CONFIG_GLOB_H
#define JPD_CONFIG_CONFIG_GLOB_H

#include <stddef.h>

#include "src/base/strbuf.h"

/* Paths, each once, in the order of their names. */
struct config_paths {
	char **paths;
	size_t count, cap;
};

#define CONFIG_PATHS_INIT  \
	{                  \
		NULL, 0, 0 \
	}

/*
 * The files below `dir` that a pattern of `extends` means: `*`, `?` and `[…]`
 * stand for a part of a name, `**` for any directories between. One without
 * these means the path itself, there or not. Hidden names are only met where
 * they are written out, and links to directories where `**` is not. -1 with a
 * sentence where there is too much to look at.
 */
int config_glob(struct config_paths *found, const char *dir,
		const char *pattern, struct strbuf *err);
void config_paths_add(struct config_paths *paths, const char *path);
void config_paths_release(struct config_paths *paths);

#endif
