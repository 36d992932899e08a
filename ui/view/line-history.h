#ifndef JPD_VIEW_LINE_HISTORY_H
#define JPD_VIEW_LINE_HISTORY_H

#include <stddef.h>

#include "src/base/slice.h"

/* Earlier input, newest first, without duplicates. */
#define LINE_HISTORY_MAX       50
#define LINE_HISTORY_MAX_BYTES ((size_t)64 << 10) /* longer ones are not kept */

struct line_history {
	char **list;
	size_t count;
};

void line_history_release(struct line_history *history);
/* Add it first. */
void line_history_add(struct line_history *history, struct slice text);
/* Add it last, if there is room. */
void line_history_append(struct line_history *history, struct slice text);

#endif
