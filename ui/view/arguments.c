#include "config.h"

#include "ui/view/arguments.h"

#include <string.h>

#include "src/base/i18n.h"
#include "ui/text/diff.h"
#include "ui/view/arguments-private.h"

enum {
	FOLD_OVER = 16, /* rows of a value, unless it is the last */
	FOLD_TO = 4,
};

static void put_value(struct arguments_writer *w, const struct json_member *m,
		      int indent, int depth);

static enum arguments_style style_of(struct slice key, struct slice text)
{
	if (diff_is_unified(text) ||
	    slice_starts_with(text, SLICE("*** Begin Patch")))
		return ARGUMENTS_PATCH;
	if (slice_is(key, "command") || slice_is(key, "cmd") ||
	    slice_is(key, "shell") || slice_is(key, "bash") ||
	    slice_is(key, "script"))
		return ARGUMENTS_SHELL;
	return ARGUMENTS_CODE;
}

/* Whether a one-line string would read as a value of another type, or has an
 * invisible blank: the string "true" is not true, and "[]" not a list. */
static bool needs_quotes(struct slice text)
{
	struct strbuf err = STRBUF_INIT;
	bool needs;

	if (memchr(text.ptr, '\n', text.len))
		return false;
	needs = *text.ptr == ' ' || text.ptr[text.len - 1] == ' ' ||
		!json_check(text, NULL, &err);
	strbuf_release(&err);
	return needs;
}

static void put_string(struct arguments_writer *w, const struct json_member *m,
		       int indent)
{
	struct strbuf text = STRBUF_INIT;

	json_bytes_add(&text, m->value);
	if (!text.len) {
		arguments_put(w, SLICE("\"\""), indent, false, FACE_DIM);
	} else if (needs_quotes(strbuf_slice(&text))) {
		/* In its JSON spelling. */
		arguments_put_text(w, m->value, indent + ARGUMENTS_INDENT,
				   ARGUMENTS_CODE);
		arguments_put_path(w, m->key, strbuf_slice(&text),
				   indent + ARGUMENTS_INDENT);
	} else {
		w->prose = arguments_is_prose(m->key);
		arguments_put_text(w, strbuf_slice(&text),
				   indent + ARGUMENTS_INDENT,
				   style_of(m->key, strbuf_slice(&text)));
		w->prose = false;
		arguments_put_path(w, m->key, strbuf_slice(&text),
				   indent + ARGUMENTS_INDENT);
	}
	strbuf_release(&text);
}

/* Fold a value between others that takes many rows to its first ones. */
static void fold(struct arguments_writer *w, const struct json_member *m,
		 size_t first, int indent)
{
	size_t rows = w->rows->count - first;
	struct strbuf text = STRBUF_INIT;

	if (w->options->unfolded || rows <= FOLD_OVER ||
	    arguments_is_command(m->key))
		return;
	rows_truncate(w->rows, first + FOLD_TO);
	rows -= FOLD_TO;
	w->facts->folded_rows += rows;
	strbuf_addf(&text,
		    Q_("… %'zu more row, %'zu bytes in all: o unfolds it",
		       "… %'zu more rows, %'zu bytes in all: o unfolds them",
		       rows),
		    rows, m->value.len);
	rows_begin(w->rows, indent + ARGUMENTS_INDENT);
	arguments_put(w, strbuf_slice(&text), indent + ARGUMENTS_INDENT, false,
		      FACE_WAITING);
	strbuf_release(&text);
}

/*
 * The indent of the members of a value at `depth` whose own is `indent`.
 * However deep they are, half of the width is left for them.
 */
static int deeper(const struct arguments_writer *w, int indent)
{
	int most = w->options->cols / 2, least_room = w->options->cols - 12;

	most = most < least_room ? most : least_room;
	return indent + ARGUMENTS_INDENT <= most ? indent + ARGUMENTS_INDENT
						 : indent;
}

/* If the indent cannot show how deep a member is, a number does. */
static void put_depth(struct arguments_writer *w, int indent, int depth)
{
	struct strbuf text = STRBUF_INIT;

	if (depth * ARGUMENTS_INDENT <= indent)
		return;
	strbuf_addf(&text, "<%d> ", depth);
	arguments_put(w, strbuf_slice(&text), indent, false, FACE_DIM);
	strbuf_release(&text);
}

static void put_key(struct arguments_writer *w, const struct json_member *m,
		    bool object, int indent, int depth)
{
	struct strbuf name = STRBUF_INIT;

	rows_begin(w->rows, indent);
	put_depth(w, indent, depth);
	if (object) {
		json_string_add(&name, json_quoted_key(m->key));
		/* Unusual names are shown in their JSON spelling: a line break
		 * would look like another member. */
		arguments_put_text(w,
				   arguments_is_plain_name(strbuf_slice(&name))
					   ? strbuf_slice(&name)
					   : json_quoted_key(m->key),
				   indent, ARGUMENTS_NAME);
	} else {
		arguments_put(w, SLICE("-"), indent, false, FACE_DIM);
	}
	arguments_put(w, SLICE("  "), indent, object, FACE_DEFAULT);
	strbuf_release(&name);
}

static bool is_new(struct slice object, const struct json_member *m)
{
	struct json_walk walk = json_walk_begin(object);
	struct json_member each;

	while (json_walk_next(&walk, &each)) {
		if (each.type == JSON_STRING &&
		    arguments_is_edit(each.key, m->key))
			return true;
	}
	return false;
}

/* Show an old text and its new one as one diff. */
static bool put_edit(struct arguments_writer *w, struct slice object,
		     const struct json_member *m, int indent, int depth)
{
	struct strbuf before = STRBUF_INIT, after = STRBUF_INIT;
	struct json_member other;

	if (m->type != JSON_STRING || !arguments_find_new(object, m, &other))
		return false;
	put_key(w, m, true, indent, depth);
	arguments_put(w, SLICE("→ "), indent, false, FACE_DIM);
	arguments_put_text(w, other.key, indent, ARGUMENTS_NAME);
	json_string_add(&before, m->value);
	json_string_add(&after, other.value);
	w->prose = true;
	arguments_put_edit(w, strbuf_slice(&before), strbuf_slice(&after),
			   indent + ARGUMENTS_INDENT);
	w->prose = false;
	strbuf_release(&before);
	strbuf_release(&after);
	return true;
}

static void put_members(struct arguments_writer *w, struct slice value,
			int indent, int depth)
{
	struct json_walk walk = json_walk_begin(value);
	struct json_member m, next;
	bool more = json_walk_next(&walk, &next);
	bool edits = walk.object && arguments_may_have_edits(value);

	if (!more && !walk.failed) {
		if (!depth)
			rows_begin(w->rows, indent);
		arguments_put(w, walk.object ? SLICE("{}") : SLICE("[]"),
			      indent, false, FACE_DIM);
		return;
	}
	while (more) {
		size_t first = w->rows->count;

		m = next;
		more = json_walk_next(&walk, &next);
		if (edits && (put_edit(w, value, &m, indent, depth) ||
			      (m.type == JSON_STRING && is_new(value, &m))))
			continue;
		put_key(w, &m, walk.object, indent, depth);
		put_value(w, &m, indent, depth);
		if (more && !depth && w->facts)
			fold(w, &m, first, indent);
	}
}

/* Whether the JSON text fits beside its name. */
static bool is_short(const struct arguments_writer *w, struct slice value)
{
	int used = rows_cols(w->rows, w->rows->count - 1);

	return used < w->options->cols &&
	       value.len <= (size_t)(w->options->cols - used) &&
	       !memchr(value.ptr, '\n', value.len);
}

/* Whether it has an old text and its new one, which are read as a diff. */
static bool holds_edit(struct slice value, int depth)
{
	struct json_walk walk = json_walk_begin(value);
	struct json_member m, other;

	while (json_walk_next(&walk, &m)) {
		if (walk.object && m.type == JSON_STRING &&
		    arguments_find_new(value, &m, &other))
			return true;
		if (m.type >= JSON_ARRAY && depth < ARGUMENTS_NESTING_MAX &&
		    holds_edit(m.value, depth + 1))
			return true;
	}
	return false;
}

static void put_value(struct arguments_writer *w, const struct json_member *m,
		      int indent, int depth)
{
	switch (m->type) {
	case JSON_STRING:
		put_string(w, m, indent);
		return;
	case JSON_OBJECT:
	case JSON_ARRAY:
		if (w->options->reading && is_short(w, m->value) &&
		    !holds_edit(m->value, depth))
			break;
		if (depth < ARGUMENTS_NESTING_MAX) {
			put_members(w, m->value, deeper(w, indent), depth + 1);
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
	arguments_put_text(w, m->value, indent + ARGUMENTS_INDENT,
			   ARGUMENTS_CODE);
}

/* Keep our own blanks below the number that would be shown as an escape. */
static void add_break(struct strbuf *out, int depth)
{
	strbuf_addch(out, '\n');
	strbuf_addchars(out, ' ',
			(size_t)(depth < 4 ? depth : 4) * ARGUMENTS_INDENT);
}

/* White space between tokens becomes line breaks and indentation; every token
 * keeps its bytes, including escapes. */
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
		if (c == '{' || c == '[' || c == ',')
			add_break(out, depth);
		in_string = c == '"';
	}
}

void arguments_rows(struct rows *rows, struct slice raw,
		    const struct arguments_options *options,
		    struct arguments_facts *facts)
{
	struct arguments_writer w = { rows, options, facts, false, false };
	struct strbuf text = STRBUF_INIT;
	bool whole = json_type_of(raw) == JSON_OBJECT &&
		     !json_check(raw, NULL, &text);

	strbuf_reset(&text);
	arguments_facts_reset(facts, raw.len);
	if (facts) {
		facts->malformed = !whole;
		facts->duplicates = whole ? arguments_count_twice(raw) : 0;
	}
	/* Malformed text is shown byte by byte, never partly. */
	if (!whole) {
		rows_begin(rows, 0);
		arguments_put_text(&w, raw, 0, ARGUMENTS_RAW);
	} else if (options->raw) {
		lay_out(&text, raw);
		rows_begin(rows, 0);
		arguments_put_text(&w, strbuf_slice(&text), 0, ARGUMENTS_RAW);
	} else {
		put_members(&w, raw, 0, 0);
	}
	strbuf_release(&text);
}

void arguments_text_rows(struct rows *rows, struct slice text, int cols,
			 struct arguments_facts *facts)
{
	const struct arguments_options options = { .cols = cols };
	struct arguments_writer w = { rows, &options, facts, true, true };

	arguments_facts_reset(facts, text.len);
	rows_begin(rows, 0);
	arguments_put_text(&w, text, 0, ARGUMENTS_TEXT);
}

void arguments_change_rows(struct rows *rows, struct slice before,
			   struct slice after, int cols)
{
	const struct arguments_options options = { .cols = cols };
	struct arguments_writer w = { rows, &options, NULL, true, false };
	struct strbuf old = STRBUF_INIT, new = STRBUF_INIT;

	lay_out(&old, before);
	lay_out(&new, after);
	arguments_put_edit(&w, strbuf_slice(&old), strbuf_slice(&new), 0);
	strbuf_release(&old);
	strbuf_release(&new);
}
