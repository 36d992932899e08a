#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/utf8.h"
#include "tests/fuzz/fuzz.h"
#include "ui/text/diff.h"
#include "ui/text/markdown.h"
#include "ui/text/sanitize.h"

/*
 * Two bytes, the columns and the size of the pieces, then Markdown: in pieces
 * it must give the same rows as the whole text; they must fit and be sanitised.
 * The same bytes are also tried as a diff.
 */

static void check(bool right)
{
	if (!right)
		abort();
}

static void check_rows(const struct rows *rows, int cols)
{
	check(utf8_valid_prefix(rows->text.buf, rows->text.len) ==
	      rows->text.len);
	check(!memchr(rows->text.buf, '\n', rows->text.len));
	for (size_t i = 0; i < rows->count; i++)
		check(rows_cols(rows, i) <= cols);
}

static void check_same(const struct rows *a, const struct rows *b)
{
	check(a->count == b->count && a->span_count == b->span_count);
	check(slice_equal(strbuf_slice(&a->text), strbuf_slice(&b->text)));
	for (size_t i = 0; i < a->span_count; i++)
		check(a->spans[i].start == b->spans[i].start &&
		      a->spans[i].len == b->spans[i].len &&
		      a->spans[i].cols == b->spans[i].cols &&
		      a->spans[i].face == b->spans[i].face);
	for (size_t i = 0; i < a->count; i++)
		check(a->rows[i].first_span == b->rows[i].first_span &&
		      a->rows[i].span_count == b->rows[i].span_count &&
		      a->rows[i].indent == b->rows[i].indent);
}

static void check_markdown(struct slice text,
			   const struct markdown_options *options, size_t piece)
{
	struct rows whole = ROWS_INIT, pieces = ROWS_INIT;
	struct markdown *md = markdown_new(&pieces, options);

	markdown_all(&whole, text, options);
	check_rows(&whole, options->cols);
	while (text.len) {
		size_t n = piece < text.len ? piece : text.len;

		markdown_add(md, &pieces, slice_of(text.ptr, n));
		check_rows(&pieces, options->cols);
		text = slice_skip(text, n);
	}
	markdown_end(md, &pieces);
	check_same(&whole, &pieces);
	markdown_free(md);
	rows_release(&whole);
	rows_release(&pieces);
}

static void check_diff(struct slice text, const struct diff_options *options)
{
	struct strbuf sane = STRBUF_INIT;
	struct rows rows = ROWS_INIT;
	struct slice half;

	sanitize_all(&sane, text);
	diff_unified(&rows, strbuf_slice(&sane), options);
	check_rows(&rows, options->cols);
	rows_clear(&rows);
	half = slice_of(sane.buf, utf8_valid_prefix(sane.buf, sane.len / 2));
	diff_texts(&rows, half, slice_skip(strbuf_slice(&sane), half.len),
		   options);
	rows_release(&rows);
	strbuf_release(&sane);
}

FUZZ_TARGET(markdown)
{
	struct slice text = slice_of((const char *)data, size);
	struct markdown_options options = { 0 };
	struct diff_options diff = { .context = 1 };

	if (size < 2)
		return;
	options.cols = 1 + data[0] % 128;
	options.keep_breaks = data[0] & 128;
	options.indent = data[1] % 3 < options.cols ? data[1] % 3 : 0;
	diff.cols = options.cols;
	text = slice_skip(text, 2);
	check_markdown(text, &options, 1 + data[1] / 3);
	check_diff(text, &diff);
}
