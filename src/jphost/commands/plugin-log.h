#ifndef JPD_COMMANDS_PLUGIN_LOG_H
#define JPD_COMMANDS_PLUGIN_LOG_H

#include "proto/plugin-message.h"
#include "src/base/slice.h"

/*
 * Trace what a plugin's `log` says, with its fields, and tell it as below if
 * its level is shown, by jp's rule: -v shows errors and warnings, and each
 * further v adds info, debug and trace. An unknown level counts as a warning.
 */
void plugin_log_show(const char *who, int verbose,
		     const struct plugin_message *msg);
/*
 * Tell a line of a plugin's on stderr, after "WHO: " unless that is NULL. It is
 * the plugin's text, so it must not control the terminal.
 */
void plugin_log_tell(const char *who, struct slice text);

#endif
