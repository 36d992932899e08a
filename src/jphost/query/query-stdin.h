#ifndef JPD_QUERY_QUERY_STDIN_H
#define JPD_QUERY_QUERY_STDIN_H

#include <stdbool.h>
#include <termios.h>

#include "src/jphost/query/query-prompt.h"
#include "src/jphost/query/terminal-rows.h"

/*
 * The terminal on stdin while the turn runs: typed text is only echoed when a
 * line is asked for, not in the middle of the answer.
 */
struct query_tty {
	bool usable;               /* stdin is a terminal, and so is `out` */
	int out;                   /* for prompts: stderr, else stdout */
	struct terminal_look look; /* of `out` */
	enum query_ask_mode mode;
	bool taken;           /* its settings are changed */
	struct termios saved; /* the settings before that */
};

void query_tty_init(struct query_tty *tty);
/*
 * Read as `mode` requires. Input typed before a question is dropped; input
 * typed while nothing is asked is left for the next reader. Does nothing if
 * this process is in the background.
 */
void query_tty_set(struct query_tty *tty, enum query_ask_mode mode);
/* Restore the previous settings. */
void query_tty_restore(struct query_tty *tty);
/* Drop unread input. */
void query_tty_flush(const struct query_tty *tty);
bool query_tty_in_foreground(const struct query_tty *tty);
/* For die(): make the terminal usable for the next program. */
void query_tty_rescue(void);

#endif
