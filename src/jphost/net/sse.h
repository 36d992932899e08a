#ifndef JPD_NET_SSE_H
#define JPD_NET_SSE_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Server-sent events, as the HTML standard reads them: bytes in any pieces
 * go in, the data of whole events comes out. Within the call `name` is the
 * event's, empty where it has none.
 */
struct sse {
	struct strbuf line; /* not ended yet */
	struct strbuf data; /* of the event that grows, each line with \n */
	struct strbuf name;
	bool any_data;
	bool after_cr; /* a \n now belongs to the \r before it */
	bool begun;    /* the first line may have a byte order mark */
	size_t max_bytes;
	bool too_large;
};

void sse_init(struct sse *sse, size_t max_bytes);
void sse_release(struct sse *sse);

/*
 * Take bytes; `event` is called for each event that is complete. -1 once an
 * event was over max_bytes: then nothing more is taken.
 */
int sse_feed(struct sse *sse, struct slice bytes,
	     void (*event)(void *user, struct slice data), void *user);

#endif
