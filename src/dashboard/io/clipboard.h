#ifndef JPD_IO_CLIPBOARD_H
#define JPD_IO_CLIPBOARD_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Give the text to the programs here that have a clipboard: tmux around us,
 * and the display's. Whether one of them took all of it; waits for them, a
 * second at most.
 */
bool clipboard_copy(struct slice text);
/* A line "clipboard: " with what is tried here, in that order. */
void clipboard_describe(struct strbuf *out);

#endif
