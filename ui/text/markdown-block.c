#include "config.h"

#include <assert.h>
#include <string.h>

#include "ui/text/diff.h"
#include "ui/text/markdown-line.h"
#include "ui/text/markdown-part.h"

enum {
	CODE_INDENT = 4, /* columns of indent that make code */
	/* Maximum width of a mark's blanks; beyond that, code follows it. */
	MARK_BLANKS_MAX = 4,
	TABLE_COLUMNS_MAX = 128, /* that a line after the head can add */
};

static struct slice behind_blanks(const struct line_cursor *at)
{
	struct line_cursor copy = *at;

	line_skip_cols(&copy, line_indent(at));
	return copy.rest;
}

/* Show the open leaf, finally. */
static void close_leaf(struct markdown *md, struct rows *rows)
{
	struct blocks *blocks = &md->blocks;

	if (blocks->leaf == LEAF_PARAGRAPH)
		markdown_show_paragraph(md, rows);
	else if (blocks->leaf == LEAF_TABLE)
		markdown_show_table(md, rows);
	else if (blocks->leaf == LEAF_FENCE && md->leaf.len)
		markdown_show_change(md, rows);
	blocks->leaf = LEAF_NONE;
	blocks->level = 0;
	strbuf_reset(&md->leaf);
}

/* Close all containers but the first `depth`. */
static void close_to(struct markdown *md, struct rows *rows, size_t depth)
{
	struct blocks *blocks = &md->blocks;

	if (depth >= blocks->depth)
		return;
	close_leaf(md, rows);
	markdown_show_marks(md, rows);
	blocks->depth = depth;
	if (blocks->kept > depth)
		blocks->kept = depth;
}

void markdown_close(struct markdown *md, struct rows *rows)
{
	close_leaf(md, rows);
	close_to(md, rows, 0);
}

void markdown_show_open(struct markdown *md, struct rows *rows)
{
	md->at_tip = true;
	close_leaf(md, rows);
	md->at_tip = false;
	markdown_show_marks(md, rows);
}

static void open_leaf(struct markdown *md, struct rows *rows,
		      enum leaf_kind kind)
{
	struct blocks *blocks = &md->blocks;

	close_leaf(md, rows);
	blocks->leaf = kind;
	blocks->leaf_line = blocks->leaf_last = blocks->line;
	blocks->blank_lines = 0;
	/* A list before it does not continue after it. */
	blocks->lists[blocks->depth].mark = 0;
	if (blocks->depth)
		blocks->stack[blocks->depth - 1].bare = false;
}

static void push(struct markdown *md, const struct container *container)
{
	struct blocks *blocks = &md->blocks;

	assert(blocks->depth < MARKDOWN_DEPTH_MAX);
	if (blocks->depth)
		blocks->stack[blocks->depth - 1].bare = false;
	blocks->stack[blocks->depth] = *container;
	blocks->stack[blocks->depth++].line = blocks->line;
	blocks->lists[blocks->depth].mark = 0;
}

static void push_quote(struct markdown *md, struct line_cursor *at)
{
	const struct container quote = { .is_item = false };

	md->blocks.lists[md->blocks.depth].mark = 0;
	line_skip_cols(at, line_indent(at));
	line_skip(at, 1);
	line_skip_cols(at, 1);
	push(md, &quote);
}

/* "[x] " after a bullet. */
static char take_task(struct line_cursor *at)
{
	struct slice text = at->rest;
	char c;

	if (at->spare || text.len < 4 || text.ptr[0] != '[' ||
	    text.ptr[2] != ']' || text.ptr[3] != ' ')
		return 0;
	c = text.ptr[1];
	if (c != 'x' && c != 'X' && c != ' ')
		return 0;
	line_skip(at, 3);
	line_skip_cols(at, 1);
	return c == ' ' ? ' ' : 'x';
}

/* The number of an item: its own, but numbers of a list only grow. */
static uint32_t number_of(struct list *list, const struct line_mark *mark)
{
	uint32_t number = mark->number;

	if (list->mark == mark->mark && number <= list->number)
		number = list->number + 1;
	list->mark = mark->mark;
	list->number = number;
	return number;
}

static void push_item(struct markdown *md, struct line_cursor *at,
		      const struct line_mark *mark)
{
	struct blocks *blocks = &md->blocks;
	int indent = line_indent(at), blanks;
	struct container item = { .is_item = true, .mark = mark->mark };

	line_skip_cols(at, indent);
	line_skip(at, mark->len);
	item.offset = (uint16_t)((size_t)indent + mark->len);
	blanks = line_indent(at);
	item.bare = line_is_blank(at);
	if (item.bare || blanks > MARK_BLANKS_MAX)
		blanks = 1;
	item.offset = (uint16_t)(item.offset + blanks);
	line_skip_cols(at, blanks);
	item.number = number_of(&blocks->lists[blocks->depth], mark);
	if (strchr("-+*", mark->mark))
		item.task = take_task(at);
	push(md, &item);
}

/* How many of the open containers the line continues. */
static size_t match_containers(const struct blocks *blocks,
			       struct line_cursor *at)
{
	size_t i;

	for (i = 0; i < blocks->depth; i++) {
		const struct container *container = &blocks->stack[i];
		int indent = line_indent(at);

		if (!container->is_item) {
			if (indent >= CODE_INDENT ||
			    !slice_starts_with(behind_blanks(at), SLICE(">")))
				break;
			line_skip_cols(at, indent);
			line_skip(at, 1);
			line_skip_cols(at, 1);
		} else if (line_is_blank(at)) {
			/* An item may begin with one blank line, not two. */
			if (container->bare)
				break;
		} else if (indent >= container->offset) {
			line_skip_cols(at, container->offset);
		} else {
			break;
		}
	}
	return i;
}

static void close_unmatched(struct markdown *md, struct rows *rows,
			    size_t matched)
{
	close_to(md, rows, matched);
	close_leaf(md, rows);
}

/* Open the containers that the line begins. Returns how many it is in. */
static size_t open_containers(struct markdown *md, struct rows *rows,
			      struct line_cursor *at, size_t matched)
{
	struct blocks *blocks = &md->blocks;

	while (matched < MARKDOWN_DEPTH_MAX && line_indent(at) < CODE_INDENT) {
		struct slice rest = behind_blanks(at);
		struct line_mark mark;
		bool goes_on = blocks->leaf == LEAF_PARAGRAPH &&
			       matched == blocks->depth;

		if (slice_starts_with(rest, SLICE(">"))) {
			close_unmatched(md, rows, matched);
			push_quote(md, at);
		} else if ((goes_on && line_underline(rest)) ||
			   line_is_rule(rest) ||
			   !line_list_mark(rest, goes_on, &mark)) {
			break;
		} else {
			close_unmatched(md, rows, matched);
			push_item(md, at, &mark);
		}
		matched = blocks->depth;
	}
	return matched;
}

static void take_blank(struct markdown *md, struct rows *rows, size_t matched)
{
	struct blocks *blocks = &md->blocks;

	if (blocks->leaf != LEAF_INDENTED)
		close_leaf(md, rows);
	close_to(md, rows, matched);
	if (blocks->leaf == LEAF_INDENTED)
		blocks->blank_lines++;
	blocks->blank = true;
}

static void take_indented(struct markdown *md, struct rows *rows,
			  struct line_cursor *at)
{
	struct blocks *blocks = &md->blocks;
	uint32_t line = blocks->line;

	if (blocks->leaf != LEAF_INDENTED) {
		open_leaf(md, rows, LEAF_INDENTED);
		code_state_init(&blocks->code, NULL);
	} else {
		blocks->blank = false;
	}
	for (; blocks->blank_lines; blocks->blank_lines--) {
		blocks->line = line - (uint32_t)blocks->blank_lines;
		markdown_show_code(md, rows, SLICE(""));
	}
	blocks->line = line;
	line_skip_cols(at, CODE_INDENT);
	strbuf_reset(&md->code);
	line_rest(&md->code, at);
	markdown_show_code(md, rows, strbuf_slice(&md->code));
}

static void open_fence(struct markdown *md, struct rows *rows, struct slice at,
		       size_t len, struct slice info, int indent)
{
	struct blocks *blocks = &md->blocks;
	struct slice name = info;
	size_t end = 0;

	open_leaf(md, rows, LEAF_FENCE);
	blocks->fence = *at.ptr;
	blocks->fence_len = len;
	blocks->fence_indent = indent;
	while (end < info.len && !strchr(" \t{,", info.ptr[end]))
		end++;
	name.len = end;
	blocks->unnamed = !name.len;
	code_state_init(&blocks->code, code_language_find(name));
	/* Show all of it: text after the language is meant to be read too. */
	markdown_show_language(md, rows, info);
}

static bool is_diff(const struct markdown *md)
{
	return code_language_is_diff(md->blocks.code.language) &&
	       md->options.face == FACE_DEFAULT;
}

/* Show a change as a whole, because its lines are compared with each other. */
static void end_change(struct markdown *md, struct rows *rows)
{
	if (md->leaf.len)
		markdown_show_change(md, rows);
	strbuf_reset(&md->leaf);
}

static void add_diff_line(struct markdown *md, struct rows *rows,
			  struct slice line)
{
	if (!diff_change_takes(strbuf_slice(&md->leaf), line) ||
	    md->leaf.len + line.len > MARKDOWN_LEAF_MAX)
		end_change(md, rows);
	if (diff_change_takes(strbuf_slice(&md->leaf), line)) {
		if (!md->leaf.len)
			md->blocks.leaf_line = md->blocks.line;
		strbuf_addslice(&md->leaf, line);
		strbuf_addch(&md->leaf, '\n');
	} else {
		markdown_show_diff_line(md, rows, line);
	}
}

static void add_code_line(struct markdown *md, struct rows *rows,
			  struct slice line)
{
	struct blocks *blocks = &md->blocks;

	if (blocks->unnamed &&
	    (diff_is_unified(line) || slice_starts_with(line, SLICE("--- a/"))))
		code_state_init(&blocks->code,
				code_language_find(SLICE("diff")));
	blocks->unnamed = false;
	if (is_diff(md))
		add_diff_line(md, rows, line);
	else
		markdown_show_code(md, rows, line);
}

static void take_fenced(struct markdown *md, struct rows *rows,
			struct line_cursor *at)
{
	struct blocks *blocks = &md->blocks;
	int indent = line_indent(at);

	if (indent < CODE_INDENT &&
	    line_ends_fence(behind_blanks(at), blocks->fence,
			    blocks->fence_len)) {
		close_leaf(md, rows);
		return;
	}
	line_skip_cols(at, indent < blocks->fence_indent
				   ? indent
				   : blocks->fence_indent);
	strbuf_reset(&md->code);
	line_rest(&md->code, at);
	add_code_line(md, rows, strbuf_slice(&md->code));
}

static void add_paragraph_line(struct markdown *md, struct slice line)
{
	md->blocks.last_line = md->leaf.len;
	md->blocks.leaf_last = md->blocks.line;
	strbuf_addstr(&md->leaf, MARKDOWN_LINE_INDENT);
	strbuf_addslice(&md->leaf, line);
	strbuf_addch(&md->leaf, '\n');
}

static void begin_paragraph(struct markdown *md, struct rows *rows,
			    struct slice line)
{
	open_leaf(md, rows, LEAF_PARAGRAPH);
	strbuf_addstr(&md->leaf, MARKDOWN_LINE_BEFORE);
	add_paragraph_line(md, line);
}

static void continue_paragraph(struct markdown *md, struct rows *rows,
			       struct slice line)
{
	if (md->leaf.len + line.len <= MARKDOWN_LEAF_MAX) {
		add_paragraph_line(md, line);
		return;
	}
	begin_paragraph(md, rows, line);
}

/* The paragraph's last line becomes a table's head if `line` matches it. */
static bool begin_table(struct markdown *md, struct rows *rows,
			struct slice line)
{
	struct blocks *blocks = &md->blocks;
	unsigned columns = line_delimiter_columns(line);
	size_t start = blocks->last_line + strlen(MARKDOWN_LINE_INDENT);
	struct slice last = slice_of(md->leaf.buf + start,
				     md->leaf.len - start - strlen("\n"));

	if (!columns || line_cells(last) != columns)
		return false;
	strbuf_reset(&md->code);
	strbuf_addslice(&md->code, last);
	strbuf_setlen(&md->leaf, blocks->last_line);
	if (md->leaf.len == strlen(MARKDOWN_LINE_BEFORE))
		blocks->leaf = LEAF_NONE;
	open_leaf(md, rows, LEAF_TABLE);
	strbuf_addslice(&md->leaf, strbuf_slice(&md->code));
	strbuf_addch(&md->leaf, '\n');
	line_widen_delimiters(&md->leaf, line);
	strbuf_addch(&md->leaf, '\n');
	blocks->columns = columns;
	blocks->head_len = md->leaf.len;
	blocks->leaf_line = blocks->line - 1;
	return true;
}

/* If a line has more cells than the head, md4c drops the surplus. */
static void widen_table(struct markdown *md, unsigned cells)
{
	struct blocks *blocks = &md->blocks;
	unsigned more = cells - blocks->columns;

	strbuf_reset(&md->code);
	line_widen_table(&md->code, slice_of(md->leaf.buf, blocks->head_len),
			 more);
	strbuf_remove(&md->leaf, 0, blocks->head_len);
	strbuf_insert(&md->leaf, 0, md->code.buf, md->code.len);
	blocks->head_len = md->code.len;
	blocks->columns += more;
}

/* Add a line of the table; false if it has too many cells to be one. */
static bool add_table_line(struct markdown *md, struct rows *rows,
			   struct slice line)
{
	struct blocks *blocks = &md->blocks;
	unsigned cells = line_md4c_cells(line);

	if (cells > blocks->columns && cells > TABLE_COLUMNS_MAX)
		return false;
	if (cells > blocks->columns)
		widen_table(md, cells);

	/* A table that is too long is continued below a repeated head. */
	if (md->leaf.len + line.len > MARKDOWN_TABLE_MAX &&
	    md->leaf.len > blocks->head_len) {
		strbuf_reset(&md->code);
		strbuf_add(&md->code, md->leaf.buf, blocks->head_len);
		open_leaf(md, rows, LEAF_TABLE);
		strbuf_addslice(&md->leaf, strbuf_slice(&md->code));
	}
	blocks->leaf_last = blocks->line;
	strbuf_addslice(&md->leaf, line);
	strbuf_addch(&md->leaf, '\n');
	return true;
}

/* Take a block of a single line. */
static bool take_single(struct markdown *md, struct rows *rows,
			struct slice line, int indent, size_t matched)
{
	struct slice rest;
	size_t len;
	int level;

	if ((len = line_fence(line, &rest))) {
		close_unmatched(md, rows, matched);
		open_fence(md, rows, line, len, rest, indent);
	} else if ((level = line_heading(line, &rest))) {
		close_unmatched(md, rows, matched);
		if (rest.len) {
			begin_paragraph(md, rows, rest);
			md->blocks.level = level;
		}
		close_leaf(md, rows);
	} else if (line_is_rule(line)) {
		close_unmatched(md, rows, matched);
		open_leaf(md, rows, LEAF_NONE);
		markdown_show_rule(md, rows);
	} else {
		return false;
	}
	return true;
}

static void take_leaf(struct markdown *md, struct rows *rows,
		      const struct line_cursor *at, size_t matched)
{
	struct blocks *blocks = &md->blocks;
	struct slice line = behind_blanks(at);
	struct line_cursor copy = *at;
	int indent = line_indent(at), level;
	bool inside = matched == blocks->depth;

	if (indent < CODE_INDENT) {
		level = line_underline(line);
		if (level && inside && blocks->leaf == LEAF_PARAGRAPH) {
			blocks->level = level;
			blocks->leaf_last = blocks->line;
			close_leaf(md, rows);
			return;
		}
		if (take_single(md, rows, line, indent, matched))
			return;
	} else if (blocks->leaf != LEAF_PARAGRAPH) {
		close_to(md, rows, matched);
		take_indented(md, rows, &copy);
		return;
	}
	if (blocks->leaf == LEAF_TABLE && inside && line_cells(line) &&
	    add_table_line(md, rows, line))
		return;
	if (blocks->leaf != LEAF_PARAGRAPH) {
		close_unmatched(md, rows, matched);
		begin_paragraph(md, rows, line);
	} else if (!inside || indent >= CODE_INDENT ||
		   !begin_table(md, rows, line)) {
		continue_paragraph(md, rows, line);
	}
}

/* The rest of a line that was too long never starts a block. */
static void take_cut(struct markdown *md, struct rows *rows, struct slice line)
{
	struct blocks *blocks = &md->blocks;

	if (blocks->leaf == LEAF_FENCE || blocks->leaf == LEAF_INDENTED) {
		end_change(md, rows);
		markdown_show_code(md, rows, line);
	} else if (blocks->leaf == LEAF_PARAGRAPH) {
		continue_paragraph(md, rows, line);
	} else {
		begin_paragraph(md, rows, line);
	}
}

void markdown_line(struct markdown *md, struct rows *rows, struct slice line)
{
	struct blocks *blocks = &md->blocks;
	struct line_cursor at = { .rest = line };
	size_t matched;

	if (blocks->cut) {
		take_cut(md, rows, line);
		return;
	}
	matched = match_containers(blocks, &at);
	if (blocks->leaf == LEAF_FENCE && matched == blocks->depth) {
		take_fenced(md, rows, &at);
		return;
	}
	if (blocks->leaf == LEAF_FENCE)
		close_leaf(md, rows);
	if (line_is_blank(&at)) {
		take_blank(md, rows, matched);
		return;
	}
	if (blocks->leaf == LEAF_INDENTED) {
		if (matched == blocks->depth &&
		    line_indent(&at) >= CODE_INDENT) {
			take_indented(md, rows, &at);
			return;
		}
		close_leaf(md, rows);
	}
	matched = open_containers(md, rows, &at, matched);
	/* Only marks. */
	if (line_is_blank(&at)) {
		close_unmatched(md, rows, matched);
		return;
	}
	take_leaf(md, rows, &at, matched);
}
