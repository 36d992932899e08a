#include "config.h"

#include "ui/transcript/data-uri.h"

#include <string.h>

#include "src/base/ascii.h"
#include "src/base/i18n.h"

enum {
	TYPE_MAX = 128, /* bytes of a media type and its parameters */
	SHOWN = 16,     /* characters of the content that stay */
	LONG = 64,      /* longer content is shortened */
};

#define SCHEME "data:"

void data_uri_init(struct data_uri *uri)
{
	*uri = (struct data_uri){ .held = STRBUF_INIT };
}

void data_uri_release(struct data_uri *uri)
{
	strbuf_release(&uri->held);
	data_uri_init(uri);
}

static bool is_of_type(char c)
{
	return ascii_is_alnum(c) || (c && strchr("!#$&^_.+-/;=%", c));
}

/* Without quotes, brackets and blanks, which end a URI anywhere. */
static bool is_of_content(char c)
{
	return ascii_is_alnum(c) || (c && strchr("-._~!$&*+,;=:@/?%#", c));
}

/* Without blanks: in a Markdown link one would end it. */
static void add_left_out(struct strbuf *out, size_t count)
{
	struct strbuf text = STRBUF_INIT;

	/* TRANSLATORS: behind the beginning of a "data:" URI */
	strbuf_addf(&text,
		    Q_("…%'zu more character", "…%'zu more characters", count),
		    count);
	for (size_t i = 0; i < text.len; i++)
		if (text.buf[i] == ' ')
			strbuf_addstr(out, "\u00a0");
		else
			strbuf_addch(out, text.buf[i]);
	strbuf_release(&text);
}

/* The word or the URI ended: write what was held. */
static void flush(struct data_uri *uri, struct strbuf *out)
{
	if (uri->part == DATA_URI_CONTENT && uri->taken > LONG)
		add_left_out(out, uri->taken - SHOWN);
	else
		strbuf_addslice(out, strbuf_slice(&uri->held));
	strbuf_reset(&uri->held);
	uri->taken = 0;
}

/* Whether the character continues the current part. */
static bool goes_on(struct data_uri *uri, char c)
{
	switch (uri->part) {
	case DATA_URI_SCHEME:
		return c == SCHEME[uri->taken];
	case DATA_URI_TYPE:
		return c == ',' || (is_of_type(c) && uri->taken < TYPE_MAX);
	case DATA_URI_CONTENT:
		return is_of_content(c);
	default:
		return false;
	}
}

static void take(struct data_uri *uri, char c, struct strbuf *out)
{
	uri->taken++;
	if (uri->part != DATA_URI_CONTENT) {
		strbuf_addch(out, c);
	} else if (uri->taken <= SHOWN) {
		strbuf_addch(out, c);
	} else if (uri->taken <= LONG) {
		strbuf_addch(&uri->held, c);
	}
	if (uri->part == DATA_URI_SCHEME && uri->taken == strlen(SCHEME)) {
		uri->part = DATA_URI_TYPE;
		uri->taken = 0;
	} else if (uri->part == DATA_URI_TYPE && c == ',') {
		uri->part = DATA_URI_CONTENT;
		uri->taken = 0;
	}
}

/* "metadata:" is a different word. */
static bool is_of_word(char c)
{
	return ascii_is_alnum(c) || c == '_' || c == '-' ||
	       (unsigned char)c >= 0x80;
}

/* Pass on text outside such URIs; returns how many bytes that is. */
static size_t pass(struct data_uri *uri, struct slice text, struct strbuf *out)
{
	size_t n = 0;

	while (n < text.len &&
	       (uri->part != DATA_URI_NONE || text.ptr[n] != SCHEME[0]))
		uri->part = is_of_word(text.ptr[n++]) ? DATA_URI_WORD
						      : DATA_URI_NONE;
	strbuf_add(out, text.ptr, n);
	return n;
}

void data_uri_add(struct data_uri *uri, struct slice text, struct strbuf *out)
{
	while (text.len) {
		if (uri->part <= DATA_URI_WORD)
			text = slice_skip(text, pass(uri, text, out));
		if (!text.len)
			break;
		if (uri->part <= DATA_URI_WORD)
			uri->part = DATA_URI_SCHEME;
		if (goes_on(uri, text.ptr[0])) {
			take(uri, text.ptr[0], out);
			text = slice_skip(text, 1);
		} else {
			flush(uri, out);
			uri->part = DATA_URI_WORD;
		}
	}
}

void data_uri_end(struct data_uri *uri, struct strbuf *out)
{
	if (uri->part > DATA_URI_WORD)
		flush(uri, out);
	uri->part = DATA_URI_NONE;
}
