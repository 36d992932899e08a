#ifndef JPD_JP_JP_FILTER_H
#define JPD_JP_JP_FILTER_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Filters a terminal's output for our terminal in memory: only text and
 * sequences that move within rows may pass. Models and tools also write to it,
 * and libvterm 0.1.4 writes beyond its own arrays if a sequence has many
 * parameters. Colours and terminal strings are not needed.
 */
enum jp_filter_state {
	JP_FILTER_TEXT,
	JP_FILTER_ESCAPE,     /* after ESC */
	JP_FILTER_NEXT,       /* skip one more byte of a sequence */
	JP_FILTER_SEQUENCE,   /* after CSI */
	JP_FILTER_STRING,     /* in OSC, DCS and the like */
	JP_FILTER_STRING_END, /* ESC inside a string */
};

struct jp_filter {
	enum jp_filter_state state;
	char kept[24]; /* of a sequence or a character */
	size_t len;
	bool too_long;
	bool hidden; /* cursor is hidden: a prompt is being drawn */
};

/*
 * Append to `safe` what may pass, and to `text` its readable part without
 * prompts, which jp draws into the middle of its output. The result does not
 * depend on how the input is cut.
 */
void jp_filter_take(struct jp_filter *filter, struct slice bytes,
		    struct strbuf *safe, struct strbuf *text);

#endif
