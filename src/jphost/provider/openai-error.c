#include "config.h"

#include "src/jphost/provider/openai-error.h"

#include <ctype.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/jphost/provider/retry-after.h"

/* Limit of one message in bytes. */
#define MAX_WORDS 480
/* Limits for nested objects, and for items of a list of errors. */
#define MAX_DEPTH    6
#define MAX_MISTAKES 3

void openai_error_init(struct openai_error *error)
{
	strbuf_init(&error->text);
	error->status = 0;
	error->is_final = false;
	error->again_ms = -1;
}

void openai_error_release(struct openai_error *error)
{
	strbuf_release(&error->text);
}

/* --- Statuses --- */

bool openai_status_is_passing(long status)
{
	return status == 408 || status == 409 || status == 425 ||
	       status == 429 ||
	       (status >= 500 && status != 501 && status != 505);
}

const char *openai_status_phrase(long status)
{
	static const struct {
		long status;
		const char *phrase;
	} phrases[] = {
		{ 301, "Moved Permanently" },
		{ 302, "Found" },
		{ 303, "See Other" },
		{ 304, "Not Modified" },
		{ 307, "Temporary Redirect" },
		{ 308, "Permanent Redirect" },
		{ 400, "Bad Request" },
		{ 401, "Unauthorized" },
		{ 402, "Payment Required" },
		{ 403, "Forbidden" },
		{ 404, "Not Found" },
		{ 405, "Method Not Allowed" },
		{ 406, "Not Acceptable" },
		{ 407, "Proxy Authentication Required" },
		{ 408, "Request Timeout" },
		{ 409, "Conflict" },
		{ 410, "Gone" },
		{ 411, "Length Required" },
		{ 413, "Content Too Large" },
		{ 414, "URI Too Long" },
		{ 415, "Unsupported Media Type" },
		{ 422, "Unprocessable Content" },
		{ 424, "Failed Dependency" },
		{ 425, "Too Early" },
		{ 429, "Too Many Requests" },
		{ 431, "Request Header Fields Too Large" },
		{ 500, "Internal Server Error" },
		{ 501, "Not Implemented" },
		{ 502, "Bad Gateway" },
		{ 503, "Service Unavailable" },
		{ 504, "Gateway Timeout" },
		{ 507, "Insufficient Storage" },
		{ 529, "Overloaded" },
	};

	for (size_t i = 0; i < sizeof(phrases) / sizeof(*phrases); i++) {
		if (phrases[i].status == status)
			return phrases[i].phrase;
	}
	return NULL;
}

/* --- The message --- */

static struct slice first_paragraph(struct slice text)
{
	for (size_t i = 0; i + 1 < text.len; i++) {
		if (text.ptr[i] == '\n' &&
		    (text.ptr[i + 1] == '\n' || text.ptr[i + 1] == '\r'))
			return slice_of(text.ptr, i);
	}
	return text;
}

void openai_cut_line(struct strbuf *text, size_t max)
{
	struct strbuf line = STRBUF_INIT;
	size_t at;

	/* Any run of white space becomes one blank. */
	for (size_t i = 0; i < text->len; i++) {
		if (!isspace((unsigned char)text->buf[i]))
			strbuf_addch(&line, text->buf[i]);
		else if (line.len && line.buf[line.len - 1] != ' ')
			strbuf_addch(&line, ' ');
	}
	while (line.len && line.buf[line.len - 1] == ' ')
		strbuf_setlen(&line, line.len - 1);
	if (line.len > max) {
		at = max;
		while (at > max - max / 4 && line.buf[at] != ' ')
			at--;
		if (line.buf[at] != ' ')
			at = max;
		while (at && ((unsigned char)line.buf[at] & 0xc0) == 0x80)
			at--;
		strbuf_setlen(&line, at);
		strbuf_addstr(&line, "…");
	}
	strbuf_release(text);
	*text = line;
}

static void add_unescaped(struct strbuf *out, struct slice text)
{
	static const struct {
		const char *entity;
		char c;
	} entities[] = {
		{ "&amp;", '&' },  { "&lt;", '<' },   { "&gt;", '>' },
		{ "&quot;", '"' }, { "&#39;", '\'' }, { "&nbsp;", ' ' }
	};

	while (text.len) {
		size_t i = 0, count = sizeof(entities) / sizeof(*entities);

		while (i < count &&
		       !slice_starts_with(text, slice_str(entities[i].entity)))
			i++;
		strbuf_addch(out, i < count ? entities[i].c : *text.ptr);
		text = slice_skip(text,
				  i < count ? strlen(entities[i].entity) : 1);
	}
}

/* Append the title of an HTML page. False if the text is not a page. */
static bool add_page_title(struct strbuf *out, struct slice page)
{
	static const char *const tags[] = { "title", "h1", "h2" };
	struct strbuf open = STRBUF_INIT;
	bool is_page;

	page = slice_skip_space(page);
	is_page = page.len && *page.ptr == '<' &&
		  (slice_find_caseless(page, "<html") ||
		   slice_find_caseless(page, "<!doctype") ||
		   slice_find_caseless(page, "<title") ||
		   slice_find_caseless(page, "<h1"));
	for (size_t i = 0; is_page && i < sizeof(tags) / sizeof(*tags); i++) {
		const char *at, *begin, *end;

		strbuf_setf(&open, "<%s", tags[i]);
		at = slice_find_caseless(page, open.buf);
		if (!at)
			continue;
		begin = memchr(at, '>', (size_t)(page.ptr + page.len - at));
		if (!begin)
			continue;
		begin++;
		end = memchr(begin, '<', (size_t)(page.ptr + page.len - begin));
		if (!end || end == begin)
			continue;
		add_unescaped(out, slice_of(begin, (size_t)(end - begin)));
		break;
	}
	strbuf_release(&open);
	return is_page;
}

/* --- Where the message is --- */

static bool add_message(struct strbuf *out, struct slice value, int depth);

/* Append FastAPI's list of mistakes, or any other list of errors. */
static bool add_list(struct strbuf *out, struct slice list, int depth)
{
	struct json_walk walk = json_walk_begin(list);
	struct json_member member, loc, step;
	int count = 0;

	while (json_walk_next(&walk, &member)) {
		struct strbuf one = STRBUF_INIT;
		struct json_walk path;

		if (count == MAX_MISTAKES) {
			strbuf_addstr(out, "; …");
			break;
		}
		if (json_find(member.value, "loc", &loc)) {
			path = json_walk_begin(loc.value);
			while (json_walk_next(&path, &step)) {
				strbuf_addstr(&one, one.len ? "." : "");
				if (!json_string_add(&one, step.value))
					strbuf_addslice(&one, step.value);
			}
			strbuf_addstr(&one, one.len ? ": " : "");
		}
		if (add_message(&one, member.value, depth + 1)) {
			strbuf_addstr(out, count++ ? "; " : "");
			strbuf_addslice(out, strbuf_slice(&one));
		}
		strbuf_release(&one);
	}
	return count > 0;
}

/* Append what OpenRouter passes on from the upstream server. */
static void add_raw(struct strbuf *out, struct slice error)
{
	struct strbuf raw = STRBUF_INIT, words = STRBUF_INIT;
	struct json_member member;

	if (json_find_path(error, &member, "metadata", "raw", NULL) &&
	    json_string_add(&raw, member.value) && raw.len) {
		if (!add_message(&words, strbuf_slice(&raw), MAX_DEPTH - 2))
			strbuf_addslice(&words, strbuf_slice(&raw));
		strbuf_addstr(out, ": ");
		strbuf_addslice(out, strbuf_slice(&words));
	}
	strbuf_release(&raw);
	strbuf_release(&words);
}

static bool add_object(struct strbuf *out, struct slice object, int depth)
{
	static const char *const keys[] = {
		"message",      "detail",
		"msg",          "errors",
		"error",        "error_message",
		"error_msg",    "error_description",
		"html-message", "errorMessage",
		"Message",      "reason",
		"title",        "description",
		"status_msg",   "base_resp",
	};
	struct json_member member;

	if (json_find(object, "error", &member) && member.type >= JSON_ARRAY &&
	    add_message(out, member.value, depth + 1))
		return true;
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		if (json_find(object, keys[i], &member) &&
		    add_message(out, member.value, depth + 1)) {
			add_raw(out, object);
			return true;
		}
	}
	return false;
}

/* False, with nothing added, if there is no message. */
static bool add_message(struct strbuf *out, struct slice value, int depth)
{
	struct strbuf text = STRBUF_INIT, title = STRBUF_INIT;
	struct slice words;

	if (depth > MAX_DEPTH)
		return false;
	if (json_type_of(value) == JSON_ARRAY)
		return add_list(out, value, depth);
	if (json_type_of(value) == JSON_OBJECT)
		return add_object(out, value, depth);
	json_string_add(&text, value);
	words = slice_skip_space(strbuf_slice(&text));
	/* Gateways wrap an upstream server's error in their own. */
	if (words.len && *words.ptr == '{' && json_is_valid(words) &&
	    add_message(out, words, depth + 1)) {
		strbuf_release(&text);
		return true;
	}
	words = first_paragraph(words);
	if (add_page_title(&title, words))
		words = strbuf_slice(&title);
	strbuf_addslice(out, words);
	strbuf_release(&title);
	strbuf_release(&text);
	return words.len > 0;
}

/* --- What follows from the message --- */

static bool has_any(struct slice text, const char *const *words)
{
	for (; *words; words++) {
		if (slice_find_caseless(text, *words))
			return true;
	}
	return false;
}

static long number_of(struct slice value)
{
	struct strbuf text = STRBUF_INIT;
	long number = 0;

	if (json_string_add(&text, value) ||
	    json_type_of(value) == JSON_NUMBER) {
		if (!text.len)
			strbuf_addslice(&text, value);
		for (size_t i = 0; i < text.len && number >= 0; i++)
			number = isdigit((unsigned char)text.buf[i]) &&
						 number < 1000
					 ? number * 10 + (text.buf[i] - '0')
					 : -1;
	}
	strbuf_release(&text);
	return number >= 300 && number < 600 ? number : 0;
}

static void read_code(struct openai_error *error, struct slice object,
		      struct strbuf *words)
{
	static const char *const keys[] = { "code", "status", "statusCode",
					    "status_code", "type" };
	struct json_member member;

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		if (!json_find(object, keys[i], &member))
			continue;
		if (!error->status)
			error->status = number_of(member.value);
		strbuf_addch(words, ' ');
		json_string_add(words, member.value);
	}
}

/* Read the number in "Error code: 401 - …". */
static void read_status_in_words(struct openai_error *error)
{
	const char *at =
		slice_find_caseless(strbuf_slice(&error->text), "error code: ");

	if (at && !error->status)
		error->status = number_of(slice_of(at + 12, 3));
}

static void read_facts(struct openai_error *error, struct slice body)
{
	/* Names of error kinds, and wordings for an exhausted quota. */
	static const char *const final[] = {
		"insufficient_quota", "billing",          "invalid_request",
		"authentication",     "auth_error",       "permission",
		"not_found",          "invalid_api_key",  "unauthorized",
		"context_length",     "unsupported",      "payment",
		"BadRequestError",    "invalid_argument", NULL
	};
	static const char *const used_up[] = { "exceeded your current quota",
					       "insufficient_quota",
					       "billing hard limit",
					       "credit balance is too low",
					       "insufficient credits",
					       "insufficient balance",
					       "out of credits",
					       NULL };
	static const char *const rate[] = {
		"rate_limit",         "throttling",         "too_many_requests",
		"resource_exhausted", "insufficient_quota", NULL
	};
	struct strbuf words = STRBUF_INIT;
	struct json_member member;

	read_code(error, body, &words);
	if (json_find(body, "error", &member))
		read_code(error, member.value, &words);
	read_status_in_words(error);
	if (!error->status && has_any(strbuf_slice(&words), rate))
		error->status = 429;
	error->again_ms = retry_after_in_words_ms(body);
	error->is_final = error->status
				  ? !openai_status_is_passing(error->status)
				  : has_any(strbuf_slice(&words), final);
	/* Google says this even of a quota that is restored within seconds. */
	if (error->again_ms < 0 &&
	    (has_any(strbuf_slice(&error->text), used_up) ||
	     has_any(strbuf_slice(&words), used_up)))
		error->is_final = true;
	strbuf_release(&words);
}

/* An error's body may be an event stream: take the first event's object. */
static struct slice event_of(struct slice body)
{
	struct slice rest = body, line;

	while (rest.len) {
		line = slice_take_line(&rest);
		if (!slice_starts_with(line, SLICE("data:")))
			continue;
		line = slice_trim(slice_skip(line, 5));
		if (json_is_valid(line))
			return line;
	}
	return body;
}

void openai_error_read(struct openai_error *error, struct slice body)
{
	struct json_member member;
	struct json_walk walk;
	bool is_json;

	body = slice_skip_space(body);
	is_json = json_is_valid(body);
	if (!is_json) {
		body = event_of(body);
		is_json = json_is_valid(body);
	}
	strbuf_reset(&error->text);
	/* Google wraps its error in a list. */
	if (is_json && json_type_of(body) == JSON_ARRAY) {
		walk = json_walk_begin(body);
		if (json_walk_next(&walk, &member))
			body = member.value;
	}
	if (is_json)
		add_message(&error->text, body, 0);
	else if (!add_page_title(&error->text, body))
		strbuf_addslice(&error->text, first_paragraph(body));
	openai_cut_line(&error->text, MAX_WORDS);
	read_facts(error, body);
	if (error->text.len)
		return;
	strbuf_addstr(&error->text, "it does not say why");
	if (json_type_of(body) == JSON_OBJECT && body.len > 2) {
		strbuf_addstr(&error->text, ": ");
		strbuf_addslice(&error->text, body);
		openai_cut_line(&error->text, MAX_WORDS);
	}
}
