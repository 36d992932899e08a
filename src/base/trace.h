#ifndef JPD_BASE_TRACE_H
#define JPD_BASE_TRACE_H

#include <stdbool.h>

#include "src/base/slice.h"

/*
 * What the program did, for a bug report: JPD_TRACE=AREAS:FILE, where AREAS is
 * a list such as "host,keys" or "all". Costs one test if it is off.
 */
enum trace_area {
	TRACE_HOST = 1 << 0, /* lines from (<) and to (>) hosts */
	TRACE_KEYS = 1 << 1, /* keys, pastes, focus, sizes */
	TRACE_DRAW = 1 << 2, /* frames */
	TRACE_TERM = 1 << 3, /* who owns the terminal */
	TRACE_FILE = 1 << 4, /* the workspace on disk (jphost) */
};

/* Read JPD_TRACE. If the file cannot be opened, tracing stays off. */
void trace_open(void);
bool trace_on(enum trace_area area);
/* One line, with a time in milliseconds and the area's name. */
void trace(enum trace_area area, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* One line: `mark` and the bytes, controls escaped, cut at 16 KiB. */
void trace_bytes(enum trace_area area, const char *mark, struct slice bytes);

#endif
