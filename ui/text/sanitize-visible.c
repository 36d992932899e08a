#include "config.h"

#include "ui/text/sanitize.h"

#include <stdlib.h>
#include <wchar.h>

#include "src/base/utf8.h"
#include "src/base/xalloc.h"
#include "ui/text/unicode/codepoint.h"

enum {
	RUN_MAX = 8,     /* consecutive blanks that are shown as they are */
	INDENT_MAX = 32, /* of a line: blanks that are shown as dots */
	MARKS_MAX = 4,   /* marks that fit in a cell of the screen */
};

struct visible {
	struct strbuf *out;
	struct escape_list *escapes; /* or NULL */
	bool blanks;                 /* blanks and line breaks are kept */
	bool json;                   /* write escapes as in JSON */
	uint32_t base;               /* the letter a mark would join, or 0 */
	int marks;                   /* marks on it */
};

static void note(struct visible *v, size_t start)
{
	struct escape_list *list = v->escapes;
	struct escape_span *last;

	v->base = 0;
	if (!list)
		return;
	last = list->count ? &list->spans[list->count - 1] : NULL;
	if (last && last->start + last->len == start) {
		last->len = v->out->len - last->start;
		return;
	}
	ALLOC_GROW(list->spans, list->count + 1, list->cap);
	list->spans[list->count++] = (struct escape_span){
		.start = start,
		.len = v->out->len - start,
	};
}

static void escape_cp(struct visible *v, uint32_t cp)
{
	size_t start = v->out->len;

	if (v->json && cp > 0xffff)
		strbuf_addf(v->out, "\\u%04x\\u%04x",
			    0xd7c0 + (unsigned)(cp >> 10),
			    0xdc00 + (unsigned)(cp & 0x3ff));
	else if (v->json)
		strbuf_addf(v->out, "\\u%04x", (unsigned)cp);
	else if (cp < 0x80)
		strbuf_addf(v->out, "\\x%02X", (unsigned)cp);
	else
		strbuf_addf(v->out, "\\u{%X}", (unsigned)cp);
	note(v, start);
}

static void escape_byte(struct visible *v, char byte)
{
	size_t start = v->out->len;

	strbuf_addf(v->out, "\\x%02X", (unsigned)(unsigned char)byte);
	note(v, start);
}

/* Blanks, tabs or line breaks: many could push other text out of sight. */
static void add_run(struct visible *v, char c, size_t count)
{
	size_t start = v->out->len;
	bool at_start = !start || v->out->buf[start - 1] == '\n';

	if (v->blanks) {
		strbuf_addchars(v->out, c, count);
	} else if (c == ' ' && at_start && count > RUN_MAX &&
		   count <= INDENT_MAX) {
		/* Deep indentation: every blank is visible, and lines stay
		 * aligned. */
		for (size_t i = 0; i < count; i++)
			strbuf_addstr(v->out, "\u00b7");
		note(v, start);
	} else if (count > RUN_MAX) {
		strbuf_addf(v->out, "<%zu %s>", count,
			    c == ' '    ? "spaces"
			    : c == '\t' ? "tabs"
					: "line breaks");
		note(v, start);
		if (c == '\n')
			strbuf_addch(v->out, '\n');
	} else if (c == '\t') {
		while (count--)
			strbuf_addstr(v->out, "<tab>");
		note(v, start);
	} else {
		strbuf_addchars(v->out, c, count);
	}
	v->base = 0;
}

static void add_visible(struct visible *v, uint32_t cp, struct slice bytes)
{
	bool is_mark = cp >= 0x80 && !wcwidth((wchar_t)cp);

	/* U+FFFD may stand for something that an earlier reader replaced. */
	if (codepoint_is_hidden(cp) || cp == UTF8_REPLACEMENT ||
	    (is_mark &&
	     (v->marks == MARKS_MAX || !codepoint_mark_fits(v->base, cp)))) {
		escape_cp(v, cp);
		return;
	}
	strbuf_addslice(v->out, bytes);
	if (is_mark) {
		v->marks++;
		return;
	}
	v->base = cp;
	v->marks = 0;
}

/* A flag is two regional indicators; a single one is not a picture. */
static size_t add_regional(struct visible *v, struct slice text, uint32_t cp,
			   size_t took)
{
	uint32_t next;
	size_t next_took;

	if (text.len > took &&
	    utf8_decode_valid(text.ptr + took, text.len - took, &next,
			      &next_took) &&
	    codepoint_is_regional(next)) {
		took += next_took;
		strbuf_add(v->out, text.ptr, took);
		v->base = 0;
	} else {
		escape_cp(v, cp);
	}
	return took;
}

/* One byte, or half of a surrogate pair (json_bytes_add()). */
static size_t add_invalid(struct visible *v, struct slice text)
{
	unsigned char second = text.len > 2 ? (unsigned char)text.ptr[1] : 0;
	unsigned char third = text.len > 2 ? (unsigned char)text.ptr[2] : 0;

	if ((unsigned char)*text.ptr != 0xed || second < 0xa0 || third < 0x80 ||
	    third > 0xbf || second > 0xbf) {
		escape_byte(v, *text.ptr);
		return 1;
	}
	escape_cp(v, 0xd000 | (uint32_t)(second & 0x3f) << 6 | (third & 0x3f));
	return 3;
}

static void make_visible(struct visible v, struct slice text)
{
	size_t pos = 0;

	while (pos < text.len) {
		struct slice rest = slice_skip(text, pos);
		char c = *rest.ptr;
		uint32_t cp;
		size_t took;

		if (c == ' ' || c == '\n' || c == '\t') {
			took = slice_count(text, pos, text.ptr[pos]);
			add_run(&v, c, took);
		} else if (!utf8_decode_valid(rest.ptr, rest.len, &cp, &took)) {
			took = add_invalid(&v, rest);
		} else if (codepoint_is_regional(cp)) {
			took = add_regional(&v, rest, cp, took);
		} else {
			add_visible(&v, cp, slice_of(rest.ptr, took));
		}
		pos += took;
	}
}

void sanitize_visible(struct strbuf *out, struct slice text,
		      struct escape_list *escapes)
{
	make_visible((struct visible){ .out = out, .escapes = escapes }, text);
}

void sanitize_record(struct strbuf *out, struct slice text,
		     struct escape_list *escapes)
{
	make_visible((struct visible){ .out = out,
				       .escapes = escapes,
				       .blanks = true },
		     text);
}

void sanitize_json(struct strbuf *out, struct slice json)
{
	make_visible(
		(struct visible){ .out = out, .blanks = true, .json = true },
		json);
}

void escape_list_release(struct escape_list *list)
{
	if (!list)
		return;
	free(list->spans);
	*list = (struct escape_list){ 0 };
}
