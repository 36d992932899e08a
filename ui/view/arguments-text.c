#include "config.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "ui/text/code.h"
#include "ui/text/diff.h"
#include "ui/text/escape.h"
#include "ui/text/lookalike.h"
#include "ui/text/sanitize.h"
#include "ui/text/width.h"
#include "ui/view/arguments-private.h"

#define SOME_WORDS_BYTES 300
#define TAB_COLS         8
#define CONTINUES        "\xe2\x86\xaa" /* ↪ */

static int used_cols(const struct arguments_writer *w)
{
	return rows_cols(w->rows, w->rows->count - 1);
}

static void go_on(struct arguments_writer *w, int indent, bool bar)
{
	rows_begin(w->rows, indent);
	if (bar)
		rows_add(w->rows, SLICE(CONTINUES " "), FACE_DIM);
}

/* Length of an escape at the start, or of a word marked as one. */
static size_t whole_length(struct slice text)
{
	size_t escape = escape_length(text);

	return escape ? escape : text.len;
}

/* Add as many whole words of `text` as there are in `fit` bytes, or a part of
 * one that is alone in its row, and begin the next row. */
static void put_words(struct arguments_writer *w, struct slice *text,
		      size_t fit, int indent, bool bar)
{
	size_t end = fit;

	if (fit < text->len && text->ptr[fit] != ' ')
		while (end && text->ptr[end - 1] != ' ')
			end--;
	end = end ? end : fit;
	rows_add(w->rows, slice_of(text->ptr, end), FACE_DEFAULT);
	/* One blank may end a row undrawn; a longer run shows. */
	if (end < text->len && text->ptr[end] == ' ')
		end++;
	*text = slice_skip(*text, end);
	if (text->len)
		go_on(w, indent, bar);
}

void arguments_put(struct arguments_writer *w, struct slice text, int indent,
		   bool bar, enum face face)
{
	int least = indent + (bar ? 2 : 0);

	while (text.len) {
		int room = w->options->cols - used_cols(w);
		size_t whole = face == FACE_ESCAPED ? whole_length(text) : 0;
		size_t fit = room > 0 ? width_prefix(text, room, NULL) : 0;

		/* Half of an escape would mean something else. */
		if (fit < whole && used_cols(w) > least &&
		    width_prefix(slice_of(text.ptr, whole),
				 w->options->cols - least, NULL) == whole) {
			go_on(w, indent, bar);
			continue;
		}
		if (whole && fit > whole)
			fit = whole;
		if (!fit && used_cols(w) > least) {
			go_on(w, indent, bar);
			continue;
		}
		if (!fit) /* one column, but a wide character */
			fit = width_prefix(text, 2, NULL);
		if (!fit) /* a mark without a letter, of no width */
			fit = text.len;
		if (w->words && face == FACE_DEFAULT) {
			put_words(w, &text, fit, indent, bar);
			continue;
		}
		rows_add(w->rows, slice_of(text.ptr, fit), face);
		text = slice_skip(text, fit);
	}
}

void arguments_add_line(struct strbuf *out, struct slice text)
{
	struct strbuf visible = STRBUF_INIT;

	sanitize_visible(&visible, text, NULL);
	for (size_t i = 0; i < visible.len; i++) {
		if (visible.buf[i] == '\n')
			strbuf_addstr(out, "\\n");
		else
			strbuf_addch(out, visible.buf[i]);
	}
	strbuf_release(&visible);
}

bool arguments_is_plain_name(struct slice name)
{
	if (!name.len || strchr("-|:<", *name.ptr))
		return false;
	for (size_t i = 0; i < name.len; i++) {
		if (memchr(" \t\n\"", name.ptr[i], 4))
			return false;
	}
	return true;
}

void arguments_add_name(struct strbuf *out, struct slice name)
{
	bool plain = arguments_is_plain_name(name);

	if (!plain)
		strbuf_addch(out, '"');
	arguments_add_line(out, name);
	if (!plain)
		strbuf_addch(out, '"');
}

/* A tab is an escape that hides nothing; so are the dots of an indent. */
static bool hides(struct slice escape)
{
	for (size_t i = 0; i + 1 < escape.len; i++) {
		if (escape.ptr[i] == '\\' ||
		    (escape.ptr[i] == '<' && escape.ptr[i + 1] >= '0' &&
		     escape.ptr[i + 1] <= '9'))
			return true;
	}
	return false;
}

/* --- Marked parts of a text --- */

struct marks {
	struct escape_list *list; /* or NULL */
	struct slice text;
	struct arguments_facts *facts;
};

static void add_mark(struct escape_list *list, size_t start, size_t len)
{
	ALLOC_GROW(list->spans, list->count + 1, list->cap);
	list->spans[list->count++] = (struct escape_span){ start, len };
}

static void found_lookalike(void *data, size_t start, size_t end)
{
	struct marks *marks = data;
	struct strbuf word = STRBUF_INIT;

	if (marks->list)
		add_mark(marks->list, start, end - start);
	if (!marks->facts)
		return;
	lookalike_describe(&word,
			   slice_of(marks->text.ptr + start, end - start));
	if (marks->facts->lookalikes.len < SOME_WORDS_BYTES &&
	    !strstr(marks->facts->lookalikes.buf, word.buf)) {
		if (marks->facts->lookalikes.len)
			strbuf_addstr(&marks->facts->lookalikes, ", ");
		strbuf_addslice(&marks->facts->lookalikes, strbuf_slice(&word));
	}
	strbuf_release(&word);
}

static int compare_spans(const void *a, const void *b)
{
	const struct escape_span *x = a, *y = b;

	return (x->start > y->start) - (x->start < y->start);
}

static void add_marks(struct escape_list *list, const struct escape_list *more)
{
	for (size_t i = 0; i < more->count; i++)
		add_mark(list, more->spans[i].start, more->spans[i].len);
	if (more->count)
		qsort(list->spans, list->count, sizeof(*list->spans),
		      compare_spans);
}

/* Replace tabs by blanks up to the next multiple of 8 columns, as in wrap.c. */
static void expand_tabs(struct strbuf *text)
{
	struct strbuf out = STRBUF_INIT;
	struct slice rest = strbuf_slice(text);
	size_t cols = 0;

	while (rest.len) {
		size_t len = strcspn(rest.ptr, "\t\n");
		size_t blanks;

		strbuf_add(&out, rest.ptr, len);
		if (len == rest.len)
			break;
		cols += (size_t)width_text(slice_of(rest.ptr, len));
		blanks = TAB_COLS - cols % TAB_COLS;
		if (rest.ptr[len] == '\n') {
			strbuf_addch(&out, '\n');
			cols = 0;
		} else {
			strbuf_addchars(&out, ' ', blanks);
			cols += blanks;
		}
		rest = slice_skip(rest, len + 1);
	}
	strbuf_release(text);
	*text = out;
}

void arguments_make_visible(struct arguments_writer *w, struct strbuf *out,
			    struct slice text, struct escape_list *escapes,
			    struct escape_list *lookalikes)
{
	struct marks marks = { lookalikes, SLICE_INIT, w->facts };

	if (w->options->reading) {
		struct strbuf plain = STRBUF_INIT;

		strbuf_addslice(&plain, text);
		expand_tabs(&plain);
		sanitize_record(out, strbuf_slice(&plain), escapes);
		strbuf_release(&plain);
		return;
	}
	sanitize_visible(out, text, escapes);
	for (size_t i = 0; w->facts && i < escapes->count; i++) {
		const struct escape_span *e = &escapes->spans[i];

		w->facts->hidden +=
			hides(slice_of(out->buf + e->start, e->len));
	}
	marks.text = strbuf_slice(out);
	if (w->prose && text.len && memchr(text.ptr, ' ', text.len))
		lookalike_find_in_prose(marks.text, found_lookalike, &marks);
	else
		lookalike_find(marks.text, found_lookalike, &marks);
}

void arguments_note_same(struct arguments_writer *w, struct slice before,
			 struct slice after)
{
	struct marks marks = { NULL, after, w->facts };

	if (w->facts && !w->options->reading)
		lookalike_find_same(before, after, found_lookalike, &marks);
}

/* --- Lines --- */

/* A fence (```diff) begins or ends; lines inside it are a patch. */
static bool is_fence(struct slice line)
{
	while (line.len && *line.ptr == ' ')
		line = slice_skip(line, 1);
	return slice_starts_with(line, SLICE("```")) ||
	       slice_starts_with(line, SLICE("~~~"));
}

static enum face patch_face(struct slice line)
{
	if (slice_starts_with(line, SLICE("@@")))
		return FACE_DIFF_HUNK;
	if (slice_starts_with(line, SLICE("+")))
		return FACE_DIFF_ADD;
	if (slice_starts_with(line, SLICE("-")))
		return FACE_DIFF_DEL;
	return FACE_CODE;
}

struct line_writer {
	struct arguments_writer *w;
	const struct strbuf *text; /* visible */
	const struct escape_list *marks;
	size_t mark; /* index of the next one */
	int indent;
	enum arguments_style style;
	bool bar, in_diff, in_fence;
	struct code_state code;
};

static enum face line_face(struct line_writer *l, struct slice line)
{
	bool fence = is_fence(line);

	switch (l->style) {
	case ARGUMENTS_NAME:
	case ARGUMENTS_RAW:
		return FACE_DEFAULT;
	case ARGUMENTS_CODE:
	case ARGUMENTS_SHELL:
		return FACE_CODE;
	case ARGUMENTS_PATCH:
		return patch_face(line);
	case ARGUMENTS_TEXT:
		break;
	}
	if (fence) {
		l->in_diff =
			!l->in_fence && memmem(line.ptr, line.len, "diff", 4);
		l->in_fence = !l->in_fence;
		return FACE_DIM;
	}
	if (l->in_diff)
		return patch_face(line);
	return l->in_fence ? FACE_CODE : FACE_DEFAULT;
}

/* Add the bytes from `at` to `end`, with the marked ones distinguished. */
static void put_marked(struct line_writer *l, size_t at, size_t end,
		       enum face face)
{
	const struct escape_list *list = l->marks;

	while (at < end) {
		size_t stop = end;
		enum face now = face;

		/* Words and the escapes in them may overlap. */
		while (l->mark < list->count &&
		       list->spans[l->mark].start + list->spans[l->mark].len <=
			       at)
			l->mark++;
		if (l->mark < list->count) {
			const struct escape_span *e = &list->spans[l->mark];

			if (e->start <= at) {
				now = FACE_ESCAPED;
				stop = e->start + e->len;
			} else {
				stop = e->start;
			}
			if (stop > end)
				stop = end;
		}
		arguments_put(l->w, slice_of(l->text->buf + at, stop - at),
			      l->indent, l->bar, now);
		at = stop;
	}
}

/* Add a line of code: faces by token, bytes unchanged. */
static void put_code(struct line_writer *l, size_t at, size_t end)
{
	const struct wrap_options wrap = { .cols = INT_MAX / 4,
					   .keep_blanks = true };
	struct rows tokens = ROWS_INIT;
	struct wrap_stream ws;

	wrap_stream_init(&ws, &wrap);
	code_add_line(&l->code, &ws, &tokens,
		      slice_of(l->text->buf + at, end - at));
	for (size_t i = 0; i < tokens.span_count; i++) {
		size_t len = tokens.spans[i].len;

		if (len > end - at)
			len = end - at;
		put_marked(l, at, at + len, tokens.spans[i].face);
		at += len;
	}
	put_marked(l, at, end, FACE_CODE);
	rows_release(&tokens);
}

static void put_lines(struct line_writer *l, bool first_open)
{
	size_t at = 0;

	do {
		const char *nl =
			memchr(l->text->buf + at, '\n', l->text->len - at);
		size_t end = nl ? (size_t)(nl - l->text->buf) : l->text->len;
		enum face face =
			line_face(l, slice_of(l->text->buf + at, end - at));

		if (!first_open) {
			rows_begin(l->w->rows, l->indent);
			if (l->bar)
				rows_add(l->w->rows, SLICE("| "), FACE_DIM);
		}
		first_open = false;
		if (l->code.language)
			put_code(l, at, end);
		else
			put_marked(l, at, end, face);
		at = end + 1;
	} while (at <= l->text->len);
}

void arguments_put_text(struct arguments_writer *w, struct slice text,
			int indent, enum arguments_style style)
{
	struct strbuf visible = STRBUF_INIT;
	struct escape_list marks = { 0 }, lookalikes = { 0 };
	struct line_writer l = {
		.w = w,
		.text = &visible,
		.marks = &marks,
		.indent = indent,
		.style = style,
		/* Otherwise a name's continuation could pass for a name. */
		.bar = style >= ARGUMENTS_CODE || style == ARGUMENTS_NAME,
	};
	bool one_line = style != ARGUMENTS_PATCH &&
			!memchr(text.ptr ? text.ptr : "", '\n', text.len);

	code_state_init(&l.code, style == ARGUMENTS_SHELL
					 ? code_language_find(SLICE("sh"))
					 : NULL);
	arguments_make_visible(w, &visible, text, &marks, &lookalikes);
	if (style == ARGUMENTS_PATCH &&
	    diff_is_unified(strbuf_slice(&visible))) {
		arguments_put_patch(w, &visible, &marks, indent);
	} else {
		add_marks(&marks, &lookalikes);
		put_lines(&l, one_line || style <= ARGUMENTS_RAW);
	}
	escape_list_release(&marks);
	escape_list_release(&lookalikes);
	strbuf_release(&visible);
}
