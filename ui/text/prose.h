#ifndef JPD_TEXT_PROSE_H
#define JPD_TEXT_PROSE_H

#include "ui/text/rows.h"
#include "ui/text/sanitize.h"
#include "ui/text/wrap.h"

/*
 * Foreign text to rows, as it comes: sanitised, cut into lines and wrapped.
 * Blank lines in front and at the end show nothing. With `markup`, fenced
 * code and headings have their looks and blank lines in a row are one.
 * Pieces cut anywhere give the rows of the whole, and a piece costs what it
 * is long.
 */
struct prose_options {
	int cols, indent;
	enum face face;
	bool markup;
	bool keep_blanks; /* cut at the edge, not between words */
	bool terminal;    /* a program wrote it (sanitize.h) */
	uint32_t line;    /* which of the source it begins with; 0: no matter */
};

enum prose_line {
	PROSE_PLAIN,
	PROSE_HEADING,
	PROSE_FENCE, /* ``` or ~~~ */
	PROSE_CODE,  /* between two of them */
};

struct prose {
	struct prose_options options;
	/* prose.c's own */
	struct sanitizer sanitizer;
	struct wrap_stream wrap;
	struct strbuf line; /* sanitised: the open line */
	size_t fed;         /* bytes of it that are in the rows */
	size_t blank;       /* bytes at its start known to be blanks */
	size_t line_row;    /* where its rows begin */
	uint32_t number;    /* of the open line in the source, or 0 */
	enum prose_line kind;
	bool started;       /* something but blanks was there */
	size_t blank_lines; /* since then, not shown yet */
	char fence;         /* in code: what ends it; or 0 */
	size_t fence_len;
};

/* The text's rows will stand behind those that `rows` has. */
void prose_init(struct prose *prose, const struct rows *rows,
		const struct prose_options *options);
void prose_release(struct prose *prose);
/* `rows` must be as the last call left it. */
void prose_add(struct prose *prose, struct rows *rows, struct slice text);
/* The text is at its end. */
void prose_end(struct prose *prose, struct rows *rows);

#endif
