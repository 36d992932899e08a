#include "config.h"

#include "proto/host-message.h"

#include "proto/json-token.h"

/*
 * The members that a chunk's line may have, each once, and nothing else. It
 * is as strict as json_check(): what passes here is JSON.
 */
enum {
	HAS_TYPE = 1 << 0,
	HAS_SUB_ID = 1 << 1,
	HAS_DATA = 1 << 2,
	HAS_TIMESTAMP = 1 << 3,
	HAS_TEXT = 1 << 4,
};

struct reader {
	const char *at, *end;
};

static bool take(struct reader *r, char c)
{
	r->at = json_skip_space(r->at, r->end);
	if (r->at == r->end || *r->at != c)
		return false;
	r->at++;
	return true;
}

static bool take_string(struct reader *r, struct slice *string)
{
	const char *start, *next, *bad, *why;

	r->at = json_skip_space(r->at, r->end);
	start = r->at;
	if (start == r->end || *start != '"')
		return false;
	next = json_string_end(start, r->end, &bad, &why);
	if (!next)
		return false;
	*string = slice_of(start, (size_t)(next - start));
	r->at = next;
	return true;
}

/* The next key and its colon; false where there is none. */
static bool take_key(struct reader *r, struct slice *key)
{
	return take_string(r, key) && take(r, ':');
}

static bool equals(struct slice string, struct slice literal)
{
	return slice_equal(string, literal);
}

/* Mark a member as seen; false where it was already. */
static bool mark(unsigned int *seen, unsigned int bit)
{
	bool again = *seen & bit;

	*seen |= bit;
	return !again;
}

static bool scan_data_member(struct reader *r, struct host_chunk *chunk,
			     unsigned int *seen)
{
	struct slice key, value;

	if (!take_key(r, &key) || !take_string(r, &value))
		return false;
	if (equals(key, SLICE("\"message\"")) ||
	    equals(key, SLICE("\"reasoning\""))) {
		chunk->text = value;
		chunk->reasoning = key.ptr[1] == 'r';
		return mark(seen, HAS_TEXT);
	}
	if (equals(key, SLICE("\"type\"")))
		return equals(value, SLICE("\"chat_response\"")) &&
		       mark(seen, HAS_TYPE);
	return equals(key, SLICE("\"timestamp\"")) && mark(seen, HAS_TIMESTAMP);
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

/* Bytes that stand for themselves: no escapes, all ASCII. */
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
	struct slice key, value;

	if (!take_key(r, &key))
		return false;
	if (equals(key, SLICE("\"data\"")))
		return mark(seen, HAS_DATA) && scan_data(r, chunk);
	if (!take_string(r, &value))
		return false;
	if (equals(key, SLICE("\"type\"")))
		return equals(value, SLICE("\"event\"")) &&
		       mark(seen, HAS_TYPE);
	chunk->sub_id = slice_of(value.ptr + 1, value.len - 2);
	return equals(key, SLICE("\"sub_id\"")) && is_simple(chunk->sub_id) &&
	       mark(seen, HAS_SUB_ID);
}

bool host_chunk_scan(struct host_chunk *chunk, struct slice line)
{
	struct reader r = { line.ptr,
			    line.len ? line.ptr + line.len : line.ptr };
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
