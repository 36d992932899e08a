#include "config.h"

#include "proto/outbox.h"

#include <assert.h>
#include <stdint.h>

/* A larger buffer is freed once it is empty. */
#define KEEP_BYTES ((size_t)1 << 20)

void outbox_init(struct outbox *out, size_t max_size)
{
	*out = (struct outbox){ .bytes = STRBUF_INIT, .max_size = max_size };
}

void outbox_release(struct outbox *out)
{
	if (!out)
		return;
	strbuf_release(&out->bytes);
	out->sent = 0;
	out->queued = 0;
}

static size_t room(const struct outbox *out, enum outbox_rank rank)
{
	size_t waiting = out->bytes.len - out->sent;
	size_t limit = rank == OUTBOX_LOG ? out->max_size / 2 : out->max_size;

	if (rank == OUTBOX_ALWAYS)
		return SIZE_MAX;
	return waiting < limit ? limit - waiting : 0;
}

int outbox_push(struct outbox *out, struct slice lines, enum outbox_rank rank)
{
	assert(!lines.len || lines.ptr[lines.len - 1] == '\n');
	if (lines.len > room(out, rank)) {
		for (size_t i = 0; i < lines.len; i++)
			out->dropped += lines.ptr[i] == '\n';
		return -1;
	}
	strbuf_addslice(&out->bytes, lines);
	out->queued += lines.len;
	return 0;
}

struct slice outbox_front(const struct outbox *out)
{
	return slice_skip(strbuf_slice(&out->bytes), out->sent);
}

void outbox_sent(struct outbox *out, size_t len)
{
	assert(len <= out->bytes.len - out->sent);
	out->sent += len;
	if (out->sent == out->bytes.len) {
		out->sent = 0;
		if (out->bytes.cap > KEEP_BYTES)
			strbuf_release(&out->bytes);
		else
			strbuf_reset(&out->bytes);
	} else if (out->sent > out->bytes.len / 2) {
		/* Moves at most as many bytes as were sent: linear overall. */
		strbuf_remove(&out->bytes, 0, out->sent);
		out->sent = 0;
	}
}
