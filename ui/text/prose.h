#ifndef JPD_TEXT_PROSE_H
#define JPD_TEXT_PROSE_H

#include "ui/text/rows.h"
#include "ui/text/sanitize.h"
#include "ui/text/wrap.h"

/*
 * Foreign text to rows, as it arrives: sanitised, split into lines and wrapped.
 * Blank lines at the start and end are dropped. With `markup`, fenced code and
 * headings get their looks, and consecutive blank lines become one. Pieces cut
 * anywhere give the same rows as the whole text, and a piece costs its own
 * length.
 */
struct prose_options {
	int cols, indent;
	enum face face;
	bool markup;
	bool keep_blanks; /* cut at the edge, not between words */
	bool terminal;    /* output of a program (sanitize.h) */
	uint32_t line;    /* source line of the first row; 0: untracked */
};

enum prose_line {
	PROSE_PLAIN,
	PROSE_HEADING,
	PROSE_FENCE, /* ``` or ~~~ */
	PROSE_CODE,  /* between two of them */
};

struct prose {
	struct prose_options options;
	/* private to prose.c */
	struct sanitizer sanitizer;
	struct wrap_stream wrap;
	struct strbuf line; /* sanitised: the unfinished line */
	size_t fed;         /* bytes of it already in the rows */
	size_t blank;       /* leading bytes known to be blanks */
	size_t line_row;    /* its first row */
	uint32_t number;    /* of the open line in the source, or 0 */
	enum prose_line kind;
	bool started;       /* something other than blanks came */
	size_t blank_lines; /* since then, not shown yet */
	char fence;         /* in code: the one that ends it; or 0 */
	size_t fence_len;
};

/* The text's rows will follow those in `rows`. */
void prose_init(struct prose *prose, const struct rows *rows,
		const struct prose_options *options);
void prose_release(struct prose *prose);
/* `rows` must be as the last call left it. */
void prose_add(struct prose *prose, struct rows *rows, struct slice text);
/* The text is complete. */
void prose_end(struct prose *prose, struct rows *rows);

#endif
