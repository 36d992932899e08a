#ifndef JPD_TERM_TERM_PASTE_H
#define JPD_TERM_TERM_PASTE_H

#include <stdbool.h>

#include "src/base/strbuf.h"

enum { TERM_PASTE_MAX_BYTES = 8 << 20 };

/* A bracketed paste while it comes in: all between ESC[200~ and ESC[201~. */
struct term_paste {
	struct strbuf bytes;
	size_t matched; /* bytes of the end marker seen at the end */
	bool cut;
};

#define TERM_PASTE_INIT               \
	{                             \
		STRBUF_INIT, 0, false \
	}

void term_paste_release(struct term_paste *paste);
/* One more byte. True when it ended the paste. */
bool term_paste_add(struct term_paste *paste, char c);

/*
 * Make the bytes text, in place: valid UTF-8 (of the locale's bytes where
 * that is not UTF-8), lines ended by \n, no controls but it and the tab.
 */
void term_paste_finish(struct term_paste *paste, bool utf8);

#endif
