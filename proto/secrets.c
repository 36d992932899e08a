#include "config.h"

#include "proto/secrets.h"

#include <ctype.h>

#include "proto/event.h"
#include "proto/json-scan.h"
#include "src/base/trace.h"
#include "src/base/url.h"
#include "src/base/xalloc.h"

#define HIDDEN   "***"
#define NAME_MAX 64 /* bytes of a key that are examined */

/* The prefix of keys of a known kind, and their minimum length. */
static const struct {
	const char *start;
	size_t min_len;
} KINDS[] = {
	{ "sk-", 20 },         { "ghp_", 20 },   { "gho_", 20 },
	{ "ghu_", 20 },        { "ghs_", 20 },   { "ghr_", 20 },
	{ "github_pat_", 20 }, { "glpat-", 16 }, { "xoxb-", 16 },
	{ "xoxp-", 16 },       { "xoxa-", 16 },  { "xoxs-", 16 },
	{ "AKIA", 20 },        { "ASIA", 20 },   { "AIza", 30 },
	{ "hf_", 20 },         { "npm_", 20 },   { "eyJ", 30 },
};

/* Parts of the names of secrets, without '-' and '_'. */
static const char *const NAMES[] = {
	"password",  "passwd",     "passphrase",    "secret",     "apikey",
	"accesskey", "privatekey", "authorization", "credential", "cookie",
};

void secrets_init(struct secrets *secrets)
{
	strmap_init(&secrets->asked);
}

void secrets_release(struct secrets *secrets)
{
	strmap_release(&secrets->asked);
}

static bool ends_with(struct slice text, const char *end)
{
	size_t len = strlen(end);

	return text.len >= len && !memcmp(text.ptr + text.len - len, end, len);
}

bool secrets_is_name(struct slice name)
{
	char plain[NAME_MAX + 1];
	struct slice text = slice_of(plain, 0);

	for (size_t i = 0; i < name.len && text.len < NAME_MAX; i++) {
		if (name.ptr[i] != '-' && name.ptr[i] != '_')
			plain[text.len++] =
				(char)tolower((unsigned char)name.ptr[i]);
	}
	plain[text.len] = '\0';
	for (size_t i = 0; i < ARRAY_SIZE(NAMES); i++) {
		if (strstr(plain, NAMES[i]))
			return true;
	}
	return ends_with(text, "token") || ends_with(text, "tokens");
}

/* Bytes that a key may contain. */
static bool is_key_byte(char c)
{
	return isalnum((unsigned char)c) || c == '-' || c == '_' || c == '.' ||
	       c == '+' || c == '/' || c == '=' || c == '~' || c == '%';
}

static bool is_name_byte(char c)
{
	return isalnum((unsigned char)c) || c == '-' || c == '_';
}

static size_t run_of(struct slice text, bool (*is)(char c))
{
	size_t len = 0;

	while (len < text.len && is(text.ptr[len]))
		len++;
	return len;
}

static bool is_no_quote(char c)
{
	return c != '"' && c != '\'' && c != '\\' && c != '\n';
}

static bool is_no_space(char c)
{
	return is_no_quote(c) && c != ' ' && c != '&' && c != ',' && c != ';';
}

/* Quotes, blanks and the backslashes before them. */
static bool is_mark(char c)
{
	return c == '"' || c == '\'' || c == '\\' || c == ' ';
}

static bool is_header(struct slice name)
{
	return ends_with(name, "uthorization") || ends_with(name, "ookie");
}

/* Find NAME=SECRET, "NAME": "SECRET" or NAME: SECRET; as find_secret(). */
static size_t find_assigned(struct slice text, size_t len, size_t *hidden)
{
	struct slice name = slice_of(text.ptr, len);
	struct slice rest = slice_skip(text, len);
	bool colon;

	rest = slice_skip(rest, run_of(rest, is_mark));
	if (!rest.len || (rest.ptr[0] != '=' && rest.ptr[0] != ':') ||
	    !secrets_is_name(name))
		return SIZE_MAX;
	colon = rest.ptr[0] == ':';
	rest = slice_skip(rest, 1);
	rest = slice_skip(rest, run_of(rest, is_mark));
	/* A header's value goes to the end of its line. */
	*hidden = run_of(rest,
			 colon && is_header(name) ? is_no_quote : is_no_space);
	return *hidden ? (size_t)(rest.ptr - text.ptr) : SIZE_MAX;
}

/*
 * Look for a secret at the start of a word of `len` bytes. Returns how many
 * bytes are shown before the secret, which has `*hidden` bytes; SIZE_MAX if
 * there is none.
 */
static size_t find_secret(struct slice text, size_t len, size_t *hidden)
{
	for (size_t i = 0; i < ARRAY_SIZE(KINDS); i++) {
		if (!slice_starts_with(text, slice_str(KINDS[i].start)))
			continue;
		*hidden = run_of(text, is_key_byte);
		if (*hidden >= KINDS[i].min_len)
			return 0;
	}
	if (slice_starts_with(text, SLICE("Bearer "))) {
		*hidden = run_of(slice_skip(text, len + 1), is_key_byte);
		return *hidden >= 8 ? len + 1 : SIZE_MAX;
	}
	return find_assigned(text, len, hidden);
}

/* "-----BEGIN … PRIVATE KEY-----" to its end or that of the text; or 0. */
static size_t private_key(struct slice text)
{
	static const char begin[] = "-----BEGIN ", end[] = "-----END ";
	const char *at;
	size_t head;

	if (!slice_starts_with(text, SLICE(begin)))
		return 0;
	at = memmem(text.ptr, text.len < 80 ? text.len : 80, "PRIVATE KEY-----",
		    16);
	if (!at)
		return 0;
	head = (size_t)(at - text.ptr) + 16;
	at = memmem(text.ptr + head, text.len - head, end, strlen(end));
	return at ? (size_t)(at - text.ptr) : text.len;
}

void secrets_add_text(struct strbuf *out, struct slice text)
{
	while (text.len) {
		size_t len = run_of(text, is_name_byte), hidden, shown;

		hidden = private_key(text);
		shown = hidden ? 0 : SIZE_MAX;
		if (!hidden && len) {
			shown = find_secret(text, len, &hidden);
		} else if (!hidden && text.ptr[0] == ':') {
			hidden = url_login(text).len;
			shown = hidden ? strlen("://") : SIZE_MAX;
		}
		if (shown == SIZE_MAX) {
			/* The end of an escape is not part of a word. */
			if (!len)
				len = text.ptr[0] == '\\' && text.len > 1 ? 2
									  : 1;
			strbuf_add(out, text.ptr, len);
			text = slice_skip(text, len);
			continue;
		}
		strbuf_add(out, text.ptr, shown);
		strbuf_addstr(out, HIDDEN);
		text = slice_skip(text, shown + hidden);
	}
}

/* Bytes of the string that begins `text`, with its quotes; all if unclosed. */
static size_t string_len(struct slice text)
{
	size_t len = 1;

	while (len < text.len && text.ptr[len] != '"')
		len += text.ptr[len] == '\\' ? 2 : 1;
	return len < text.len ? len + 1 : text.len;
}

/*
 * Append a piece of JSON, which may begin and end between any two tokens. With
 * `answers` the answer in it is hidden too.
 */
static void add_json(struct strbuf *out, struct slice json, bool answers)
{
	bool secret = false, answer = false;

	while (json.len) {
		const char *quote = memchr(json.ptr, '"', json.len);
		size_t len = quote ? (size_t)(quote - json.ptr) : json.len;
		struct slice inside, rest;

		strbuf_add(out, json.ptr, len);
		json = slice_skip(json, len);
		if (!json.len)
			break;
		len = string_len(json);
		/* A string without an end has no closing quote. */
		inside = slice_of(json.ptr + 1, len - 1);
		if (inside.len && inside.ptr[inside.len - 1] == '"')
			inside.len--;
		rest = slice_skip(json, len);
		while (rest.len && rest.ptr[0] == ' ')
			rest = slice_skip(rest, 1);
		if (rest.len && rest.ptr[0] == ':') {
			secret = secrets_is_name(inside);
			answer = answers && slice_is(inside, "answer");
			strbuf_add(out, json.ptr, len);
		} else if (answer || secret) {
			strbuf_addf(out, "\"%s\"", answer ? "*" : HIDDEN);
		} else {
			strbuf_addch(out, '"');
			secrets_add_text(out, inside);
			strbuf_add(out, json.ptr + 1 + inside.len,
				   len - 1 - inside.len);
		}
		json = slice_skip(json, len);
	}
}

/* Append one event, and remember what it asks for. */
static void add_event(struct secrets *secrets, struct strbuf *out,
		      struct slice raw)
{
	struct strbuf id = STRBUF_INIT, err = STRBUF_INIT;
	struct event event = EVENT_INIT;
	struct event_peek peek;
	bool answers = false;

	if (event_peek(&peek, raw) && json_id_add(&id, peek.id)) {
		if (peek.kind == EVENT_INQUIRY_REQUEST &&
		    !event_decode(&event, raw, &err) &&
		    event.answer_kind == ANSWER_SECRET)
			strmap_put(&secrets->asked, strbuf_slice(&id), secrets);
		answers = peek.kind == EVENT_INQUIRY_RESPONSE &&
			  strmap_get(&secrets->asked, strbuf_slice(&id));
	}
	add_json(out, raw, answers);
	event_release(&event);
	strbuf_release(&id);
	strbuf_release(&err);
}

/* Append the text from `*at` to `end`, and move `*at` there. */
static void add_between(struct strbuf *out, const char **at, const char *end)
{
	add_json(out, slice_of(*at, (size_t)(end - *at)), false);
	*at = end;
}

void secrets_add_line(struct secrets *secrets, struct strbuf *out,
		      struct slice line)
{
	struct json_member type, m, each;
	const char *at = line.ptr, *end = line.ptr + line.len;
	bool first = json_find(line, "type", &type) &&
		     json_string_is(type.value, "init");

	if (first && json_find(line, "config", &m)) {
		add_between(out, &at, m.value.ptr);
		strbuf_addstr(out, "{}");
		at += m.value.len;
	} else if (json_find(line, "data", &m) && m.type == JSON_ARRAY) {
		struct json_walk walk = json_walk_begin(m.value);

		while (json_walk_next(&walk, &each)) {
			add_between(out, &at, each.value.ptr);
			add_event(secrets, out, each.value);
			at += each.value.len;
		}
	} else if (json_find(line, "data", &m) && m.type == JSON_OBJECT) {
		add_between(out, &at, m.value.ptr);
		add_event(secrets, out, m.value);
		at += m.value.len;
	}
	add_between(out, &at, end);
}

void secrets_add_answer(struct secrets *secrets, struct strbuf *out,
			struct slice line)
{
	struct strbuf id = STRBUF_INIT;
	struct json_member m;

	if (json_find(line, "inquiry_id", &m) && json_id_add(&id, m.value))
		strmap_put(&secrets->asked, strbuf_slice(&id), secrets);
	add_json(out, line, true);
	strbuf_release(&id);
}

void secrets_trace(const char *mark, struct slice line)
{
	struct strbuf out = STRBUF_INIT;

	if (!trace_on(TRACE_HOST))
		return;
	if (line.len && memmem(line.ptr, line.len, "\"answer\"", 8)) {
		add_json(&out, line, true);
		line = strbuf_slice(&out);
	}
	trace_bytes(TRACE_HOST, mark, line);
	strbuf_release(&out);
}
