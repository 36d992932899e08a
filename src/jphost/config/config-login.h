#ifndef JPD_CONFIG_CONFIG_LOGIN_H
#define JPD_CONFIG_CONFIG_LOGIN_H

#include "src/toml/config-tree.h"

/*
 * Cut the login, such as a password, out of the URL of
 * plugins.command.jphost.options.provider. Only jphost reads that, and only in
 * the user's own files; plugins and conversations must not have it.
 */
void config_login_cut(struct config_tree *config);

#endif
