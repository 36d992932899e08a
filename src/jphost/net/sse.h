#ifndef JPD_NET_SSE_H
#define JPD_NET_SSE_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Server-sent events, parsed as the HTML standard says: bytes go in, in any
 * pieces, and the data of whole events comes out. During the callback `name` is
 * the event's name, or empty.
 *
 * Some servers forget the blank line between events, or write lines that the
 * standard does not know. For them, `is_whole` and `stray` may be set.
 */
struct sse {
	/* Whether one line of data is an event, whatever comes after it. */
	bool (*is_whole)(struct slice data);
	/* A line of no field of the standard. */
	void (*stray)(void *user, struct slice line);
	struct strbuf line; /* incomplete */
	struct strbuf data; /* of the incomplete event; each line with \n */
	struct strbuf name;
	bool any_data;
	bool after_cr; /* a \n that follows belongs to the \r before it */
	bool begun;    /* the first line may have a byte order mark */
	size_t max_bytes;
	bool too_large;
};

void sse_init(struct sse *sse, size_t max_bytes);
void sse_release(struct sse *sse);

/*
 * Parse bytes; `event` is called for each complete event. -1 once an event
 * exceeded max_bytes; then no more input is accepted.
 */
int sse_feed(struct sse *sse, struct slice bytes,
	     void (*event)(void *user, struct slice data), void *user);

#endif
