#ifndef JPD_STORE_EVENT_LOG_H
#define JPD_STORE_EVENT_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/event.h"
#include "src/base/slice.h"

/*
 * A conversation's events as raw JSON text, in the order of the host's array,
 * which is authoritative. Each is copied once into large blocks and classified
 * by a scan; it is decoded only when needed.
 */
struct event_record {
	const char *raw;
	uint32_t len;
	uint8_t kind;      /* enum event_kind */
	uint8_t part;      /* enum chat_part */
	bool blank : 1;    /* a chat_response whose text is only white space */
	bool is_error : 1; /* a tool's result */
	bool skipped : 1;  /* a tool's result: the user refused it */
	bool interrupted : 1; /* a tool's result: it never came */
	bool too_large : 1;   /* dropped by the framer: `len` bytes, no text */
	bool prompted : 1;  /* an answer with its host's note about a prompt */
	bool escaped : 1;   /* some \u is not an escaped control character */
	bool unread : 1;    /* only raw and len are known so far */
	bool no_event : 1;  /* was added unread, and is not an event */
	bool has_agent : 1; /* it names the agent that it is of */
	uint64_t id_hash;   /* tool calls and inquiries, else 0 */
};

struct event_log {
	char **blocks;
	size_t block_count, block_cap;
	size_t block_used, block_size; /* of the last block, in bytes */
	/* In pieces, so that a million records need not move to make room. */
	struct event_record **records;
	size_t piece_count, piece_cap;
	size_t count, last_cap; /* all records; capacity of the last piece */
	size_t bytes;           /* of raw text */
	size_t turn_bytes;      /* since the last turn start that was seen */
	bool has_unread;
};

#define EVENT_LOG_INIT \
	{              \
		0      \
	}

void event_log_init(struct event_log *log);
void event_log_release(struct event_log *log);
/* Append a copy. Returns its index, or SIZE_MAX if it is not an event. */
size_t event_log_add(struct event_log *log, struct slice raw);
/*
 * Append it unread, for event_log_read(): a history of a million events is not
 * scanned before its end is on the screen. Whether it is an event is only known
 * then. If a turn grows too long, its events are read immediately.
 */
void event_log_add_unread(struct event_log *log, struct slice raw);
/* Read event `i` if it is unread. */
void event_log_read(struct event_log *log, size_t i);
/* Append a placeholder for an event of `bytes`, which is over the limit. */
void event_log_add_too_large(struct event_log *log, size_t bytes);

/* Nothing will be added for now: free the spare room. */
void event_log_trim(struct event_log *log);

/* The hash of an id, never 0. */
uint64_t event_id_hash(struct slice id);

#define EVENT_LOG_PIECE ((size_t)4096)

static inline struct event_record *event_log_at(const struct event_log *log,
						size_t i)
{
	return &log->records[i / EVENT_LOG_PIECE][i % EVENT_LOG_PIECE];
}

static inline struct slice event_log_raw(const struct event_log *log, size_t i)
{
	const struct event_record *record = event_log_at(log, i);

	return record->too_large ? slice_of("", 0)
				 : slice_of(record->raw, record->len);
}

#endif
