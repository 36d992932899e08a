#include "config.h"

#include "src/store/event-log.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "proto/json-scan.h"
#include "src/base/strmap.h"
#include "src/base/utf8.h"
#include "src/base/xalloc.h"

/* Blocks grow with the log: a small conversation must not cost a megabyte. */
#define BLOCK_MIN ((size_t)16 << 10)
#define BLOCK_MAX ((size_t)1 << 20)
/* Block size once a log has four blocks. */
#define BLOCK_LARGE ((size_t)4 << 20)
#define HUGE_PAGE   ((size_t)2 << 20)

#define TURN_START_MAX  96 /* bytes; it has only a time and a type */
#define TURN_UNREAD_MAX ((size_t)1 << 20)

void event_log_init(struct event_log *log)
{
	*log = (struct event_log)EVENT_LOG_INIT;
}

void event_log_release(struct event_log *log)
{
	if (!log)
		return;
	for (size_t i = 0; i < log->block_count; i++)
		free(log->blocks[i]);
	free(log->blocks);
	for (size_t i = 0; i < log->piece_count; i++)
		free(log->records[i]);
	free(log->records);
	event_log_init(log);
}

/*
 * A large block with all its pages present, and large ones: a fault for each
 * small page costs as much as what is copied into it. Without system support,
 * pages come one by one.
 */
static char *large_block(void)
{
	char *block = aligned_alloc(HUGE_PAGE, BLOCK_LARGE);

	if (!block)
		return xmalloc(BLOCK_LARGE);
#if defined(MADV_HUGEPAGE) && defined(MADV_POPULATE_WRITE)
	madvise(block, BLOCK_LARGE, MADV_HUGEPAGE);
	madvise(block, BLOCK_LARGE, MADV_POPULATE_WRITE);
#endif
	return block;
}

/* Room for `len` bytes that never move. */
static char *place(struct event_log *log, size_t len)
{
	char *at;

	if (log->block_size - log->block_used < len) {
		size_t size = log->block_size ? log->block_size * 2 : BLOCK_MIN;

		if (size > BLOCK_MAX)
			size = BLOCK_MAX;
		if (log->bytes >= 4 * BLOCK_LARGE)
			size = BLOCK_LARGE;
		if (size < len)
			size = len;
		ALLOC_GROW(log->blocks, log->block_count + 1, log->block_cap);
		log->blocks[log->block_count++] =
			size == BLOCK_LARGE ? large_block() : xmalloc(size);
		log->block_size = size;
		log->block_used = 0;
	}
	at = log->blocks[log->block_count - 1] + log->block_used;
	log->block_used += len;
	return at;
}

/* Whether a raw string is only white space, which models send now and then. */
static bool is_blank(struct slice raw)
{
	size_t i = 1;

	if (raw.len < 2 || raw.ptr[0] != '"')
		return false;
	while (i + 1 < raw.len) {
		if (raw.ptr[i] == ' ')
			i++;
		else if (raw.ptr[i] == '\\' && memchr("nrt", raw.ptr[i + 1], 3))
			i += 2;
		else
			return false;
	}
	return true;
}

/* jp stores a refusal as a success with one of these texts. */
static bool is_skip(struct slice raw_text)
{
	return slice_starts_with(raw_text, SLICE("\"Tool skipped by user")) ||
	       slice_is(raw_text, "\"Tool skipped by configuration.\"");
}

/* At the next query, jp gives a call that never got its result this one. */
static bool is_interrupt(struct slice raw_text)
{
	return slice_is(raw_text, "\"Tool call was interrupted.\"");
}

/* Most hosts escape only control characters. */
static bool has_escapes(struct slice raw)
{
	const char *at = raw.ptr, *end = raw.ptr + raw.len;

	while ((at = memchr(at, '\\', (size_t)(end - at)))) {
		if (end - at < 6)
			return end - at > 1 && at[1] == 'u';
		if (at[1] == 'u' &&
		    (at[2] != '0' || at[3] != '0' || at[4] > '1'))
			return true;
		at += 2;
	}
	return false;
}

uint64_t event_id_hash(struct slice id)
{
	/* 0 means "none". */
	return hash_bytes(id.ptr, id.len, 0) | 1;
}

static uint64_t hash_raw_id(struct slice raw)
{
	struct strbuf text = STRBUF_INIT;
	uint64_t hash = 0;

	if (raw.len >= 2 && !memchr(raw.ptr, '\\', raw.len) &&
	    utf8_valid_prefix(raw.ptr, raw.len) == raw.len &&
	    !memmem(raw.ptr, raw.len, JSON_ID_ESCAPE, 3))
		return event_id_hash(slice_of(raw.ptr + 1, raw.len - 2));
	if (json_id_add(&text, raw))
		hash = event_id_hash(strbuf_slice(&text));
	strbuf_release(&text);
	return hash;
}

static bool is_prompted(const struct event_peek *peek)
{
	struct json_member member;

	return (peek->kind == EVENT_TOOL_CALL_RESPONSE ||
		peek->kind == EVENT_INQUIRY_RESPONSE) &&
	       peek->metadata.len &&
	       json_find(peek->metadata, "jphost", &member);
}

static void classify(struct event_record *record, const struct event_peek *peek)
{
	bool is_result = peek->kind == EVENT_TOOL_CALL_RESPONSE;

	record->kind = (uint8_t)peek->kind;
	record->part = (uint8_t)peek->part;
	record->blank =
		peek->kind == EVENT_CHAT_RESPONSE && is_blank(peek->text);
	record->is_error = peek->is_error;
	record->skipped = is_result && is_skip(peek->text);
	record->interrupted =
		is_result && peek->is_error && is_interrupt(peek->text);
	record->prompted = is_prompted(peek);
	record->escaped = has_escapes(slice_of(record->raw, record->len));
	record->has_agent = peek->agent.len > 2;
	record->id_hash = hash_raw_id(peek->id);
}

/* Add an empty record. Only the first piece grows as it is filled. */
static struct event_record *add_record(struct event_log *log)
{
	size_t used = log->count % EVENT_LOG_PIECE;
	size_t piece = log->count / EVENT_LOG_PIECE;
	struct event_record *record;

	if (piece == log->piece_count) {
		ALLOC_GROW(log->records, piece + 1, log->piece_cap);
		log->records[log->piece_count++] = NULL;
		log->last_cap = 0;
	}
	if (used == log->last_cap) {
		log->last_cap = piece ? EVENT_LOG_PIECE : used + used / 2 + 16;
		if (log->last_cap > EVENT_LOG_PIECE)
			log->last_cap = EVENT_LOG_PIECE;
		log->records[piece] =
			xreallocarray(log->records[piece], log->last_cap,
				      sizeof(**log->records));
	}
	log->count++;
	record = &log->records[piece][used];
	memset(record, 0, sizeof(*record));
	return record;
}

static struct event_record *append(struct event_log *log, struct slice raw)
{
	struct event_record *record = add_record(log);
	char *copy = place(log, raw.len);

	memcpy(copy, raw.ptr, raw.len);
	record->raw = copy;
	record->len = (uint32_t)raw.len;
	log->bytes += raw.len;
	return record;
}

size_t event_log_add(struct event_log *log, struct slice raw)
{
	struct event_peek peek;

	if (raw.len > UINT32_MAX || !event_peek(&peek, raw))
		return SIZE_MAX;
	classify(append(log, raw), &peek);
	return log->count - 1;
}

/* A very cheap guess: it only decides when to read the event. */
static bool may_begin_turn(struct slice raw)
{
	static const char name[] = "turn_start";

	return raw.len <= TURN_START_MAX &&
	       memmem(raw.ptr, raw.len, name, sizeof(name) - 1);
}

void event_log_add_unread(struct event_log *log, struct slice raw)
{
	if (raw.len > UINT32_MAX)
		return;
	append(log, raw)->unread = true;
	log->turn_bytes += raw.len;
	if (may_begin_turn(raw))
		log->turn_bytes = 0;
	if (log->turn_bytes > TURN_UNREAD_MAX)
		event_log_read(log, log->count - 1);
	else
		log->has_unread = true;
}

void event_log_read(struct event_log *log, size_t i)
{
	struct event_record *record = event_log_at(log, i);
	struct event_peek peek;

	if (!record->unread)
		return;
	record->unread = false;
	if (event_peek(&peek, slice_of(record->raw, record->len)))
		classify(record, &peek);
	else
		record->no_event = true;
}

void event_log_trim(struct event_log *log)
{
	size_t used = log->count % EVENT_LOG_PIECE;

	if (!used)
		return;
	log->last_cap = used;
	log->records[log->piece_count - 1] =
		xreallocarray(log->records[log->piece_count - 1], used,
			      sizeof(**log->records));
}

void event_log_add_too_large(struct event_log *log, size_t bytes)
{
	struct event_record *record = add_record(log);

	record->raw = "";
	record->too_large = true;
	record->len = bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
}
