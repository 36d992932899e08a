#ifndef JPD_CONFIG_CONFIG_MODEL_H
#define JPD_CONFIG_CONFIG_MODEL_H

#include "src/toml/config-tree.h"

/*
 * Write each `model.id` of a configuration in the form in which jp gives it to
 * a plugin: {"provider", "name"} where a file has "provider/name" or an alias.
 * Other values stay as they are; so do the options of plugins.
 */
void config_model_resolve(struct config_tree *config);

#endif
