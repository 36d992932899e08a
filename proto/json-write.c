#include "config.h"

#include "proto/json-write.h"

#include <inttypes.h>
#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-token.h"
#include "src/base/utf8.h"

/* Append one byte that a string can contain only as an escape. */
static void add_escape(struct strbuf *out, unsigned char c)
{
	static const char shorts[0x20] = {
		['\b'] = 'b', ['\f'] = 'f', ['\n'] = 'n',
		['\r'] = 'r', ['\t'] = 't',
	};

	if (c >= 0x20 || shorts[c]) {
		strbuf_addch(out, '\\');
		strbuf_addch(out, c >= 0x20 ? (char)c : shorts[c]);
	} else {
		strbuf_addf(out, "\\u%04x", c);
	}
}

static void add_text(struct strbuf *out, struct slice text)
{
	const char *at = text.ptr, *end = json_end_of(text);

	strbuf_grow(out, text.len + 2);
	while (at < end) {
		const char *next = json_plain_end(at, end);

		json_add_utf8(out, slice_of(at, (size_t)(next - at)));
		at = next;
		if (at < end)
			add_escape(out, (unsigned char)*at++);
	}
}

void json_write_string(struct strbuf *out, struct slice text)
{
	strbuf_addch(out, '"');
	add_text(out, text);
	strbuf_addch(out, '"');
}

/* Write what follows JSON_ID_ESCAPE; returns how many bytes of `id` it was. */
static size_t add_id_escape(struct strbuf *out, struct slice id)
{
	if (id.len && id.ptr[0] == '=') {
		strbuf_addstr(out, JSON_ID_ESCAPE);
		return 1;
	}
	if (id.len >= 4 && id.ptr[0] != 'x') {
		strbuf_addf(out, "\\u%.4s", id.ptr);
		return 4;
	}
	strbuf_addstr(out, "\xef\xbf\xbd");
	return id.len >= 3 ? 3 : id.len;
}

void json_write_id(struct strbuf *out, struct slice id)
{
	const char *at;

	strbuf_addch(out, '"');
	while (id.len && (at = memmem(id.ptr, id.len, JSON_ID_ESCAPE, 3))) {
		add_text(out, slice_of(id.ptr, (size_t)(at - id.ptr)));
		id = slice_skip(id, (size_t)(at - id.ptr) + 3);
		id = slice_skip(id, add_id_escape(out, id));
	}
	add_text(out, id);
	strbuf_addch(out, '"');
}

void json_write_key(struct strbuf *out, const char *key)
{
	if (out->len && out->buf[out->len - 1] != '{')
		strbuf_addch(out, ',');
	strbuf_addch(out, '"');
	strbuf_addstr(out, key);
	strbuf_addstr(out, "\":");
}

void json_write_member(struct strbuf *out, const char *key, struct slice text)
{
	json_write_key(out, key);
	json_write_string(out, text);
}

void json_write_member_raw(struct strbuf *out, const char *key,
			   struct slice json)
{
	json_write_key(out, key);
	json_write_compact(out, json);
}

void json_write_member_int(struct strbuf *out, const char *key, int64_t n)
{
	json_write_key(out, key);
	strbuf_addf(out, "%" PRId64, n);
}

void json_write_member_bool(struct strbuf *out, const char *key, bool b)
{
	json_write_key(out, key);
	strbuf_addstr(out, b ? "true" : "false");
}

void json_write_member_texts(struct strbuf *out, const char *key,
			     const char *const *texts, size_t count)
{
	json_write_key(out, key);
	strbuf_addch(out, '[');
	for (size_t i = 0; i < count; i++) {
		if (i)
			strbuf_addch(out, ',');
		json_write_string(out, slice_str(texts[i]));
	}
	strbuf_addch(out, ']');
}

/*
 * Copy tokens up to the end or the first error; true if there was none. Text
 * that is already compact is copied in one piece.
 */
static bool copy_compact(struct strbuf *out, struct slice json)
{
	struct json_tokens tokens;
	const char *from = json.ptr, *to = from; /* not yet copied */
	enum json_token token, last = JSON_TOKEN_END;

	json_tokens_init(&tokens, json);
	for (;; last = token) {
		bool colon = last == JSON_TOKEN_KEY, comma;
		const char *start;

		token = json_tokens_next(&tokens);
		if (token == JSON_TOKEN_END || token == JSON_TOKEN_BAD)
			break;
		comma = !colon && token != JSON_TOKEN_CLOSE && !tokens.first;
		start = tokens.text.ptr;
		if (start != to + colon + comma) {
			json_add_utf8(out, slice_of(from, (size_t)(to - from)));
			if (colon || comma)
				strbuf_addch(out, colon ? ':' : ',');
			from = start;
		}
		to = start + tokens.text.len;
	}
	json_add_utf8(out, slice_of(from, (size_t)(to - from)));
	if (last == JSON_TOKEN_KEY)
		strbuf_addch(out, ':');
	return token == JSON_TOKEN_END;
}

bool json_add_compact(struct strbuf *out, struct slice json)
{
	size_t len = out->len;
	bool whole = copy_compact(out, json);

	if (!whole)
		strbuf_setlen(out, len);
	return whole;
}

void json_write_compact(struct strbuf *out, struct slice json)
{
	copy_compact(out, json);
}

/* Rewrite a string as serde_json does, whatever escapes it came with. */
static void rewrite_string(struct strbuf *out, struct slice raw)
{
	const char *at = raw.ptr + 1, *end = raw.ptr + raw.len - 1;

	strbuf_addch(out, '"');
	while (at < end) {
		const char *next = json_plain_end(at, end);
		size_t took;
		uint32_t cp;
		char utf8[4];

		json_add_utf8(out, slice_of(at, (size_t)(next - at)));
		at = next;
		if (at == end)
			break;
		cp = json_escape(at, end, &took);
		at += took;
		if (cp < 0x20 || cp == '"' || cp == '\\')
			add_escape(out, (unsigned char)cp);
		else
			strbuf_add(out, utf8, utf8_encode(cp, utf8));
	}
	strbuf_addch(out, '"');
}

static void add_line(struct strbuf *out, int spaces)
{
	strbuf_addch(out, '\n');
	strbuf_addchars(out, ' ', (size_t)spaces);
}

void json_write_pretty(struct strbuf *out, struct slice json, int indent)
{
	struct json_tokens tokens;
	enum json_token last = JSON_TOKEN_END;

	json_tokens_init(&tokens, json);
	for (;;) {
		enum json_token token = json_tokens_next(&tokens);
		int level = tokens.depth - (token == JSON_TOKEN_OPEN);

		if (token == JSON_TOKEN_END || token == JSON_TOKEN_BAD)
			return;
		if (token == JSON_TOKEN_CLOSE) {
			if (last != JSON_TOKEN_OPEN)
				add_line(out, indent + 2 * level);
		} else if (last != JSON_TOKEN_KEY && level) {
			if (!tokens.first)
				strbuf_addch(out, ',');
			add_line(out, indent + 2 * level);
		}
		if (tokens.text.ptr[0] == '"')
			rewrite_string(out, tokens.text);
		else
			strbuf_addslice(out, tokens.text);
		if (token == JSON_TOKEN_KEY)
			strbuf_addstr(out, ": ");
		last = token;
	}
}
