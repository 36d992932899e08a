#ifndef JPD_IO_OWN_OPTIONS_H
#define JPD_IO_OWN_OPTIONS_H

#include "src/dashboard/app/options.h"

/*
 * Read the user's settings besides the arguments: their own file,
 * $XDG_CONFIG_HOME/jp-dashboard/config.toml, and their answers to wishes of
 * workspaces. A file that cannot be read is reported, and none of it counts.
 */
void own_options_read(struct options *options);

#endif
