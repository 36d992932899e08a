#ifndef JPD_TERM_TERM_PASTE_H
#define JPD_TERM_TERM_PASTE_H

#include <stdbool.h>

#include "src/base/strbuf.h"

enum { TERM_PASTE_MAX_BYTES = 8 << 20 };

/* A bracketed paste being received: everything from ESC[200~ to ESC[201~. */
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
/* Add one byte. True if it ended the paste. */
bool term_paste_add(struct term_paste *paste, char c);

/*
 * Convert the bytes to text, in place: valid UTF-8 (from the locale's
 * encoding), lines ended by \n, no controls except it and the tab.
 */
void term_paste_finish(struct term_paste *paste, bool utf8);

#endif
