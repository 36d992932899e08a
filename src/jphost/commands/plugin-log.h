#ifndef JPD_COMMANDS_PLUGIN_LOG_H
#define JPD_COMMANDS_PLUGIN_LOG_H

#include <stdbool.h>

#include "proto/plugin-message.h"
#include "src/base/strbuf.h"

/*
 * Append what a plugin's `log` says, with its fields, on one line. False if
 * its level is not shown, by jp's rule: -v shows errors and warnings, and each
 * further v adds info, debug and trace. An unknown level counts as a warning.
 */
bool plugin_log_add(struct strbuf *out, int verbose,
		    const struct plugin_message *msg);

#endif
