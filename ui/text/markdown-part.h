#ifndef JPD_TEXT_MARKDOWN_PART_H
#define JPD_TEXT_MARKDOWN_PART_H

#include <stdbool.h>

#include "ui/text/code.h"
#include "ui/text/markdown.h"
#include "ui/text/sanitize.h"
#include "ui/text/styled.h"

/*
 * Shared by the files of markdown. A text is a sequence of lines; a line passes
 * through the open containers (quotes and list items) to a leaf: a paragraph, a
 * table, a code block. All state that lines change is in struct blocks, so that
 * an unfinished line can be tried on a copy.
 */
enum {
	MARKDOWN_DEPTH_MAX = 16, /* deeper, `>` and `-` are text */
	/* Bytes after which a line or a leaf is split: what is open is rebuilt
	 * with each piece. */
	MARKDOWN_LINE_MAX = 8192,
	MARKDOWN_LEAF_MAX = 8192,
	MARKDOWN_TABLE_MAX = 16384,
	MARKDOWN_CODE_INDENT = 2, /* columns */
};

/*
 * md4c gets the lines of a paragraph indented by four blanks, after a first
 * line with only a backslash (inline_paragraph() drops the resulting break), so
 * that no line can begin a block or a definition.
 */
#define MARKDOWN_LINE_BEFORE "\\\n"
#define MARKDOWN_LINE_INDENT "    "

enum leaf_kind {
	LEAF_NONE,
	LEAF_PARAGRAPH,
	LEAF_TABLE,
	LEAF_FENCE,
	LEAF_INDENTED, /* code */
};

struct container {
	bool is_item;    /* otherwise a quote */
	bool shown;      /* its mark is in the rows */
	bool bare;       /* only the mark so far */
	char mark;       /* -, +, *, or the sign after the number: . ) */
	char task;       /* 'x' or ' ', or 0 */
	uint16_t offset; /* columns of indent of the lines in an item */
	uint32_t number;
	uint32_t line; /* of its mark, in the source */
};

struct list {
	char mark; /* of the last item, or 0 if the list cannot continue */
	uint32_t number;
};

struct blocks {
	struct container stack[MARKDOWN_DEPTH_MAX];
	struct list lists[MARKDOWN_DEPTH_MAX + 1]; /* by depth */
	size_t depth;
	size_t kept; /* containers open when something was last shown */
	enum leaf_kind leaf;
	/* In the source, or 0: the current line, the leaf's first and last. */
	uint32_t line, leaf_line, leaf_last;
	bool any;         /* something was shown */
	bool blank;       /* and was followed by a blank line */
	bool cut;         /* the next text continues a line that was too long */
	int level;        /* of the heading that the paragraph is, or 0 */
	size_t last_line; /* of a paragraph: its start */
	unsigned columns; /* of a table */
	size_t head_len;  /* bytes of the first two lines */
	char fence;
	size_t fence_len;
	int fence_indent;
	size_t blank_lines; /* in indented code; shown if more follows */
	bool unnamed;       /* a fence; its first line may reveal a language */
	struct code_state code;
};

struct table_cell {
	size_t start, end; /* bytes of the styled text */
};

enum cell_align { CELL_LEFT, CELL_CENTER, CELL_RIGHT };

struct table {
	struct table_cell *cells; /* row by row, from the head */
	size_t count, cap;
	enum cell_align *aligns; /* of the columns */
	size_t align_cap;
	size_t columns;
};

struct markdown {
	struct markdown_options options;
	struct sanitizer sanitizer;
	struct strbuf line; /* sanitised: the unfinished line */
	struct strbuf leaf; /* text of the open paragraph, table or change */
	struct blocks blocks;
	size_t frozen; /* rows that will not change */
	bool trying;   /* showing what is open, on a copy of the state */
	bool at_tip;   /* the same, and the paragraph is the last block */
	/* Reused memory. */
	struct strbuf spare;
	struct strbuf code;
	struct rows inner;
	struct table table;
	struct styled styled;
};

/* markdown-block.c: add one line without its break; end the text. */
void markdown_line(struct markdown *md, struct rows *rows, struct slice line);
void markdown_close(struct markdown *md, struct rows *rows);
/* Show what is open so far. */
void markdown_show_open(struct markdown *md, struct rows *rows);

/* markdown-show.c: finished or tried blocks as rows. */
void markdown_show_paragraph(struct markdown *md, struct rows *rows);
void markdown_show_table(struct markdown *md, struct rows *rows);
void markdown_show_rule(struct markdown *md, struct rows *rows);
void markdown_show_language(struct markdown *md, struct rows *rows,
			    struct slice name);
void markdown_show_code(struct markdown *md, struct rows *rows,
			struct slice line);
/* The same for a diff: the lines of a change in `leaf`, or another line. */
void markdown_show_change(struct markdown *md, struct rows *rows);
void markdown_show_diff_line(struct markdown *md, struct rows *rows,
			     struct slice line);
/* Show the marks of items that have nothing else to show. */
void markdown_show_marks(struct markdown *md, struct rows *rows);

/* markdown-inline.c: the text of a paragraph or table, with faces. */
struct inline_options {
	enum face plain;
	bool one_face; /* all is plain */
	bool keep_breaks;
	uint32_t line; /* source line of a paragraph's start; 0: unknown */
};

void inline_paragraph(struct styled *out, struct slice text,
		      const struct inline_options *options);

/*
 * markdown-open-marks.c: close the marks that are open at the end of an
 * incomplete text, and remove what may become one, so that a word does not
 * change its look when its mark is complete. The text begins at `start`.
 */
void inline_close(struct strbuf *text, size_t start);
/* Returns 0, or -1 if it is not a table. */
int inline_table(struct styled *out, struct table *table, struct slice text,
		 const struct inline_options *options);

/* markdown-table.c */
void table_release(struct table *table);
void table_rows(struct rows *rows, const struct table *table,
		const struct styled *text, const struct wrap_options *options);

/* markdown-entity.c: append the character of "&name;"; false: unknown. */
bool entity_decode(struct strbuf *out, struct slice entity);

#endif
