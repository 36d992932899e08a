#include "config.h"

#include "src/jphost/workspace/stored-event.h"

#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/base64.h"
#include "src/base/timestamp.h"
#include "src/base/utf8.h"

/* Appends one JSON string made from another (raw, with quotes). */
typedef void recode_string(struct strbuf *out, struct slice raw);

static void decode_string(struct strbuf *out, struct slice raw)
{
	struct strbuf plain = STRBUF_INIT, unescaped = STRBUF_INIT;
	struct slice text = slice_of(raw.ptr + 1, raw.len - 2);

	if (memchr(text.ptr, '\\', text.len)) {
		json_string_add(&unescaped, raw);
		text = strbuf_slice(&unescaped);
	}
	if (base64_decode(&plain, text) &&
	    utf8_valid_prefix(plain.buf, plain.len) == plain.len)
		json_write_string(out, strbuf_slice(&plain));
	else
		json_write_compact(out, raw);
	strbuf_release(&plain);
	strbuf_release(&unescaped);
}

static void encode_string(struct strbuf *out, struct slice raw)
{
	struct strbuf plain = STRBUF_INIT;

	json_string_add(&plain, raw);
	strbuf_addch(out, '"');
	base64_encode(out, strbuf_slice(&plain));
	strbuf_addch(out, '"');
	strbuf_release(&plain);
}

static void add_key(struct strbuf *out, const struct json_member *member,
		    bool first)
{
	if (!first)
		strbuf_addch(out, ',');
	strbuf_addch(out, '"');
	strbuf_addslice(out, member->key);
	strbuf_addstr(out, "\":");
}

/* Recode all strings in `value`, but no keys. json_check() limits depth. */
static void recode_below(struct strbuf *out, struct slice value,
			 recode_string *recode)
{
	struct json_walk walk = json_walk_begin(value);
	enum json_type type = json_type_of(value);
	struct json_member member;
	bool first = true;

	if (type == JSON_STRING) {
		recode(out, value);
		return;
	}
	if (type != JSON_ARRAY && type != JSON_OBJECT) {
		json_write_compact(out, value);
		return;
	}
	strbuf_addch(out, type == JSON_ARRAY ? '[' : '{');
	while (json_walk_next(&walk, &member)) {
		if (type == JSON_OBJECT)
			add_key(out, &member, first);
		else if (!first)
			strbuf_addch(out, ',');
		recode_below(out, member.value, recode);
		first = false;
	}
	strbuf_addch(out, type == JSON_ARRAY ? ']' : '}');
}

/* Whether jp stores this member of an event as base64. */
static bool is_coded(struct slice event_type, const struct json_member *member)
{
	if (slice_is(member->key, "metadata"))
		return member->type == JSON_OBJECT;
	if (slice_is(member->key, "arguments"))
		return member->type == JSON_OBJECT &&
		       json_string_is(event_type, "tool_call_request");
	if (slice_is(member->key, "content"))
		return member->type == JSON_STRING &&
		       json_string_is(event_type, "tool_call_response");
	return false;
}

static struct slice type_of(struct slice raw)
{
	struct json_member type;

	json_find(raw, "type", &type);
	return type.type == JSON_STRING ? type.value : SLICE("\"\"");
}

void stored_event_decode(struct strbuf *out, struct slice raw)
{
	struct json_walk walk = json_walk_begin(raw);
	struct slice type = type_of(raw);
	struct json_member member;
	bool first = true;

	strbuf_addch(out, '{');
	while (json_walk_next(&walk, &member)) {
		add_key(out, &member, first);
		first = false;
		if (is_coded(type, &member))
			recode_below(out, member.value, decode_string);
		else
			json_write_compact(out, member.value);
	}
	strbuf_addch(out, '}');
}

/* A time in jp's own form, "2026-03-18 13:19:06.8", keeps all its digits. */
static void add_timestamp(struct strbuf *out, struct slice raw)
{
	struct strbuf text = STRBUF_INIT;
	int64_t at_ms;

	json_string_add(&text, raw);
	at_ms = timestamp_parse(strbuf_slice(&text));
	if (at_ms == TIMESTAMP_NONE ||
	    (text.len > 10 && text.buf[10] == ' ' &&
	     strspn(text.buf + 11, "0123456789:.") == text.len - 11)) {
		json_write_compact(out, raw);
	} else {
		timestamp_quote_stored(out, at_ms);
	}
	strbuf_release(&text);
}

void stored_event_encode(struct strbuf *out, struct slice raw, int64_t now_ms)
{
	struct json_walk walk = json_walk_begin(raw);
	struct slice type = type_of(raw);
	struct json_member member;
	bool first = true;

	strbuf_addch(out, '{');
	if (!json_find(raw, "timestamp", &member)) {
		strbuf_addstr(out, "\"timestamp\":");
		timestamp_quote_stored(out, now_ms);
		first = false;
	}
	while (json_walk_next(&walk, &member)) {
		add_key(out, &member, first);
		first = false;
		if (is_coded(type, &member))
			recode_below(out, member.value, encode_string);
		else if (slice_is(member.key, "timestamp") &&
			 member.type == JSON_STRING)
			add_timestamp(out, member.value);
		else
			json_write_compact(out, member.value);
	}
	strbuf_addch(out, '}');
}
