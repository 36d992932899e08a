#ifndef JPD_COMMANDS_PLUGIN_PRINT_H
#define JPD_COMMANDS_PLUGIN_PRINT_H

#include <stdbool.h>

#include "proto/plugin-message.h"
#include "src/base/strbuf.h"
#include "src/jphost/query/terminal-rows.h"

/* How what a plugin prints is shown (RFD 072). */
struct print_text {
	bool quiet; /* content and errors only */
	bool json;  /* each as a line of JSON */
	bool raw;   /* as a jp of protocol 1: the text, whatever it is */
	struct terminal_look look; /* where it is shown */
};

/*
 * Append what to write for a `print`: plain text as it is, Markdown and
 * code as rows of a terminal, JSON pretty. Nothing where it
 * is not wanted.
 */
void print_text_add(const struct print_text *print, struct strbuf *out,
		    const struct plugin_message *msg);

#endif
