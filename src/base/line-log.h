#ifndef JPD_BASE_LINE_LOG_H
#define JPD_BASE_LINE_LOG_H

#include <stddef.h>

#include "src/base/slice.h"

/*
 * The last lines that a host's process wrote to its stderr, and our own remarks
 * about it; as received, not sanitised. The oldest are dropped first.
 */
#define HOST_LOG_LINES      256
#define HOST_LOG_LINE_BYTES 1024 /* the rest of a longer one is dropped */

struct host_log {
	char *lines[HOST_LOG_LINES];
	size_t next, count;
	unsigned long long total; /* lines added so far */
};

void host_log_add(struct host_log *log, struct slice line);
/* Line `i` of `count`, the oldest first. */
const char *host_log_line(const struct host_log *log, size_t i);
void host_log_release(struct host_log *log);

#endif
