#include "config.h"

#include "src/jphost/provider/openai-body.h"

#include <ctype.h>
#include <string.h>

#include "proto/json-scan.h"

#define MAX_BYTES ((size_t)32 << 20)
/* Of a body that is not JSON: enough for a title. */
#define HEAD_BYTES 16384

/* --- Events --- */

static bool is_done_mark(struct slice data)
{
	return slice_is(slice_trim(data), "[DONE]");
}

/* An object on one line is an event, also without the blank line after it. */
static bool is_whole(struct slice data)
{
	data = slice_trim(data);
	return is_done_mark(data) ||
	       (data.len > 1 && *data.ptr == '{' &&
		data.ptr[data.len - 1] == '}' && json_is_valid(data));
}

/* Whether a line is a field of a later standard, or of a server's own. */
static bool is_field(struct slice line)
{
	size_t len = 0;

	while (len < line.len && (isalnum((unsigned char)line.ptr[len]) ||
				  line.ptr[len] == '-' || line.ptr[len] == '_'))
		len++;
	return len && len < line.len && line.ptr[len] == ':';
}

/* A gateway that fails writes its error into the stream as it is. */
static void on_stray(void *user, struct slice line)
{
	struct openai_body *body = user;

	if (!is_field(line) ||
	    slice_find_caseless(slice_of(line.ptr, line.len < 5 ? line.len : 5),
				"data:"))
		openai_stream_take(body->stream, line);
}

void openai_body_init(struct openai_body *body, struct openai_stream *stream)
{
	body->kind = OPENAI_BODY_UNKNOWN;
	body->events = 0;
	body->looked_at = 0;
	body->stream = stream;
	sse_init(&body->sse, MAX_BYTES);
	body->sse.is_whole = is_whole;
	body->sse.stray = on_stray;
	strbuf_init(&body->head);
}

void openai_body_release(struct openai_body *body)
{
	sse_release(&body->sse);
	strbuf_release(&body->head);
}

static void fail(struct openai_body *body)
{
	strbuf_setf(&body->stream->error.text, "it sent too much at once");
}

static void on_event(void *user, struct slice data)
{
	struct openai_body *body = user;

	if (slice_is(strbuf_slice(&body->sse.name), "ping"))
		return;
	body->events++;
	if (slice_is(strbuf_slice(&body->sse.name), "error"))
		openai_error_read(&body->stream->error, data);
	else
		openai_stream_take(body->stream, data);
}

static void feed_events(struct openai_body *body, struct slice bytes)
{
	struct slice line;

	if (sse_feed(&body->sse, bytes, on_event, body))
		fail(body);
	/* The end marker counts even without the end of its line. */
	line = strbuf_slice(&body->sse.line);
	if (slice_starts_with(line, SLICE("data:")) &&
	    is_done_mark(slice_skip(line, 5)))
		body->stream->marked = true;
}

/* Skip a byte order mark and white space. */
static struct slice skip_begin(struct slice text)
{
	text = slice_skip_mark(text);
	while (text.len && strchr(" \t\r\n", *text.ptr))
		text = slice_skip(text, 1);
	return text;
}

/* Guess the kind from the first character. */
static enum openai_body_kind kind_of(struct slice head)
{
	head = skip_begin(head);
	if (!head.len || (unsigned char)*head.ptr == 0xef)
		return OPENAI_BODY_UNKNOWN;
	if (*head.ptr == '{' || *head.ptr == '[')
		return OPENAI_BODY_JSON;
	return *head.ptr == '<' ? OPENAI_BODY_PAGE : OPENAI_BODY_EVENTS;
}

static void keep_head(struct openai_body *body, struct slice bytes, size_t max)
{
	size_t room = max > body->head.len ? max - body->head.len : 0;

	strbuf_add(&body->head, bytes.ptr, bytes.len < room ? bytes.len : room);
}

static void feed_first(struct openai_body *body, struct slice bytes)
{
	strbuf_addslice(&body->head, bytes);
	if (body->head.len > HEAD_BYTES)
		body->kind = OPENAI_BODY_EVENTS;
	else
		body->kind = kind_of(strbuf_slice(&body->head));
	if (body->kind == OPENAI_BODY_EVENTS)
		feed_events(body, strbuf_slice(&body->head));
}

bool openai_body_feed(struct openai_body *body, struct slice bytes)
{
	switch (body->kind) {
	case OPENAI_BODY_UNKNOWN:
		feed_first(body, bytes);
		break;
	case OPENAI_BODY_EVENTS:
		if (!body->events)
			keep_head(body, bytes, HEAD_BYTES);
		feed_events(body, bytes);
		break;
	case OPENAI_BODY_JSON:
		if (body->head.len + bytes.len > MAX_BYTES)
			fail(body);
		else
			strbuf_addslice(&body->head, bytes);
		break;
	case OPENAI_BODY_PAGE:
		keep_head(body, bytes, HEAD_BYTES);
		break;
	}
	return !body->stream->error.text.len && !body->stream->marked;
}

/* --- At the end of the body --- */

bool openai_body_may_be_whole(const struct openai_body *body)
{
	return body->kind == OPENAI_BODY_JSON &&
	       body->looked_at != body->head.len;
}

bool openai_body_is_whole(struct openai_body *body)
{
	bool may_be = openai_body_may_be_whole(body);

	body->looked_at = body->head.len;
	return may_be && json_is_valid(skip_begin(strbuf_slice(&body->head)));
}

/* An error in a successful answer is final unless it says otherwise. */
static void take_whole(struct openai_body *body, struct slice json)
{
	struct openai_stream *stream = body->stream;

	openai_stream_take(stream, json);
	if (stream->error.text.len && !stream->error.status &&
	    stream->error.again_ms < 0)
		stream->error.is_final = true;
	/* The object is complete, whatever its finish reason. */
	if (!stream->error.text.len && openai_stream_has_any(stream))
		stream->marked = true;
}

static void end_json(struct openai_body *body)
{
	struct slice text = skip_begin(strbuf_slice(&body->head));
	struct slice first;
	struct json_walk walk;
	struct json_member member;

	if (json_is_valid(text)) {
		/* Some servers collect the events in a list. */
		walk = json_walk_begin(text);
		if (json_type_of(text) == JSON_OBJECT)
			take_whole(body, text);
		else
			while (json_walk_next(&walk, &member))
				take_whole(body, member.value);
		if (!body->stream->error.text.len &&
		    !openai_stream_is_done(body->stream))
			openai_error_read(&body->stream->error, text);
		return;
	}
	/* Some servers stream an object per line. */
	while (json_first_value(text, &first)) {
		take_whole(body, first);
		text = slice_skip(text,
				  (size_t)(first.ptr - text.ptr) + first.len);
	}
}

static void tell_kind(struct openai_body *body, const char *content_type)
{
	struct openai_error *error = &body->stream->error;
	struct strbuf words = STRBUF_INIT;
	size_t len = strcspn(content_type ? content_type : "", "; ");

	openai_error_read(error, strbuf_slice(&body->head));
	strbuf_addslice(&words, strbuf_slice(&error->text));
	strbuf_setf(&error->text, "no event stream, but %.*s: %s",
		    len ? (int)len : 11, len ? content_type : "another text",
		    words.buf);
	openai_cut_line(&error->text, 200);
	error->is_final = true;
	strbuf_release(&words);
}

/* Whether the first line is one of an event stream. */
static bool is_stream(struct slice head)
{
	static const char *const begins[] = {
		":", "data:", "event:", "retry:", "id:", "data", NULL
	};

	head = skip_begin(head);
	for (int i = 0; begins[i]; i++) {
		if (slice_starts_with(head, slice_str(begins[i])))
			return true;
	}
	return false;
}

void openai_body_end(struct openai_body *body, const char *content_type)
{
	if (body->stream->error.text.len || body->stream->marked)
		return;
	if (body->kind == OPENAI_BODY_JSON) {
		end_json(body);
		return;
	}
	if (body->kind == OPENAI_BODY_EVENTS)
		feed_events(body, SLICE("\n\n"));
	if (body->kind == OPENAI_BODY_PAGE ||
	    (body->kind == OPENAI_BODY_EVENTS && !body->events &&
	     !body->stream->pieces && !is_stream(strbuf_slice(&body->head))))
		tell_kind(body, content_type);
}
