#ifndef JPD_JP_JP_TERMINAL_H
#define JPD_JP_JP_TERMINAL_H

#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/types.h>
#include <termios.h>

#include "src/base/strbuf.h"

/*
 * The user's terminal, which belongs to jp while it runs: every byte is passed
 * through. It is restored afterwards, by a small guard process if we are
 * killed.
 */
struct jp_terminal {
	struct termios saved, raw;
	pid_t guard;
	int guard_fd; /* -1: there is no guard */
	bool taken;
};

/* Whether this process has a terminal to give to jp. */
bool jp_terminal_is_ours(void);
int jp_terminal_open(struct jp_terminal *terminal, struct strbuf *err);
/* False if we are in the background, where it is not ours. */
bool jp_terminal_take(struct jp_terminal *terminal);
void jp_terminal_give_back(struct jp_terminal *terminal);
/* Restore it and end the guard. */
void jp_terminal_close(struct jp_terminal *terminal);
struct winsize jp_terminal_size(void);

#endif
