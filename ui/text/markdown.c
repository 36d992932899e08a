#include "config.h"

#include "ui/text/markdown.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/utf8.h"
#include "src/base/xalloc.h"
#include "ui/text/markdown-part.h"

enum {
	/* A byte of foreign text becomes at most this many bytes, ... */
	GROWTH_MAX = 4,
	/* ... and this many may be added that were held back. */
	KEPT_BACK_MAX = 32,
};

struct markdown *markdown_new(const struct rows *rows,
			      const struct markdown_options *options)
{
	struct markdown *md = xcalloc(1, sizeof(*md));

	md->options = *options;
	if (md->options.cols < 1)
		md->options.cols = 1;
	if (md->options.indent < 0)
		md->options.indent = 0;
	if (md->options.indent >= md->options.cols)
		md->options.indent = md->options.cols - 1;
	md->frozen = rows->count;
	md->blocks.line = options->line;
	strbuf_init(&md->line);
	strbuf_init(&md->leaf);
	strbuf_init(&md->spare);
	strbuf_init(&md->code);
	rows_init(&md->inner);
	styled_init(&md->styled);
	return md;
}

void markdown_free(struct markdown *md)
{
	if (!md)
		return;
	strbuf_release(&md->line);
	strbuf_release(&md->leaf);
	strbuf_release(&md->spare);
	strbuf_release(&md->code);
	table_release(&md->table);
	rows_release(&md->inner);
	styled_release(&md->styled);
	free(md);
}

/* Where to split a line that is too long: after a blank, near the end. */
static size_t cut_of(struct slice line)
{
	const char *blank = memrchr(line.ptr, ' ', line.len);

	if (blank && (size_t)(blank - line.ptr) > line.len / 2)
		return (size_t)(blank - line.ptr) + 1;
	/* Keep the last letter: a mark may combine with it. */
	return utf8_prev(line.ptr, line.len);
}

/* Take the complete lines; bytes before `seen` have no line break. */
static void take_lines(struct markdown *md, struct rows *rows, size_t seen)
{
	struct slice rest = strbuf_slice(&md->line);
	const char *newline;

	while ((newline = memchr(rest.ptr + seen, '\n', rest.len - seen))) {
		size_t len = (size_t)(newline - rest.ptr);

		markdown_line(md, rows, slice_of(rest.ptr, len));
		md->blocks.cut = false;
		md->blocks.line += md->blocks.line > 0;
		rest = slice_skip(rest, len + 1);
		seen = 0;
	}
	if (rest.len >= MARKDOWN_LINE_MAX) {
		size_t len = cut_of(rest);

		markdown_line(md, rows, slice_of(rest.ptr, len));
		md->blocks.cut = true;
		rest = slice_skip(rest, len);
	}
	if (rest.len == md->line.len)
		return;
	strbuf_remove(&md->line, 0, md->line.len - rest.len);
	md->sanitizer.line_start = 0;
}

/*
 * How much to sanitise so that the unfinished line reaches at most its limit:
 * where it is split must not depend on the pieces.
 */
static size_t piece_size(const struct markdown *md)
{
	size_t room = MARKDOWN_LINE_MAX - md->line.len;

	if (room <= KEPT_BACK_MAX + GROWTH_MAX)
		return 1;
	return (room - KEPT_BACK_MAX) / GROWTH_MAX;
}

/* Whether the unfinished line is only marks, not to be shown yet. */
static bool is_undecided(struct slice line)
{
	size_t pos = 0;

	while (pos < line.len && strchr(" \t-=*_+#`~>|:", line.ptr[pos]))
		pos++;
	if (pos == line.len)
		return true;
	while (pos < line.len && line.ptr[pos] >= '0' && line.ptr[pos] <= '9')
		pos++;
	if (pos < line.len && (line.ptr[pos] == '.' || line.ptr[pos] == ')'))
		pos++;
	return pos == line.len;
}

/* Show the unfinished text, on a copy of the state. */
static void try_rest(struct markdown *md, struct rows *rows)
{
	struct blocks blocks = md->blocks;
	struct strbuf leaf = md->leaf;

	md->trying = true;
	md->leaf = md->spare;
	strbuf_reset(&md->leaf);
	strbuf_addslice(&md->leaf, strbuf_slice(&leaf));
	if (md->line.len &&
	    (md->blocks.cut || !is_undecided(strbuf_slice(&md->line))))
		markdown_line(md, rows, strbuf_slice(&md->line));
	markdown_show_open(md, rows);
	md->spare = md->leaf;
	md->leaf = leaf;
	md->blocks = blocks;
	md->trying = false;
}

void markdown_add(struct markdown *md, struct rows *rows, struct slice text)
{
	if (!text.len)
		return;
	rows_truncate(rows, md->frozen);
	while (text.len) {
		size_t n = piece_size(md), seen = md->line.len;

		n = n < text.len ? n : text.len;
		sanitize(&md->sanitizer, &md->line, slice_of(text.ptr, n));
		text = slice_skip(text, n);
		if (seen > md->sanitizer.kept)
			seen = md->sanitizer.kept;
		take_lines(md, rows, seen);
	}
	md->frozen = rows->count;
	try_rest(md, rows);
}

void markdown_end(struct markdown *md, struct rows *rows)
{
	rows_truncate(rows, md->frozen);
	sanitize_end(&md->sanitizer, &md->line);
	take_lines(md, rows, 0);
	if (md->line.len)
		markdown_line(md, rows, strbuf_slice(&md->line));
	markdown_close(md, rows);
	strbuf_reset(&md->line);
	md->frozen = rows->count;
}

void markdown_all(struct rows *rows, struct slice text,
		  const struct markdown_options *options)
{
	struct markdown *md = markdown_new(rows, options);

	markdown_add(md, rows, text);
	markdown_end(md, rows);
	markdown_free(md);
}
