#ifndef JPD_IO_CLIPBOARD_H
#define JPD_IO_CLIPBOARD_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Pass the text to local programs that have a clipboard: the tmux around us,
 * and the display's. Whether one of them accepted all of it; waits for them, at
 * most a second.
 */
bool clipboard_copy(struct slice text);
/* Append a line "clipboard: " with what would be tried, in order. */
void clipboard_describe(struct strbuf *out);

#endif
