#include "config.h"

#include "ui/view/json-rows.h"

#include <string.h>

#include "proto/json-scan.h"
#include "ui/text/prose.h"
#include "ui/text/sanitize.h"
#include "ui/text/wrap.h"

enum {
	NEST_COLS = 2,
	DEPTH_MAX = 8,      /* deeper values stay on their row */
	BYTES_A_COLUMN = 8, /* more than in any sensible text */
};

struct printer {
	struct rows *rows;
	const struct json_rows_options *options;
};

static bool is_full(const struct printer *p)
{
	return p->rows->count >= p->options->max_rows;
}

/* The columns left in a row at `indent`; at least one. */
static int room_at(const struct printer *p, int indent)
{
	int room = p->options->cols - indent;

	return room < 1 ? 1 : room;
}

/* No more of a text than can be visible: it may be megabytes long. */
static struct slice cut_to_room(const struct printer *p, struct slice text)
{
	size_t rows = p->options->max_rows - p->rows->count + 1;
	size_t cols = (size_t)room_at(p, 0);
	size_t most = rows > SIZE_MAX / cols / BYTES_A_COLUMN
			      ? SIZE_MAX
			      : rows * cols * BYTES_A_COLUMN;

	return text.len > most ? slice_of(text.ptr, most) : text;
}

static bool cut_rows(const struct printer *p)
{
	if (p->rows->count <= p->options->max_rows)
		return true;
	rows_truncate(p->rows, p->options->max_rows);
	return false;
}

/* Add one paragraph: the prefix dim, then the text. */
static bool add_paragraph(const struct printer *p, int indent,
			  struct slice prefix, struct slice text)
{
	const struct wrap_options wrap = {
		.cols = p->options->cols,
		.indent = indent,
		.face = FACE_DIM,
	};
	struct strbuf clean = STRBUF_INIT;
	struct wrap_stream ws;
	bool whole;

	if (is_full(p))
		return false;
	wrap_stream_init(&ws, &wrap);
	wrap_stream_add(&ws, p->rows, prefix);
	wrap_stream_face(&ws, FACE_DEFAULT);
	sanitize_line(&clean, cut_to_room(p, text));
	wrap_stream_add(&ws, p->rows, strbuf_slice(&clean));
	whole = cut_rows(p);
	strbuf_release(&clean);
	return whole;
}

static bool add_block(const struct printer *p, int indent, struct slice text)
{
	const struct prose_options options = {
		.cols = p->options->cols,
		.indent = indent,
		.keep_blanks = true,
	};
	struct prose prose;
	bool whole;

	if (is_full(p))
		return false;
	prose_init(&prose, p->rows, &options);
	while (text.len && p->rows->count <= p->options->max_rows) {
		size_t n = text.len < 4096 ? text.len : 4096;

		prose_add(&prose, p->rows, slice_of(text.ptr, n));
		text = slice_skip(text, n);
	}
	if (!text.len)
		prose_end(&prose, p->rows);
	whole = cut_rows(p) && !text.len;
	prose_release(&prose);
	return whole;
}

static bool add_string(const struct printer *p, int indent, struct slice prefix,
		       struct slice raw)
{
	struct strbuf text = STRBUF_INIT;
	const char *newline;
	bool whole;

	json_string_add(&text, raw);
	newline = memchr(text.buf, '\n', text.len);
	/* A line break only at the end does not make a block. */
	if (newline && newline + 1 < text.buf + text.len)
		whole = (!prefix.len ||
			 add_paragraph(p, indent, prefix, SLICE(""))) &&
			add_block(p, indent + NEST_COLS, strbuf_slice(&text));
	else
		whole = add_paragraph(
			p, indent, prefix,
			slice_of(text.buf, text.len - (newline != NULL)));
	strbuf_release(&text);
	return whole;
}

static bool add_members(const struct printer *p, int indent, int depth,
			struct slice value);

static bool add_value(const struct printer *p, int indent, int depth,
		      struct slice prefix, struct slice value)
{
	enum json_type type = json_type_of(value);

	if (type == JSON_STRING)
		return add_string(p, indent, prefix, value);
	if ((type != JSON_OBJECT && type != JSON_ARRAY) || depth >= DEPTH_MAX ||
	    prefix.len + value.len <= (size_t)room_at(p, indent))
		return add_paragraph(p, indent, prefix, value);
	if (!prefix.len)
		return add_members(p, indent, depth + 1, value);
	return add_paragraph(p, indent, prefix, SLICE("")) &&
	       add_members(p, indent + NEST_COLS, depth + 1, value);
}

static bool is_hidden(const struct printer *p, int depth, struct slice key)
{
	return p->options->hide_metadata && !depth && slice_is(key, "metadata");
}

static bool add_members(const struct printer *p, int indent, int depth,
			struct slice value)
{
	struct json_walk walk = json_walk_begin(value);
	struct json_member member;
	struct strbuf key = STRBUF_INIT, prefix = STRBUF_INIT;
	bool whole = true;

	while (whole && json_walk_next(&walk, &member)) {
		if (is_hidden(p, depth, member.key))
			continue;
		strbuf_reset(&key);
		strbuf_reset(&prefix);
		if (walk.object) {
			json_string_add(&key, json_quoted_key(member.key));
			sanitize_line(&prefix, strbuf_slice(&key));
			strbuf_addstr(&prefix, ": ");
		} else {
			strbuf_addstr(&prefix, "- ");
		}
		whole = add_value(p, indent, depth, strbuf_slice(&prefix),
				  member.value);
	}
	strbuf_release(&key);
	strbuf_release(&prefix);
	return whole;
}

bool json_rows_members(struct rows *rows, struct slice value,
		       const struct json_rows_options *options)
{
	const struct printer p = { rows, options };

	return add_members(&p, options->indent, 0, value);
}

bool json_rows_value(struct rows *rows, struct slice value,
		     const struct json_rows_options *options)
{
	const struct printer p = { rows, options };

	return add_value(&p, options->indent, 0, SLICE(""), value);
}
