#include "config.h"

#include <stdio.h>
#include <string.h>

#include "ui/text/diff.h"
#include "ui/text/markdown-part.h"
#include "ui/text/unicode/codepoint.h"

enum {
	QUOTE_COLS = 2,
	BULLET_COLS = 2,
	TASK_COLS = 4,
};

/* The character if the locale can show it, otherwise ASCII. */
static const char *glyph_of(uint32_t cp, const char *utf8, const char *ascii)
{
	return codepoint_is_hidden(cp) ? ascii : utf8;
}

static bool has_bullet(const struct container *container)
{
	return container->is_item && strchr("-+*", container->mark);
}

static const char *bullet_of(const struct blocks *blocks, size_t index)
{
	size_t above = 0;

	for (size_t i = 0; i < index; i++)
		above += has_bullet(&blocks->stack[i]);
	if (!above)
		return glyph_of(0x2022, "\xe2\x80\xa2 ", "* ");
	if (above == 1)
		return glyph_of(0x25e6, "\xe2\x97\xa6 ", "- ");
	return "- ";
}

static int container_cols(const struct container *container)
{
	int cols = 3; /* a digit, its point, a blank */

	if (!container->is_item)
		return QUOTE_COLS;
	if (container->task)
		return TASK_COLS;
	if (has_bullet(container))
		return BULLET_COLS;
	for (uint32_t n = container->number; n > 9; n /= 10)
		cols++;
	return cols;
}

static void add_mark(struct rows *rows, const struct blocks *blocks,
		     size_t index, enum face face)
{
	const struct container *item = &blocks->stack[index];
	char text[16];

	if (item->task)
		snprintf(text, sizeof(text), "[%c] ", item->task);
	else if (has_bullet(item))
		snprintf(text, sizeof(text), "%s", bullet_of(blocks, index));
	else
		snprintf(text, sizeof(text), "%u%c ", (unsigned)item->number,
			 item->mark);
	rows_add_measured(rows, slice_str(text), face, container_cols(item));
}

/* Columns that all containers together may take from the text. */
static int prefix_limit(const struct markdown *md)
{
	return (md->options.cols - md->options.indent) * 2 / 3;
}

static int prefix_cols(const struct markdown *md)
{
	int limit = prefix_limit(md), cols = 0;

	for (size_t i = 0; i < md->blocks.depth; i++) {
		int own = container_cols(&md->blocks.stack[i]);

		if (cols + own <= limit)
			cols += own;
	}
	return cols;
}

/* Add blanks to the last row; at its start they become the indent. */
static void add_blanks(struct rows *rows, int cols)
{
	static const char blanks[] = "                ";
	struct row *row = &rows->rows[rows->count - 1];

	if (!row->span_count) {
		row->indent = (uint16_t)(row->indent + cols);
		return;
	}
	while (cols > 0) {
		int n = cols < (int)sizeof(blanks) - 1
				? cols
				: (int)sizeof(blanks) - 1;

		rows_add_measured(rows, slice_of(blanks, (size_t)n),
				  FACE_DEFAULT, n);
		cols -= n;
	}
}

/*
 * Begin a row with the prefixes of the first `depth` containers; `marks`:
 * including the marks of items that were not shown yet.
 */
static void begin_row(struct markdown *md, struct rows *rows, size_t depth,
		      bool marks)
{
	struct blocks *blocks = &md->blocks;
	const char *bar = glyph_of(0x2502, "\xe2\x94\x82 ", "| ");
	int limit = prefix_limit(md), cols = 0;

	rows_begin(rows, md->options.indent);
	for (size_t i = 0; i < depth; i++) {
		struct container *container = &blocks->stack[i];
		int own = container_cols(container);
		bool mark = marks && container->is_item && !container->shown;

		container->shown |= mark;
		if (cols + own > limit)
			continue;
		cols += own;
		if (mark)
			add_mark(rows, blocks, i, md->options.face);
		else if (container->is_item)
			add_blanks(rows, own);
		else
			rows_add_measured(rows, slice_str(bar), FACE_QUOTE,
					  QUOTE_COLS);
	}
}

/* Rows from here on come from these lines of the source. */
static void set_source(const struct markdown *md, struct rows *rows,
		       uint32_t line, uint32_t last)
{
	if (md->options.line)
		rows_source(rows, line, last);
}

/* Add the blank row before a block, if one is due. */
static void begin_block(struct markdown *md, struct rows *rows, bool gap)
{
	struct blocks *blocks = &md->blocks;

	set_source(md, rows, 0, 0);
	if (blocks->any && (blocks->blank || gap))
		begin_row(md, rows, blocks->kept, false);
	blocks->any = true;
	blocks->blank = false;
	blocks->kept = blocks->depth;
}

/*
 * Where the rows of a block, or of these lines of it, go: `rows` itself, or a
 * buffer to combine with the containers' prefixes.
 */
static struct rows *begin_rows(struct markdown *md, struct rows *rows,
			       struct wrap_options *wrap, uint32_t line,
			       uint32_t last)
{
	*wrap = (struct wrap_options){
		.cols = md->options.cols,
		.indent = md->options.indent,
	};
	if (!md->blocks.depth) {
		set_source(md, rows, line, last);
		return rows;
	}
	wrap->cols -= md->options.indent + prefix_cols(md);
	wrap->indent = 0;
	rows_clear(&md->inner);
	set_source(md, &md->inner, line, last);
	return &md->inner;
}

static void set_gutter(struct rows *rows, size_t from, int column)
{
	for (size_t i = from; i < rows->count; i++)
		rows->rows[i].gutter = (uint16_t)column;
}

static void end_rows(struct markdown *md, struct rows *rows)
{
	const struct rows *inner = &md->inner;

	if (!md->blocks.depth)
		return;
	for (size_t i = 0; i < inner->count; i++) {
		const struct row *row = &inner->rows[i];
		const struct span *span = &inner->spans[row->first_span];

		set_source(md, rows, row->line, row->last);
		begin_row(md, rows, md->blocks.depth, true);
		if (row->gutter)
			set_gutter(rows, rows->count - 1,
				   rows_cols(rows, rows->count - 1) +
					   row->gutter);
		add_blanks(rows, row->indent);
		for (size_t k = 0; k < row->span_count; k++, span++)
			rows_add_measured(
				rows,
				slice_of(inner->text.buf + span->start,
					 span->len),
				span->face, span->cols);
	}
}

static void set_inline_options(const struct markdown *md,
			       struct inline_options *options)
{
	*options = (struct inline_options){
		.plain = md->options.face,
		.one_face = md->options.face != FACE_DEFAULT,
		.keep_breaks = md->options.keep_breaks,
	};
	for (size_t i = 0; i < md->blocks.depth && !options->one_face; i++)
		if (!md->blocks.stack[i].is_item)
			options->plain = FACE_QUOTE;
}

static enum face heading_face(int level)
{
	return level == 1   ? FACE_HEADING_TOP
	       : level == 2 ? FACE_HEADING
			    : FACE_BOLD;
}

void markdown_show_paragraph(struct markdown *md, struct rows *rows)
{
	const struct blocks *blocks = &md->blocks;
	int level = blocks->level;
	struct slice text = strbuf_slice(&md->leaf);
	struct strbuf closed = STRBUF_INIT;
	struct inline_options options;
	struct wrap_options wrap;
	struct rows *out;

	set_inline_options(md, &options);
	if (level && !options.one_face)
		options.plain = heading_face(level);
	styled_reset(&md->styled);
	/* The line below a heading has no row. */
	if (!level)
		options.line = blocks->leaf_line;
	/* A heading is only tried while its line is unfinished. */
	if (md->at_tip || (md->trying && level)) {
		strbuf_addslice(&closed, text);
		inline_close(&closed, strlen(MARKDOWN_LINE_BEFORE));
		text = strbuf_slice(&closed);
	}
	inline_paragraph(&md->styled, text, &options);
	strbuf_release(&closed);
	if (!md->styled.text.len)
		return;
	begin_block(md, rows, level > 0);
	out = begin_rows(md, rows, &wrap, blocks->leaf_line, blocks->leaf_last);
	styled_wrap(&md->styled, 0, md->styled.text.len, out, &wrap);
	end_rows(md, rows);
}

static size_t count_lines(struct slice text)
{
	size_t lines = 0;

	for (size_t i = 0; i < text.len; i++)
		lines += text.ptr[i] == '\n';
	return lines;
}

void markdown_show_table(struct markdown *md, struct rows *rows)
{
	const struct blocks *blocks = &md->blocks;
	struct slice text = strbuf_slice(&md->leaf);
	struct inline_options options;
	struct wrap_options wrap;
	struct rows *out;

	set_inline_options(md, &options);
	styled_reset(&md->styled);
	begin_block(md, rows, false);
	out = begin_rows(md, rows, &wrap, blocks->leaf_line, blocks->leaf_last);
	wrap.face = options.plain;
	/* Missing cells count: a few bytes could create millions. */
	if (blocks->columns * count_lines(text) > MARKDOWN_TABLE_MAX ||
	    inline_table(&md->styled, &md->table, text, &options)) {
		wrap.keep_blanks = true;
		wrap_text(out, text, &wrap);
	} else {
		table_rows(out, &md->table, &md->styled, &wrap);
	}
	end_rows(md, rows);
}

void markdown_show_rule(struct markdown *md, struct rows *rows)
{
	struct slice dash = slice_str(glyph_of(0x2500, "\xe2\x94\x80", "-"));
	enum face face = md->options.face ? md->options.face : FACE_DIM;
	struct wrap_options wrap;
	struct rows *out;

	begin_block(md, rows, false);
	out = begin_rows(md, rows, &wrap, md->blocks.line, md->blocks.line);
	rows_begin(out, wrap.indent);
	for (int i = wrap.indent; i < wrap.cols; i++)
		rows_add_measured(out, dash, face, 1);
	end_rows(md, rows);
}

/* Where a part of a code block goes. */
struct code_rows {
	struct wrap_options wrap;
	struct rows *out;
	size_t from; /* its first row there */
	int gutter;  /* the column of its line numbers, or 0 */
};

static struct code_rows begin_code(struct markdown *md, struct rows *rows,
				   uint32_t line)
{
	struct code_rows code = { .gutter = 0 };

	begin_block(md, rows, false);
	code.out = begin_rows(md, rows, &code.wrap, line, line);
	if (code.wrap.cols - code.wrap.indent > 2 * MARKDOWN_CODE_INDENT) {
		code.gutter = code.wrap.indent + 1;
		code.wrap.indent += MARKDOWN_CODE_INDENT;
	}
	code.wrap.keep_blanks = true;
	code.from = code.out->count;
	return code;
}

static void end_code(struct markdown *md, struct rows *rows,
		     const struct code_rows *code)
{
	set_gutter(code->out, code->from, code->gutter);
	end_rows(md, rows);
}

void markdown_show_language(struct markdown *md, struct rows *rows,
			    struct slice name)
{
	struct code_rows code;

	if (!name.len)
		return;
	code = begin_code(md, rows, md->blocks.line);
	code.wrap.face = md->options.face ? md->options.face : FACE_DIM;
	wrap_text(code.out, name, &code.wrap);
	end_code(md, rows, &code);
}

void markdown_show_code(struct markdown *md, struct rows *rows,
			struct slice line)
{
	struct code_rows code = begin_code(md, rows, md->blocks.line);
	struct wrap_stream ws;

	code.wrap.face = md->options.face;
	if (!line.len) {
		rows_begin(code.out, 0);
	} else if (code.wrap.face != FACE_DEFAULT) {
		wrap_text(code.out, line, &code.wrap);
	} else {
		wrap_stream_init(&ws, &code.wrap);
		code_add_line(&md->blocks.code, &ws, code.out, line);
	}
	end_code(md, rows, &code);
}

static struct diff_options diff_options_of(const struct markdown *md,
					   const struct code_rows *code)
{
	return (struct diff_options){
		.cols = code->wrap.cols,
		.indent = code->wrap.indent,
		.is_source = md->options.line > 0,
	};
}

void markdown_show_change(struct markdown *md, struct rows *rows)
{
	struct code_rows code = begin_code(md, rows, md->blocks.leaf_line);
	struct diff_options options = diff_options_of(md, &code);

	diff_show_change(code.out, strbuf_slice(&md->leaf), &options);
	end_code(md, rows, &code);
}

void markdown_show_diff_line(struct markdown *md, struct rows *rows,
			     struct slice line)
{
	struct code_rows code = begin_code(md, rows, md->blocks.line);
	struct diff_options options = diff_options_of(md, &code);

	diff_show_line(code.out, line, &options);
	end_code(md, rows, &code);
}

void markdown_show_marks(struct markdown *md, struct rows *rows)
{
	const struct blocks *blocks = &md->blocks;
	size_t first = 0;

	while (first < blocks->depth &&
	       (blocks->stack[first].shown || !blocks->stack[first].is_item))
		first++;
	if (first == blocks->depth)
		return;
	begin_block(md, rows, false);
	set_source(md, rows, blocks->stack[first].line,
		   blocks->stack[blocks->depth - 1].line);
	begin_row(md, rows, blocks->depth, true);
}
