#ifndef JPD_COMMANDS_PLUGIN_PRINT_H
#define JPD_COMMANDS_PLUGIN_PRINT_H

#include <stdbool.h>

#include "proto/plugin-message.h"
#include "src/base/strbuf.h"
#include "src/jphost/query/terminal-rows.h"

/* How a plugin's output is shown (RFD 072). */
struct plugin_print {
	bool quiet; /* content and errors only */
	bool json;  /* each as a line of JSON */
	bool raw;   /* as a jp of protocol 1: the unchanged text */
	struct terminal_look look; /* of the terminal that shows it */
};

/*
 * Append the output of a `print`: plain text unchanged, Markdown and code as
 * rows of a terminal, JSON pretty-printed. Appends nothing if it must not be
 * shown.
 */
void plugin_print_add(const struct plugin_print *print, struct strbuf *out,
		      const struct plugin_message *msg);

#endif
