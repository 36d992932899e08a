#include "config.h"

#include "src/jphost/jp/trace-repeat.h"

#include <string.h>

#include "proto/json-scan.h"
#include "src/base/utf8.h"

/* Limits for a time and for a line that may repeat. */
#define TIME_MAX 64
#define LINE_MAX ((size_t)16 << 10)

void trace_repeat_init(struct trace_repeat *repeat)
{
	*repeat = (struct trace_repeat){ .line = STRBUF_INIT,
					 .quoted = STRBUF_INIT,
					 .inner = STRBUF_INIT,
					 .text = STRBUF_INIT };
}

void trace_repeat_release(struct trace_repeat *repeat)
{
	strbuf_release(&repeat->line);
	strbuf_release(&repeat->quoted);
	strbuf_release(&repeat->inner);
	strbuf_release(&repeat->text);
}

void trace_repeat_forget(struct trace_repeat *repeat)
{
	repeat->known = false;
}

/* The line after its time, which is its first member; empty if it is not. */
static struct slice behind_time(struct slice line)
{
	const struct slice begin = SLICE("{\"timestamp\":\"");
	const char *quote;

	if (!slice_starts_with(line, begin))
		return slice_of(NULL, 0);
	line = slice_skip(line, begin.len);
	quote = memchr(line.ptr, '"',
		       line.len < TIME_MAX ? line.len : TIME_MAX);
	return quote ? slice_skip(line, (size_t)(quote - line.ptr))
		     : slice_of(NULL, 0);
}

/* Decode the inside of a string, without its quotes. */
static bool unescape(struct strbuf *quoted, struct strbuf *text,
		     struct slice raw)
{
	strbuf_reset(quoted);
	strbuf_addch(quoted, '"');
	strbuf_addslice(quoted, raw);
	strbuf_addch(quoted, '"');
	strbuf_reset(text);
	return json_string_add(text, strbuf_slice(quoted));
}

/* Whether it needs no decoding. */
static bool is_plain(struct slice raw)
{
	unsigned char all = 0;

	for (size_t i = 0; i < raw.len; i++) {
		unsigned char c = (unsigned char)raw.ptr[i];

		if (c < ' ' || c == '"' || c == '\\')
			return false;
		all |= c;
	}
	return all < 0x80 || utf8_valid_prefix(raw.ptr, raw.len) == raw.len;
}

/* Decode a string inside a string. */
static bool read_text(struct trace_repeat *repeat, struct slice raw,
		      struct slice *text)
{
	if (is_plain(raw)) {
		*text = raw;
		return true;
	}
	if (!unescape(&repeat->quoted, &repeat->inner, raw) ||
	    !unescape(&repeat->quoted, &repeat->text,
		      strbuf_slice(&repeat->inner)))
		return false;
	*text = strbuf_slice(&repeat->text);
	return true;
}

/* The end of the inner string that begins here: its quote, or NULL. */
static const char *inner_end(const char *at, const char *end)
{
	while (at + 1 < end) {
		if (*at == '"')
			return NULL; /* the outer string ends first */
		if (*at != '\\') {
			at++;
		} else if (at[1] == '"') {
			return at;
		} else if (at[1] == '\\') {
			/* The inner escape, which may be escaped itself. */
			at += 2;
			at += at + 1 < end && *at == '\\' ? 2 : 1;
		} else {
			at += 2;
		}
	}
	return NULL;
}

void trace_repeat_learn(struct trace_repeat *repeat, struct slice line,
			enum chat_part part, struct slice text)
{
	const struct slice mark = SLICE("\\\"");
	struct slice rest = behind_time(line), found;
	const char *end = rest.ptr + rest.len, *at = rest.ptr;
	size_t count = 0;

	repeat->known = false;
	if (!rest.len || rest.len > LINE_MAX || !text.len)
		return;
	while ((at = memmem(at, (size_t)(end - at), mark.ptr, mark.len))) {
		const char *begin = at + mark.len;
		const char *stop = inner_end(begin, end);

		if (!stop)
			return;
		if (read_text(repeat, slice_of(begin, (size_t)(stop - begin)),
			      &found) &&
		    slice_equal(found, text)) {
			repeat->head = (size_t)(begin - rest.ptr);
			repeat->tail = (size_t)(end - stop);
			count++;
		}
		at = stop + mark.len;
	}
	if (count != 1)
		return;
	strbuf_reset(&repeat->line);
	strbuf_addslice(&repeat->line, rest);
	repeat->part = part;
	repeat->known = true;
}

bool trace_repeat_take(struct trace_repeat *repeat, struct slice line,
		       struct slice *text)
{
	const struct strbuf *known = &repeat->line;
	struct slice rest;

	if (!repeat->known)
		return false;
	rest = behind_time(line);
	if (rest.len < repeat->head + repeat->tail || rest.len > LINE_MAX ||
	    memcmp(rest.ptr, known->buf, repeat->head) != 0 ||
	    memcmp(rest.ptr + rest.len - repeat->tail,
		   known->buf + known->len - repeat->tail, repeat->tail) != 0)
		return false;
	return read_text(repeat,
			 slice_of(rest.ptr + repeat->head,
				  rest.len - repeat->head - repeat->tail),
			 text) &&
	       text->len;
}
