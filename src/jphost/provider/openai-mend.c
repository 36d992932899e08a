#include "config.h"

#include "src/jphost/provider/openai-mend.h"

#include <string.h>

#include "proto/json-scan.h"

/* How deep an object may be wrapped in strings. */
#define MAX_STRINGS 3

struct slice openai_trim(struct slice text)
{
	while (text.len && strchr(" \t\r\n", text.ptr[0]))
		text = slice_skip(text, 1);
	while (text.len && strchr(" \t\r\n", text.ptr[text.len - 1]))
		text.len--;
	return text;
}

static struct slice trimmed(struct slice text)
{
	return openai_trim(slice_skip_mark(text));
}

bool openai_take_fence(struct slice text, struct slice *inside)
{
	static const struct slice fence = { "```", 3 };
	struct slice line;

	text = trimmed(text);
	if (!slice_starts_with(text, fence) || text.len < 2 * fence.len ||
	    memcmp(text.ptr + text.len - fence.len, fence.ptr, fence.len) != 0)
		return false;
	text.len -= fence.len;
	line = slice_take_line(&text);
	text = trimmed(text);
	/* Another fence inside means several fences, or one within a string. */
	if (memchr(line.ptr + fence.len, '`', line.len - fence.len) ||
	    (memmem(text.ptr, text.len, fence.ptr, fence.len) &&
	     !json_is_valid(text)))
		return false;
	*inside = text;
	return true;
}

void openai_escape_controls(struct strbuf *text)
{
	struct strbuf out = STRBUF_INIT;
	bool in_string = false;

	for (size_t i = 0; i < text->len; i++) {
		unsigned char c = (unsigned char)text->buf[i];

		if (in_string && c < 0x20) {
			if (c == '\n')
				strbuf_addstr(&out, "\\n");
			else if (c == '\t')
				strbuf_addstr(&out, "\\t");
			else
				strbuf_addf(&out, "\\u%04x", c);
			continue;
		}
		if (c == '"')
			in_string = !in_string;
		strbuf_addch(&out, (char)c);
		if (in_string && c == '\\' && i + 1 < text->len)
			strbuf_addch(&out, text->buf[++i]);
	}
	strbuf_release(text);
	*text = out;
}

static void replace(struct strbuf *text, struct slice with)
{
	struct strbuf copy = STRBUF_INIT;

	strbuf_addslice(&copy, with);
	strbuf_release(text);
	*text = copy;
}

/* Handle two values in a row: {} and then the arguments, or a repeat. */
static void take_one_of_two(struct strbuf *text)
{
	struct slice all = trimmed(strbuf_slice(text)), first, second, rest;

	if (json_type_of(all) != JSON_OBJECT || !json_first_value(all, &first))
		return;
	rest = trimmed(
		slice_skip(all, (size_t)(first.ptr - all.ptr) + first.len));
	if (!rest.len || !json_first_value(rest, &second) ||
	    second.len != rest.len || json_type_of(second) != JSON_OBJECT)
		return;
	if (slice_is(first, "{}") || slice_equal(first, second))
		replace(text, second);
}

/* Remove what is wrapped around the object. */
static void unwrap(struct strbuf *text)
{
	struct strbuf inner = STRBUF_INIT;
	struct slice inside;

	for (int i = 0; i < MAX_STRINGS; i++) {
		replace(text, trimmed(strbuf_slice(text)));
		if (openai_take_fence(strbuf_slice(text), &inside))
			replace(text, inside);
		if (!text->len || *text->buf != '"' ||
		    !json_is_valid(strbuf_slice(text)))
			break;
		strbuf_reset(&inner);
		json_string_add(&inner, strbuf_slice(text));
		replace(text, strbuf_slice(&inner));
	}
	strbuf_release(&inner);
}

int openai_arguments_mend(struct strbuf *arguments, struct strbuf *err)
{
	struct strbuf why = STRBUF_INIT;

	if (!json_is_valid(strbuf_slice(arguments)) ||
	    json_type_of(strbuf_slice(arguments)) != JSON_OBJECT) {
		unwrap(arguments);
		if (!json_is_valid(strbuf_slice(arguments)))
			take_one_of_two(arguments);
		if (!json_is_valid(strbuf_slice(arguments)))
			openai_escape_controls(arguments);
	}
	/* A tool without parameters is often called with nothing. */
	if (!arguments->len || slice_is(strbuf_slice(arguments), "null") ||
	    slice_is(strbuf_slice(arguments), "[]")) {
		strbuf_reset(arguments);
		strbuf_addstr(arguments, "{}");
	}
	if (json_check(strbuf_slice(arguments), NULL, &why)) {
		strbuf_setf(err, "%s", why.buf);
		strbuf_release(&why);
		return -1;
	}
	if (json_type_of(strbuf_slice(arguments)) == JSON_OBJECT)
		return 0;
	strbuf_setf(err, "no JSON object");
	return -1;
}
