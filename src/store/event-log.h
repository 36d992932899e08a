#ifndef JPD_STORE_EVENT_LOG_H
#define JPD_STORE_EVENT_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/event.h"
#include "src/base/slice.h"

/*
 * A conversation's events as raw JSON text, in the order of the host's array,
 * which is the truth. Each is copied once into large blocks and classified by
 * a scan; decoding waits until somebody looks.
 */
struct event_record {
	const char *raw;
	uint32_t len;
	uint8_t kind;      /* enum event_kind */
	uint8_t part;      /* enum chat_part */
	bool blank : 1;    /* a chat_response whose text is only white space */
	bool is_error : 1; /* a tool's result */
	bool skipped : 1;  /* a tool's result: the person refused it */
	bool interrupted : 1; /* a tool's result: there was none */
	bool too_large : 1;   /* dropped by the framer: `len` bytes, no text */
	bool escaped : 1; /* some \u does not stand for a control character */
	uint64_t id_hash; /* tool calls and inquiries, else 0 */
};

struct event_log {
	char **blocks;
	size_t block_count, block_cap;
	size_t block_used, block_size; /* of the last block, in bytes */
	struct event_record *records;
	size_t count, cap;
	size_t bytes; /* of raw text */
};

#define EVENT_LOG_INIT \
	{              \
		0      \
	}

void event_log_init(struct event_log *log);
void event_log_release(struct event_log *log);
/* Append a copy. Returns its index, or SIZE_MAX where it is no event. */
size_t event_log_add(struct event_log *log, struct slice raw);
/* In place of an event that was over the limit of `bytes`. */
void event_log_add_too_large(struct event_log *log, size_t bytes);

/* Nothing will be added for now: give back the room for more. */
void event_log_trim(struct event_log *log);

/* The hash of an id's text, never 0. */
uint64_t event_id_hash(struct slice id);

static inline struct slice event_log_raw(const struct event_log *log, size_t i)
{
	if (log->records[i].too_large)
		return slice_of("", 0);
	return slice_of(log->records[i].raw, log->records[i].len);
}

#endif
