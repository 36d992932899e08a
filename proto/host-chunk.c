#include "config.h"

#include "proto/host-message.h"

#include "proto/json-token.h"

/*
 * The members that a chunk's line may have, each once, and no others. This is
 * as strict as json_check(): what passes here is JSON.
 */
enum {
	HAS_TYPE = 1 << 0,
	HAS_SUB_ID = 1 << 1,
	HAS_DATA = 1 << 2,
	HAS_TIMESTAMP = 1 << 3,
	HAS_TEXT = 1 << 4,
	HAS_AGENT = 1 << 5,
};

struct reader {
	const char *at, *end;
};

static inline bool take(struct reader *r, char c)
{
	r->at = json_skip_space(r->at, r->end);
	if (r->at == r->end || *r->at != c)
		return false;
	r->at++;
	return true;
}

/* Consume a string of exactly these bytes. */
#define TAKE_WORD(r, word) take_bytes((r), "\"" word "\"", sizeof(word) + 1)
/* Consume a key and its colon. */
#define TAKE_KEY(r, key) take_key((r), "\"" key "\"", sizeof(key) + 1)

static inline bool take_bytes(struct reader *r, const char *bytes, size_t len)
{
	r->at = json_skip_space(r->at, r->end);
	if ((size_t)(r->end - r->at) < len || memcmp(r->at, bytes, len))
		return false;
	r->at += len;
	return true;
}

static inline bool take_key(struct reader *r, const char *bytes, size_t len)
{
	if (!take_bytes(r, bytes, len))
		return false;
	if (take(r, ':'))
		return true;
	/* A key without a colon: fail at whatever is tried next. */
	r->at = r->end;
	return false;
}

/* The end of a string that has escapes, read up to `at`; NULL if malformed. */
static const char *escaped_end(const char *at, const char *end)
{
	const char *bad, *why;

	return json_string_rest(at, end, &bad, &why);
}

static inline bool take_string(struct reader *r, struct slice *string)
{
	const char *start, *next;

	r->at = json_skip_space(r->at, r->end);
	start = r->at;
	if (start == r->end || *start != '"')
		return false;
	next = json_plain_end(start + 1, r->end);
	next = next < r->end && *next == '"' ? next + 1
					     : escaped_end(next, r->end);
	if (!next)
		return false;
	*string = slice_of(start, (size_t)(next - start));
	r->at = next;
	return true;
}

/* Mark a member as seen; false if it already was. */
static inline bool mark(unsigned int *seen, unsigned int bit)
{
	bool again = *seen & bit;

	*seen |= bit;
	return !again;
}

static bool scan_data_member(struct reader *r, struct host_chunk *chunk,
			     unsigned int *seen)
{
	if (TAKE_KEY(r, "timestamp"))
		return take_string(r, &chunk->timestamp) &&
		       mark(seen, HAS_TIMESTAMP);
	if (TAKE_KEY(r, "type"))
		return TAKE_WORD(r, "chat_response") && mark(seen, HAS_TYPE);
	if (TAKE_KEY(r, "agent"))
		return take_string(r, &chunk->agent) && mark(seen, HAS_AGENT);
	chunk->reasoning = TAKE_KEY(r, "reasoning");
	if (!chunk->reasoning && !TAKE_KEY(r, "message"))
		return false;
	return take_string(r, &chunk->text) && mark(seen, HAS_TEXT);
}

static bool scan_data(struct reader *r, struct host_chunk *chunk)
{
	unsigned int seen = 0;

	if (!take(r, '{'))
		return false;
	do {
		if (!scan_data_member(r, chunk, &seen))
			return false;
	} while (take(r, ','));
	return take(r, '}') && (seen & HAS_TYPE) && (seen & HAS_TEXT);
}

/* Bytes that need no decoding: no escapes, all ASCII. */
static bool is_simple(struct slice text)
{
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] == '\\' || (unsigned char)text.ptr[i] >= 0x80)
			return false;
	}
	return true;
}

static bool scan_member(struct reader *r, struct host_chunk *chunk,
			unsigned int *seen)
{
	struct slice id;

	if (TAKE_KEY(r, "type"))
		return TAKE_WORD(r, "event") && mark(seen, HAS_TYPE);
	if (TAKE_KEY(r, "data"))
		return mark(seen, HAS_DATA) && scan_data(r, chunk);
	if (!TAKE_KEY(r, "sub_id") || !take_string(r, &id))
		return false;
	chunk->sub_id = slice_of(id.ptr + 1, id.len - 2);
	return is_simple(chunk->sub_id) && mark(seen, HAS_SUB_ID);
}

bool host_chunk_scan(struct host_chunk *chunk, struct slice line)
{
	struct reader r = { line.ptr, json_end_of(line) };
	struct host_chunk got = { .reasoning = false };
	unsigned int seen = 0;

	if (!take(&r, '{'))
		return false;
	do {
		if (!scan_member(&r, &got, &seen))
			return false;
	} while (take(&r, ','));
	if (!take(&r, '}') || json_skip_space(r.at, r.end) != r.end ||
	    seen != (HAS_TYPE | HAS_SUB_ID | HAS_DATA))
		return false;
	*chunk = got;
	return true;
}
