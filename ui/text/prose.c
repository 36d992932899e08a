#include "config.h"

#include "ui/text/prose.h"

#include <string.h>

#include "src/base/utf8.h"

enum {
	/* This many bytes of a line show what kind it is. */
	KIND_BYTES = 16,
	HEADING_MAX = 6,
	FENCE_MIN = 3,
	FENCE_INDENT_MAX = 3,
};

void prose_init(struct prose *prose, const struct rows *rows,
		const struct prose_options *options)
{
	*prose = (struct prose){
		.options = *options,
		.line_row = rows->count,
		.number = options->line,
	};
	strbuf_init(&prose->line);
	prose->sanitizer.terminal = options->terminal;
}

void prose_release(struct prose *prose)
{
	if (prose)
		strbuf_release(&prose->line);
}

/* The end of the blanks that begin at `pos`. */
static size_t skip_blanks(struct slice text, size_t pos)
{
	while (pos < text.len &&
	       (text.ptr[pos] == ' ' || text.ptr[pos] == '\t'))
		pos++;
	return pos;
}

/* The length of a fence at the line's start, or 0; `*c` is its character. */
static size_t fence_length(struct slice line, char *c)
{
	size_t indent = slice_count(line, 0, ' '), len;

	if (indent > FENCE_INDENT_MAX || indent == line.len)
		return 0;
	*c = line.ptr[indent];
	if (*c != '`' && *c != '~')
		return 0;
	len = slice_count(line, indent, *c);
	return len < FENCE_MIN ? 0 : len;
}

static bool is_heading(struct slice line)
{
	size_t marks = slice_count(line, 0, '#');

	return marks > 0 && marks <= HEADING_MAX && marks < line.len &&
	       line.ptr[marks] == ' ';
}

static bool opens_fence(struct slice line)
{
	char c;
	size_t len = fence_length(line, &c);
	const char *behind = line.ptr + slice_count(line, 0, ' ') + len;

	/* `a` in three backticks is inline code, not a fence. */
	return len &&
	       (c != '`' ||
		!memchr(behind, '`', (size_t)(line.ptr + line.len - behind)));
}

static bool closes_fence(const struct prose *prose, struct slice line)
{
	char c;
	size_t len = fence_length(line, &c);

	return len >= prose->fence_len && c == prose->fence &&
	       skip_blanks(line, slice_count(line, 0, ' ') + len) == line.len;
}

static enum prose_line kind_of(const struct prose *prose, struct slice line)
{
	if (!prose->options.markup)
		return PROSE_PLAIN;
	if (prose->fence)
		return closes_fence(prose, line) ? PROSE_FENCE : PROSE_CODE;
	if (opens_fence(line))
		return PROSE_FENCE;
	return is_heading(line) ? PROSE_HEADING : PROSE_PLAIN;
}

/* Blank lines are held back until text follows them. */
static void show_blank_lines(struct prose *prose, struct rows *rows)
{
	size_t count = prose->started ? prose->blank_lines : 0;

	if (prose->options.markup && !prose->fence && count > 1)
		count = 1;
	while (count--)
		rows_begin(rows, 0);
}

static void set_source(const struct prose *prose, struct rows *rows)
{
	if (prose->number)
		rows_source(rows, prose->number, prose->number);
}

static void begin_rows(struct prose *prose, struct rows *rows,
		       enum prose_line kind)
{
	const struct prose_options *options = &prose->options;
	struct wrap_options wrap = {
		.cols = options->cols,
		.indent = options->indent,
		.face = options->face,
		.keep_blanks = options->keep_blanks || kind == PROSE_CODE,
	};

	if (kind == PROSE_CODE)
		wrap.face = FACE_CODE;
	else if (kind == PROSE_FENCE)
		wrap.face = FACE_DIM;
	else if (kind == PROSE_HEADING)
		wrap.face = FACE_HEADING;
	rows_truncate(rows, prose->line_row);
	if (prose->number)
		rows_source(rows, 0, 0);
	show_blank_lines(prose, rows);
	wrap_stream_init(&prose->wrap, &wrap);
	prose->kind = kind;
	prose->fed = 0;
}

/* Show what is new in the open line; it may be `ended`. */
static void show_line(struct prose *prose, struct rows *rows, struct slice line,
		      bool ended)
{
	enum prose_line kind = prose->kind;

	if (!prose->fed) {
		prose->blank = skip_blanks(line, prose->blank);
		if (prose->blank == line.len)
			return;
	}
	/* A line's kind shows at its start; a fence's, also at its end. */
	if (prose->fed < KIND_BYTES ||
	    (ended && (kind == PROSE_FENCE || prose->fence)))
		kind = kind_of(prose, line);
	if (!prose->fed || kind != prose->kind)
		begin_rows(prose, rows, kind);
	set_source(prose, rows);
	wrap_stream_add(&prose->wrap, rows, slice_skip(line, prose->fed));
	prose->fed = line.len;
}

static void end_line(struct prose *prose, struct rows *rows, struct slice line)
{
	char c;

	show_line(prose, rows, line, true);
	if (!prose->fed) {
		prose->blank_lines++;
	} else {
		prose->started = true;
		prose->blank_lines = 0;
		if (prose->kind == PROSE_FENCE && prose->fence) {
			prose->fence = 0;
		} else if (prose->kind == PROSE_FENCE) {
			prose->fence_len = fence_length(line, &c);
			prose->fence = c;
		}
	}
	prose->fed = prose->blank = 0;
	prose->kind = PROSE_PLAIN;
	prose->line_row = rows->count;
	prose->number += prose->number > 0;
}

/* The open line changed: a \r, or a mark on its last letter. */
static void go_back(struct prose *prose, struct rows *rows, size_t kept)
{
	struct slice now = slice_skip(strbuf_slice(&prose->line), kept);
	size_t len = utf8_next(now.ptr, now.len, 0);

	if (!kept) {
		rows_truncate(rows, prose->line_row);
		prose->fed = prose->blank = 0;
		prose->kind = PROSE_PLAIN;
		return;
	}
	wrap_stream_amend(&prose->wrap, rows, prose->fed - kept,
			  slice_of(now.ptr, len));
	prose->fed = kept + len;
}

static void show_new(struct prose *prose, struct rows *rows)
{
	struct slice rest = strbuf_slice(&prose->line);
	const char *newline;
	/* Bytes that were already examined have no line break. */
	size_t seen = prose->fed ? prose->fed : prose->blank;

	while ((newline = memchr(rest.ptr + seen, '\n', rest.len - seen))) {
		size_t len = (size_t)(newline - rest.ptr);

		end_line(prose, rows, slice_of(rest.ptr, len));
		rest = slice_skip(rest, len + 1);
		seen = 0;
	}
	strbuf_remove(&prose->line, 0, prose->line.len - rest.len);
	prose->sanitizer.line_start = 0;
	show_line(prose, rows, strbuf_slice(&prose->line), false);
}

void prose_add(struct prose *prose, struct rows *rows, struct slice text)
{
	sanitize(&prose->sanitizer, &prose->line, text);
	if (prose->sanitizer.kept < prose->fed)
		go_back(prose, rows, prose->sanitizer.kept);
	else if (prose->sanitizer.kept < prose->blank)
		prose->blank = prose->sanitizer.kept;
	show_new(prose, rows);
}

void prose_end(struct prose *prose, struct rows *rows)
{
	sanitize_end(&prose->sanitizer, &prose->line);
	show_new(prose, rows);
	if (prose->line.len)
		end_line(prose, rows, strbuf_slice(&prose->line));
}
