#ifndef JPD_PROTO_OUTBOX_H
#define JPD_PROTO_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Bytes waiting to be written to the other end. A line is queued whole or
 * not at all, so the reader never gets half of one.
 */
struct outbox {
	struct strbuf bytes;
	size_t sent;     /* bytes at the front already written */
	size_t max_size; /* bytes; a push past it is refused */
	size_t dropped;  /* lines refused since init */
	uint64_t queued; /* bytes, since init */
};

enum outbox_rank {
	OUTBOX_LOG,    /* refused already at half of max_size */
	OUTBOX_NORMAL, /* refused at max_size */
	OUTBOX_ALWAYS, /* never refused: `exit`, answers to prompts */
};

void outbox_init(struct outbox *out, size_t max_size);
void outbox_release(struct outbox *out);
/* Queue `lines`, one or more whole ones. -1 if there is no room. */
int outbox_push(struct outbox *out, struct slice lines, enum outbox_rank rank);
/* The bytes to write next; report how many were with outbox_sent(). */
struct slice outbox_front(const struct outbox *out);
void outbox_sent(struct outbox *out, size_t len);
/* How many of the queued bytes were written. */
static inline uint64_t outbox_written(const struct outbox *out)
{
	return out->queued - (out->bytes.len - out->sent);
}

static inline bool outbox_empty(const struct outbox *out)
{
	return out->sent == out->bytes.len;
}

#endif
