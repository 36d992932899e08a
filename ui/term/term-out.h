#ifndef JPD_TERM_TERM_OUT_H
#define JPD_TERM_TERM_OUT_H

#include <stdbool.h>
#include <stdio.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Bytes on the way to the terminal. Whatever curses writes goes to a file
 * in memory first, and from there to a descriptor that does not block: a
 * stalled terminal (^S, a dead line) costs frames, never the program's time.
 */
struct term_out {
	int fd;       /* the terminal, non-blocking; the caller's */
	FILE *screen; /* what curses writes to */
	struct strbuf bytes;
	size_t sent; /* of `bytes` */
	bool steady; /* what curses writes goes through term_steady_add() */
};

#define TERM_OUT_INIT                           \
	{                                       \
		-1, NULL, STRBUF_INIT, 0, false \
	}

int term_out_open(struct term_out *out, int fd, struct strbuf *err);
void term_out_release(struct term_out *out);

void term_out_add(struct term_out *out, struct slice bytes);
/* Add what curses wrote since the last call. */
void term_out_collect(struct term_out *out);

/*
 * Send, and wait as long for a terminal that takes nothing. True when no
 * byte is left.
 */
bool term_out_flush(struct term_out *out, int wait_ms);
/* Forget what was not sent, for it will not be any more. */
void term_out_drop(struct term_out *out);

#endif
