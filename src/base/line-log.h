#ifndef JPD_BASE_LINE_LOG_H
#define JPD_BASE_LINE_LOG_H

#include <stddef.h>

#include "src/base/slice.h"

/*
 * The last lines that a host's process wrote to its stderr, and our own remarks
 * about it; as received, not sanitised. The oldest are dropped first.
 */
#define LINE_LOG_LINES      256
#define LINE_LOG_LINE_BYTES 1024 /* the rest of a longer one is dropped */

struct line_log {
	char *lines[LINE_LOG_LINES];
	size_t next, count;
	unsigned long long total; /* lines added so far */
};

void line_log_add(struct line_log *log, struct slice line);
/* Line `i` of `count`, the oldest first. */
const char *line_log_line(const struct line_log *log, size_t i);
void line_log_release(struct line_log *log);

#endif
