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
	bool prompted : 1; /* an answer beside which its host tells of a prompt */
	bool escaped : 1;  /* some \u does not stand for a control character */
	bool unread : 1;   /* nothing of this is known yet but raw and len */
	bool no_event : 1; /* was added unread, and is none */
	uint64_t id_hash;  /* tool calls and inquiries, else 0 */
};

struct event_log {
	char **blocks;
	size_t block_count, block_cap;
	size_t block_used, block_size; /* of the last block, in bytes */
	/* Pieces of them: a million records are not moved to make room. */
	struct event_record **records;
	size_t piece_count, piece_cap;
	size_t count, last_cap; /* all records; room of the last piece */
	size_t bytes;           /* of raw text */
	size_t turn_bytes;      /* of it, since a turn began that was seen to */
	bool has_unread;
};

#define EVENT_LOG_INIT \
	{              \
		0      \
	}

void event_log_init(struct event_log *log);
void event_log_release(struct event_log *log);
/* Append a copy. Returns its index, or SIZE_MAX where it is no event. */
size_t event_log_add(struct event_log *log, struct slice raw);
/*
 * The same, to be looked at later, with event_log_read(): so a history of a
 * million events is not scanned before its end is on the screen. What is no
 * event is only known then. Of a turn without end the events are read at once.
 */
void event_log_add_unread(struct event_log *log, struct slice raw);
/* Look at event `i`, if it is unread. */
void event_log_read(struct event_log *log, size_t i);
/* In place of an event that was over the limit of `bytes`. */
void event_log_add_too_large(struct event_log *log, size_t bytes);

/* Nothing will be added for now: give back the room for more. */
void event_log_trim(struct event_log *log);

/* The hash of an id's text, never 0. */
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
