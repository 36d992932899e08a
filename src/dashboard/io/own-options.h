#ifndef JPD_IO_OWN_OPTIONS_H
#define JPD_IO_OWN_OPTIONS_H

#include "src/dashboard/app/options.h"

/*
 * Read what is the person's word beside the arguments: the file of their own,
 * $XDG_CONFIG_HOME/jp-dashboard/config.toml, and their answers to what
 * workspaces wish for. What cannot be read is a problem that is told; nothing
 * of it then counts.
 */
void own_options_read(struct options *options);

#endif
