#ifndef JPD_TERM_TERM_SIGNALS_H
#define JPD_TERM_TERM_SIGNALS_H

#include <stdbool.h>

#include "src/base/strbuf.h"

/*
 * Signals that concern the terminal, recorded in a pipe: TSTP, CONT, WINCH, and
 * CHLD while a program runs. The handlers' state is one per process.
 */
struct term_signals {
	bool stop;    /* TSTP came, and no CONT after it */
	bool resumed; /* CONT */
	bool resized; /* WINCH */
};

int term_signals_start(struct strbuf *err);
/* Restore the previous handlers. */
void term_signals_stop(void);

/* The reading end: readable while something is recorded. */
int term_signals_fd(void);
/* Take what was recorded since the last call. */
void term_signals_take(struct term_signals *signals);

/* How many CONT came in total: shows whether we were stopped meanwhile. */
int term_signals_resumes(void);
/* term_note_end() was called. */
bool term_signals_ended(void);

/* Stop as TSTP does by default: the whole process group, or only us. */
void term_signals_stop_here(bool group);

/* Start or stop recording when children end or stop. */
void term_signals_watch_children(bool on);

/*
 * Block TTOU, so that modes can be set although another group has the terminal;
 * or unblock it. Do nothing that may wait in between.
 */
void term_signals_block_ttou(bool on);

#endif
