#ifndef JPD_JP_JP_TERMINAL_H
#define JPD_JP_JP_TERMINAL_H

#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/types.h>
#include <termios.h>

#include "src/base/strbuf.h"

/*
 * The person's terminal, which is jp's while it runs: every byte goes through.
 * It is given back as it was, by a small process beside us where we are
 * killed.
 */
struct jp_terminal {
	struct termios saved, raw;
	pid_t guard;
	int guard_fd; /* -1: there is none */
	bool taken;
};

/* Whether this process has a terminal of its own to give to jp. */
bool jp_terminal_is_ours(void);
int jp_terminal_open(struct jp_terminal *terminal, struct strbuf *err);
/* False where we are in the background: it is not ours then. */
bool jp_terminal_take(struct jp_terminal *terminal);
void jp_terminal_give_back(struct jp_terminal *terminal);
/* Give it back; the guard ends, too. */
void jp_terminal_close(struct jp_terminal *terminal);
struct winsize jp_terminal_size(void);

#endif
