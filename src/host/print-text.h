#ifndef JPD_HOST_PRINT_TEXT_H
#define JPD_HOST_PRINT_TEXT_H

#include <stdbool.h>

#include "proto/plugin-message.h"
#include "src/base/strbuf.h"

/* How what a plugin prints is shown (RFD 072). */
struct print_text {
	bool quiet; /* content and errors only */
	bool json;  /* each as a line of JSON */
	bool color; /* for a terminal */
};

/*
 * Append what to write for a `print`: plain text as it is, Markdown with
 * its marks turned into faces on a terminal, JSON pretty. Nothing where it
 * is not wanted.
 */
void print_text_add(const struct print_text *print, struct strbuf *out,
		    const struct plugin_message *msg);

#endif
