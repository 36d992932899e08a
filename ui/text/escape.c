#include "config.h"

#include "ui/text/escape.h"

#include <string.h>

#include "src/base/ascii.h"

#define DOT "\u00b7" /* a blank of a deep indent */

static bool is_hex(char c)
{
	return ascii_is_digit(c) || (c >= 'a' && c <= 'f') ||
	       (c >= 'A' && c <= 'F');
}

/* "\x1B" or "\u{202E}" */
static size_t backslash_length(struct slice text)
{
	size_t n = 3;

	if (text.len >= 4 && text.ptr[1] == 'x')
		return is_hex(text.ptr[2]) && is_hex(text.ptr[3]) ? 4 : 0;
	if (text.len < 5 || text.ptr[1] != 'u' || text.ptr[2] != '{')
		return 0;
	while (n < text.len && is_hex(text.ptr[n]))
		n++;
	return n > 3 && n < text.len && text.ptr[n] == '}' ? n + 1 : 0;
}

/* "<tab>" or "<300 spaces>" */
static size_t bracket_length(struct slice text)
{
	static const char *const kinds[] = { " space>", " spaces>", " tabs>",
					     " line breaks>" };
	size_t n = 1;

	if (slice_starts_with(text, SLICE("<tab>")))
		return strlen("<tab>");
	while (n < text.len && ascii_is_digit(text.ptr[n]))
		n++;
	for (size_t i = 0; n > 1 && i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (slice_starts_with(slice_skip(text, n), slice_str(kinds[i])))
			return n + strlen(kinds[i]);
	}
	return 0;
}

size_t escape_length(struct slice text)
{
	if (!text.len)
		return 0;
	if (*text.ptr == '\\')
		return backslash_length(text);
	if (*text.ptr == '<')
		return bracket_length(text);
	return slice_starts_with(text, SLICE(DOT)) ? strlen(DOT) : 0;
}

/* The next word from `*at` on that looks like an escape but is not one. */
static bool next_word(const struct strbuf *visible,
		      const struct escape_list *escapes, size_t *at,
		      size_t *escape)
{
	while (*at < visible->len) {
		const struct escape_span *e = *escape < escapes->count
						      ? &escapes->spans[*escape]
						      : NULL;

		if (e && *at >= e->start) {
			*at = e->start + e->len;
			++*escape;
		} else if (escape_length(
				   slice_skip(strbuf_slice(visible), *at))) {
			return true;
		} else {
			++*at;
		}
	}
	return false;
}

bool escape_has_words(const struct strbuf *visible,
		      const struct escape_list *escapes)
{
	size_t at = 0, escape = 0;

	return next_word(visible, escapes, &at, &escape);
}

void escape_words(struct strbuf *visible, struct escape_list *escapes)
{
	struct strbuf out = STRBUF_INIT;
	size_t from = 0, at = 0, escape = 0;

	while (next_word(visible, escapes, &at, &escape)) {
		char first = visible->buf[at];

		strbuf_add(&out, visible->buf + from, at - from);
		strbuf_addstr(&out, first == '\\'  ? "\\x5C"
				    : first == '<' ? "\\x3C"
						   : "\\u{B7}");
		at += first == '\\' || first == '<' ? 1 : strlen(DOT);
		from = at;
	}
	strbuf_add(&out, visible->buf + from, visible->len - from);
	strbuf_release(visible);
	*visible = out;
	escape_list_release(escapes);
}

static size_t end_blanks(struct slice line, size_t signs)
{
	size_t n = 0;

	while (n + signs < line.len && line.ptr[line.len - n - 1] == ' ')
		n++;
	return n;
}

bool escape_has_end_blanks(struct slice text, size_t signs)
{
	while (text.len) {
		if (end_blanks(slice_take_line(&text), signs))
			return true;
	}
	return false;
}

void escape_end_blanks(struct strbuf *text, size_t signs)
{
	struct strbuf out = STRBUF_INIT;
	struct slice rest = strbuf_slice(text);

	while (rest.len) {
		size_t left = rest.len;
		struct slice line = slice_take_line(&rest);
		size_t blanks = end_blanks(line, signs);

		strbuf_add(&out, line.ptr, line.len - blanks);
		if (blanks)
			strbuf_addf(&out, "<%zu %s>", blanks,
				    blanks == 1 ? "space" : "spaces");
		if (line.len < left)
			strbuf_addch(&out, '\n');
	}
	strbuf_release(text);
	*text = out;
}

void escape_paint(struct styled *styled)
{
	struct styled out = STYLED_INIT;
	size_t at = 0;

	for (size_t i = 0; i < styled->count; i++) {
		/* An escape may have begun in the previous run. */
		while (at < styled->runs[i].end) {
			struct slice rest =
				slice_skip(strbuf_slice(&styled->text), at);
			size_t n = escape_length(rest);

			styled_add(&out, slice_of(rest.ptr, n ? n : 1),
				   n ? FACE_ESCAPED : styled->runs[i].face);
			at += n ? n : 1;
		}
	}
	styled_release(styled);
	*styled = out;
}
