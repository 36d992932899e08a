#ifndef JPD_QUERY_QUERY_TEXT_H
#define JPD_QUERY_QUERY_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Text of a model or a tool, made fit for a terminal: control characters
 * and escape sequences go, all but \n and \t; what turns the direction of
 * text is written out, as <U+202E>. It may come in pieces, each of whole
 * code points: a sequence that is cut is recognised nevertheless.
 */
enum query_text_state {
	TEXT_GROUND,
	TEXT_ESCAPE,        /* behind ESC */
	TEXT_CONTROL,       /* in a control sequence, ESC [ … */
	TEXT_STRING,        /* in a string that ST or BEL ends */
	TEXT_STRING_ESCAPE, /* in it, behind ESC */
};

struct query_text {
	enum query_text_state state;
	size_t skipped; /* bytes of the sequence so far */
};

#define QUERY_TEXT_INIT        \
	{                      \
		TEXT_GROUND, 0 \
	}

void query_text_add(struct query_text *text, struct strbuf *out,
		    struct slice piece);

/*
 * Text that a person shall approve: nothing in it is left invisible. Joiners,
 * blanks that are no blanks and the like are written out too, and long runs
 * of blanks are counted: <300 blanks>.
 */
void query_text_add_careful(struct strbuf *out, struct slice text);

#endif
