#include "config.h"

#include "ui/view/arguments.h"

#include <string.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"
#include "ui/text/sanitize.h"
#include "ui/text/width.h"

#define INDENT      2
#define NESTING_MAX 32 /* deeper values stay on one line */

/* Where the rows go, how wide they are, and what was found. */
struct writer {
	struct rows *rows;
	int cols;
	struct arguments_facts *facts;
};

/* How the lines of a text look. */
enum line_style { LINES_PLAIN, LINES_CODE, LINES_OLD, LINES_NEW, LINES_PATCH };

/* Add to the open row, going on in new ones at the edge: nothing is left out
 * and no blank is lost, so what is read is what is there. */
static void put(struct writer *w, struct slice text, int indent, enum face face)
{
	while (text.len) {
		int room = w->cols - rows_cols(w->rows, w->rows->count - 1);
		size_t fit = room > 0 ? width_prefix(text, room, NULL) : 0;

		if (!fit && rows_cols(w->rows, w->rows->count - 1) > indent) {
			rows_begin(w->rows, indent);
			continue;
		}
		if (!fit) /* one column, and a wide character */
			fit = width_prefix(text, 2, NULL);
		rows_add(w->rows, slice_of(text.ptr, fit), face);
		text = slice_skip(text, fit);
	}
}

static enum face line_face(enum line_style style, struct slice line)
{
	switch (style) {
	case LINES_OLD:
		return FACE_DIFF_DEL;
	case LINES_NEW:
		return FACE_DIFF_ADD;
	case LINES_PLAIN:
		return FACE_DEFAULT;
	case LINES_CODE:
		return FACE_CODE;
	case LINES_PATCH:
		break;
	}
	if (slice_starts_with(line, SLICE("@@")))
		return FACE_DIFF_HUNK;
	if (slice_starts_with(line, SLICE("+")))
		return FACE_DIFF_ADD;
	if (slice_starts_with(line, SLICE("-")))
		return FACE_DIFF_DEL;
	return FACE_CODE;
}

/* Text with its escapes told apart by their face. */
static void put_visible(struct writer *w, const struct strbuf *text, size_t at,
			size_t end, const struct escape_list *escapes,
			size_t *escape, int indent, enum face face)
{
	while (at < end) {
		size_t stop = end;
		enum face now = face;

		if (*escape < escapes->count) {
			const struct escape_span *e = &escapes->spans[*escape];

			if (e->start <= at) {
				now = FACE_ESCAPED;
				stop = e->start + e->len;
				++*escape;
			} else if (e->start < end) {
				stop = e->start;
			}
		}
		put(w, slice_of(text->buf + at, stop - at), indent, now);
		at = stop;
	}
}

static void put_lines(struct writer *w, struct slice text, int indent,
		      enum line_style style, bool first_open)
{
	struct escape_list escapes = { 0 };
	struct strbuf visible = STRBUF_INIT;
	bool keep_last = style == LINES_CODE || style == LINES_PLAIN;
	size_t at = 0, escape = 0;

	sanitize_visible(&visible, text, &escapes);
	if (w->facts)
		w->facts->escapes += escapes.count;
	do {
		const char *nl =
			memchr(visible.buf + at, '\n', visible.len - at);
		size_t end = nl ? (size_t)(nl - visible.buf) : visible.len;
		struct slice line = slice_of(visible.buf + at, end - at);
		enum face face = line_face(style, line);

		if (!first_open)
			rows_begin(w->rows, indent);
		first_open = false;
		if (style == LINES_OLD || style == LINES_NEW)
			put(w, style == LINES_OLD ? SLICE("- ") : SLICE("+ "),
			    indent, face);
		put_visible(w, &visible, at, end, &escapes, &escape, indent,
			    face);
		at = end + 1;
		/* The line break that ends a patch begins no line. */
	} while (at < visible.len || (at == visible.len && keep_last));
	escape_list_release(&escapes);
	strbuf_release(&visible);
}

/* Names that tools give to what is replaced and what comes instead. */
static const struct {
	const char *old, *new;
} EDITS[] = {
	{ "old", "new" },
	{ "old_text", "new_text" },
	{ "old_string", "new_string" },
	{ "old_str", "new_str" },
	{ "before", "after" },
	{ "search", "replace" },
};

static enum line_style style_of(struct slice key, struct slice text)
{
	for (size_t i = 0; i < ARRAY_SIZE(EDITS); i++) {
		if (slice_is(key, EDITS[i].old))
			return LINES_OLD;
		if (slice_is(key, EDITS[i].new))
			return LINES_NEW;
	}
	if (memmem(text.ptr ? text.ptr : "", text.len, "\n@@ ", 4) ||
	    slice_starts_with(text, SLICE("@@ ")))
		return LINES_PATCH;
	return LINES_CODE;
}

static void put_value(struct writer *w, const struct json_member *m, int indent,
		      int depth);

static void put_string(struct writer *w, const struct json_member *m,
		       int indent)
{
	struct strbuf text = STRBUF_INIT;
	enum line_style style;

	json_string_add(&text, m->value);
	style = style_of(m->key, strbuf_slice(&text));
	if (!text.len)
		put(w, SLICE("\"\""), indent, FACE_DIM);
	else if (style == LINES_CODE && !memchr(text.buf, '\n', text.len))
		put_lines(w, strbuf_slice(&text), indent + INDENT, style, true);
	else
		put_lines(w, strbuf_slice(&text), indent + INDENT, style,
			  false);
	strbuf_release(&text);
}

static void put_members(struct writer *w, struct slice value, int indent,
			int depth)
{
	struct json_walk walk = json_walk_begin(value);
	struct json_member m;
	bool any = false;

	while (json_walk_next(&walk, &m)) {
		any = true;
		rows_begin(w->rows, indent);
		if (walk.object)
			put_lines(w, m.key, indent, LINES_PLAIN, true);
		else
			put(w, SLICE("-"), indent, FACE_DIM);
		put(w, SLICE("  "), indent, FACE_DEFAULT);
		put_value(w, &m, indent, depth);
	}
	if (any || walk.failed)
		return;
	if (!w->rows->count)
		rows_begin(w->rows, indent);
	put(w, walk.object ? SLICE("{}") : SLICE("[]"), indent, FACE_DIM);
}

static void put_value(struct writer *w, const struct json_member *m, int indent,
		      int depth)
{
	switch (m->type) {
	case JSON_STRING:
		put_string(w, m, indent);
		return;
	case JSON_OBJECT:
	case JSON_ARRAY:
		if (depth < NESTING_MAX) {
			put_members(w, m->value, indent + INDENT, depth + 1);
			return;
		}
		break;
	case JSON_NULL:
	case JSON_FALSE:
	case JSON_TRUE:
	case JSON_NUMBER:
	case JSON_NONE:
		break;
	}
	put_lines(w, m->value, indent + INDENT, LINES_CODE, true);
}

void arguments_rows(struct rows *rows, struct slice raw, int cols,
		    struct arguments_facts *facts)
{
	struct writer w = { rows, cols < 1 ? 1 : cols, facts };
	struct strbuf err = STRBUF_INIT;

	if (facts)
		*facts = (struct arguments_facts){ .bytes = raw.len };
	/* What is not well formed is shown byte by byte, not half. */
	if (json_type_of(raw) == JSON_OBJECT && !json_check(raw, NULL, &err))
		put_members(&w, raw, 0, 0);
	else
		put_lines(&w, raw, 0, LINES_CODE, false);
	strbuf_release(&err);
}

/* Our own blanks stay below the number from which they are counted. */
static void add_break(struct strbuf *out, int depth)
{
	strbuf_addch(out, '\n');
	strbuf_addchars(out, ' ', (size_t)(depth < 4 ? depth : 4) * INDENT);
}

/* White space between tokens becomes line breaks and indentation; every
 * token keeps its bytes, escapes and all. */
static void lay_out(struct strbuf *out, struct slice raw)
{
	bool in_string = false, escaped = false;
	int depth = 0;

	for (size_t i = 0; i < raw.len; i++) {
		char c = raw.ptr[i];

		if (in_string) {
			in_string = escaped || c != '"';
			escaped = !escaped && c == '\\';
			strbuf_addch(out, c);
			continue;
		}
		if (c == ' ' || c == '\n' || c == '\t' || c == '\r')
			continue;
		if ((c == '}' || c == ']') && depth > 0) {
			depth--;
			add_break(out, depth);
		}
		strbuf_addch(out, c);
		if (c == '{' || c == '[')
			depth++;
		if (c == ':')
			strbuf_addch(out, ' ');
		if (c == '{' || c == '[' || c == ',') {
			add_break(out, depth);
		}
		in_string = c == '"';
	}
}

void arguments_raw_rows(struct rows *rows, struct slice raw, int cols,
			struct arguments_facts *facts)
{
	struct strbuf text = STRBUF_INIT;

	lay_out(&text, raw);
	arguments_text_rows(rows, strbuf_slice(&text), cols, facts);
	if (facts)
		facts->bytes = raw.len;
	strbuf_release(&text);
}

void arguments_text_rows(struct rows *rows, struct slice text, int cols,
			 struct arguments_facts *facts)
{
	struct writer w = { rows, cols < 1 ? 1 : cols, facts };

	if (facts)
		*facts = (struct arguments_facts){ .bytes = text.len };
	put_lines(&w, text, 0,
		  memmem(text.ptr ? text.ptr : "", text.len, "```diff", 7)
			  ? LINES_PATCH
			  : LINES_PLAIN,
		  false);
}
