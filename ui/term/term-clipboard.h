#ifndef JPD_TERM_CLIPBOARD_H
#define JPD_TERM_CLIPBOARD_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/* Append OSC 52 with that text; `screen`: in envelopes for GNU screen. */
void term_clipboard_add(struct strbuf *out, struct slice text, bool screen);

#endif
