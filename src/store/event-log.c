#include "config.h"

#include "src/store/event-log.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/strmap.h"
#include "src/base/xalloc.h"

/* Blocks grow with the log: a small conversation must not cost a megabyte. */
#define BLOCK_MIN ((size_t)16 << 10)
#define BLOCK_MAX ((size_t)1 << 20)

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
	free(log->records);
	event_log_init(log);
}

/* Room for `len` bytes that never move. */
static char *place(struct event_log *log, size_t len)
{
	char *at;

	if (log->block_size - log->block_used < len) {
		size_t size = log->block_size ? log->block_size * 2 : BLOCK_MIN;

		if (size > BLOCK_MAX)
			size = BLOCK_MAX;
		if (size < len)
			size = len;
		ALLOC_GROW(log->blocks, log->block_count + 1, log->block_cap);
		log->blocks[log->block_count++] = xmalloc(size);
		log->block_size = size;
		log->block_used = 0;
	}
	at = log->blocks[log->block_count - 1] + log->block_used;
	log->block_used += len;
	return at;
}

/* A raw string of nothing but white space, as models send now and then. */
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

/* And gives a call that never got its result one, at the next query. */
static bool is_interrupt(struct slice raw_text)
{
	return slice_is(raw_text, "\"Tool call was interrupted.\"");
}

/* Most hosts write everything but controls as it is. */
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
	/* 0 is kept for "none". */
	return hash_bytes(id.ptr, id.len, 0) | 1;
}

static uint64_t hash_raw_id(struct slice raw)
{
	struct strbuf text = STRBUF_INIT;
	uint64_t hash = 0;

	if (raw.len >= 2 && !memchr(raw.ptr, '\\', raw.len))
		return event_id_hash(slice_of(raw.ptr + 1, raw.len - 2));
	if (json_string_add(&text, raw))
		hash = event_id_hash(strbuf_slice(&text));
	strbuf_release(&text);
	return hash;
}

size_t event_log_add(struct event_log *log, struct slice raw)
{
	struct event_record *record;
	struct event_peek peek;
	bool is_result;
	char *copy;

	if (raw.len > UINT32_MAX || !event_peek(&peek, raw))
		return SIZE_MAX;
	copy = place(log, raw.len);
	memcpy(copy, raw.ptr, raw.len);
	ALLOC_GROW(log->records, log->count + 1, log->cap);
	record = &log->records[log->count];
	is_result = peek.kind == EVENT_TOOL_CALL_RESPONSE;
	*record = (struct event_record){
		.raw = copy,
		.len = (uint32_t)raw.len,
		.kind = (uint8_t)peek.kind,
		.part = (uint8_t)peek.part,
		.blank =
			peek.kind == EVENT_CHAT_RESPONSE && is_blank(peek.text),
		.is_error = peek.is_error,
		.skipped = is_result && is_skip(peek.text),
		.interrupted =
			is_result && peek.is_error && is_interrupt(peek.text),
		.escaped = has_escapes(raw),
		.id_hash = hash_raw_id(peek.id),
	};
	log->bytes += raw.len;
	return log->count++;
}

void event_log_trim(struct event_log *log)
{
	log->cap = log->count;
	log->records =
		xreallocarray(log->records, log->cap, sizeof(*log->records));
}

void event_log_add_too_large(struct event_log *log, size_t bytes)
{
	ALLOC_GROW(log->records, log->count + 1, log->cap);
	log->records[log->count++] = (struct event_record){
		.raw = "",
		.too_large = true,
		.len = bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes,
	};
}
