#ifndef JPD_TERM_TERM_SIGNALS_H
#define JPD_TERM_TERM_SIGNALS_H

#include <stdbool.h>

#include "src/base/strbuf.h"

/*
 * Signals that concern the terminal, noted in a pipe: TSTP, CONT, WINCH,
 * and CHLD while a program runs. What handlers write to is the process's.
 */
struct term_signals {
	bool stop;    /* TSTP came, and no CONT after it */
	bool resumed; /* CONT */
	bool resized; /* WINCH */
};

int term_signals_start(struct strbuf *err);
/* Put back what was there before. */
void term_signals_stop(void);

/* The reading end: readable while something is noted. */
int term_signals_fd(void);
/* Take what was noted since the last call. */
void term_signals_take(struct term_signals *signals);

/* How many CONT came, ever: to see whether we were stopped meanwhile. */
int term_signals_resumes(void);
/* term_note_end() was called. */
bool term_signals_ended(void);

/* Stop as TSTP does by default: the whole process group, or us alone. */
void term_signals_stop_here(bool group);

/* Note the ends and stops of children, or not any more. */
void term_signals_watch_children(bool on);

/*
 * Block TTOU, so that the terminal can be set right though it is another
 * group's already; and back. Nothing that may wait comes between.
 */
void term_signals_block_ttou(bool on);

#endif
