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
struct query_stdin {
	bool usable;               /* stdin is a terminal, and so is `out` */
	int out;                   /* for prompts: stderr, else stdout */
	struct terminal_look look; /* of `out` */
	enum query_ask_mode mode;
	bool taken;           /* its settings are changed */
	struct termios saved; /* the settings before that */
};

void query_stdin_init(struct query_stdin *tty);
/*
 * Read as `mode` requires. Input typed before a question is dropped; input
 * typed while nothing is asked is left for the next reader. Does nothing if
 * this process is in the background.
 */
void query_stdin_set(struct query_stdin *tty, enum query_ask_mode mode);
/* Restore the previous settings. */
void query_stdin_restore(struct query_stdin *tty);
/* Drop unread input. */
void query_stdin_flush(const struct query_stdin *tty);
/* For die(): make the terminal usable for the next program. */
void query_stdin_rescue(void);

#endif
