#ifndef JPD_QUERY_QUERY_STDIN_H
#define JPD_QUERY_QUERY_STDIN_H

#include <stdbool.h>
#include <termios.h>

#include "src/jphost/query/query-prompt.h"

/* The terminal on stdin, changed only while something is asked. */
struct query_tty {
	bool usable; /* stdin is a terminal, and so is where one is asked */
	int out;     /* that: stderr, or stdout where stderr is none */
	bool pastes; /* the terminal can tell pastes from keys */
	enum query_ask_mode mode;
	struct termios saved; /* how it was, while mode is not NOTHING */
};

void query_tty_init(struct query_tty *tty);
/*
 * Read as `mode` wants it. What was typed before the question is dropped.
 * Does nothing where this process is in the background.
 */
void query_tty_set(struct query_tty *tty, enum query_ask_mode mode);
/* Drop what was typed so far. */
void query_tty_flush(const struct query_tty *tty);
bool query_tty_in_foreground(const struct query_tty *tty);
/* For die(): make the terminal readable for whoever comes next. */
void query_tty_rescue(void);

#endif
