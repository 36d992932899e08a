#ifndef JPD_TERM_TERM_OUT_H
#define JPD_TERM_TERM_OUT_H

#include <stdbool.h>
#include <stdio.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Output on its way to the terminal. curses writes to a file in memory, which
 * is sent to a non-blocking descriptor: a stalled terminal (^S, a dead line)
 * costs frames, but never blocks the program.
 */
struct term_out {
	int fd;       /* the terminal, non-blocking; the caller's */
	FILE *screen; /* what curses writes to */
	struct strbuf bytes;
	size_t sent; /* of `bytes` */
	bool steady; /* curses' output goes through term_steady_add() */
};

#define TERM_OUT_INIT                           \
	{                                       \
		-1, NULL, STRBUF_INIT, 0, false \
	}

int term_out_open(struct term_out *out, int fd, struct strbuf *err);
void term_out_release(struct term_out *out);

void term_out_add(struct term_out *out, struct slice bytes);
/* Add curses' output since the last call. */
void term_out_collect(struct term_out *out);

/*
 * Send, waiting up to `wait_ms` while the terminal accepts nothing. True if no
 * byte is left.
 */
bool term_out_flush(struct term_out *out, int wait_ms);
/* Drop what was not sent. */
void term_out_drop(struct term_out *out);

#endif
