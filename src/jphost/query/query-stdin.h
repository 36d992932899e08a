#ifndef JPD_QUERY_QUERY_STDIN_H
#define JPD_QUERY_QUERY_STDIN_H

#include <stdbool.h>
#include <termios.h>

#include "src/jphost/query/query-prompt.h"

/*
 * The terminal on stdin, while the turn has it: what is typed shows only where a
 * line is asked for, and not in the middle of the answer.
 */
struct query_tty {
	bool usable; /* stdin is a terminal, and so is where one is asked */
	int out;     /* that: stderr, or stdout where stderr is none */
	bool pastes; /* the terminal can tell pastes from keys */
	enum query_ask_mode mode;
	bool taken;           /* it is not as it was */
	struct termios saved; /* how it was */
};

void query_tty_init(struct query_tty *tty);
/*
 * Read as `mode` wants it. What was typed before a question is dropped; what is
 * typed while none is asked stays for whoever reads next. Does nothing where
 * this process is in the background.
 */
void query_tty_set(struct query_tty *tty, enum query_ask_mode mode);
/* As it was before. */
void query_tty_restore(struct query_tty *tty);
/* Drop what was typed so far. */
void query_tty_flush(const struct query_tty *tty);
bool query_tty_in_foreground(const struct query_tty *tty);
/* For die(): make the terminal readable for whoever comes next. */
void query_tty_rescue(void);

#endif
