#ifndef JPD_BASE_USER_CONFIG_H
#define JPD_BASE_USER_CONFIG_H

#include <stdbool.h>

#include "src/base/strbuf.h"

/*
 * Append the path of the user's own config.toml of one of our programs, below
 * $XDG_CONFIG_HOME or ~/.config. False if neither is known.
 */
bool user_config_path(struct strbuf *path, const char *program);

#endif
