#ifndef JPD_JP_JP_FILTER_H
#define JPD_JP_JP_FILTER_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * What of a terminal's output may go to the one in memory: text, and what
 * moves about in rows. Everything else is left out, for models and tools write
 * there, too, and libvterm 0.1.4 writes past its own arrays where a sequence
 * has many numbers. Colours are not wanted; strings of terminals neither.
 */
enum jp_filter_state {
	JP_FILTER_TEXT,
	JP_FILTER_ESCAPE,     /* behind ESC */
	JP_FILTER_NEXT,       /* one more byte of a sequence is left out */
	JP_FILTER_SEQUENCE,   /* behind CSI */
	JP_FILTER_STRING,     /* of OSC, DCS and the like */
	JP_FILTER_STRING_END, /* ESC within */
};

struct jp_filter {
	enum jp_filter_state state;
	char kept[24]; /* of a sequence, or of a character */
	size_t len;
	bool too_long;
	bool hidden; /* the cursor: what is drawn meanwhile is a prompt */
};

/*
 * Append to `safe` what may go on, and to `text` what can be read of it but for
 * prompts, which jp draws into the middle of what it prints. Both are the same
 * however the bytes are cut.
 */
void jp_filter_take(struct jp_filter *filter, struct slice bytes,
		    struct strbuf *safe, struct strbuf *text);

#endif
