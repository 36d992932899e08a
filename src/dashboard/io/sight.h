#ifndef JPD_IO_SIGHT_H
#define JPD_IO_SIGHT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "src/base/strbuf.h"

/*
 * Whether our window is in front. By default, tmux does not report the focus
 * and answers for windows that no one sees; but it replies when queried, which
 * is done once a second while it matters. Whatever cannot be determined counts
 * as in front: outside of tmux, on no terminal at all, and in its control mode,
 * where another program has the windows.
 */
struct sight {
	const char *pane; /* tmux's name for ours; NULL: none */
	pid_t pid;        /* the running query; 0: none */
	int fd;           /* its output; -1 */
	struct strbuf said;
	int64_t asked_ms; /* when it was asked; -1: ask now */
	bool hidden;      /* the window is not in front */
};

void sight_init(struct sight *sight);
void sight_release(struct sight *sight);

/* Whether we are in tmux, by the environment, without screen inside it. */
bool sight_is_tmux(const struct sight *sight);
/* The user is active: do not delay the next query. */
void sight_hurry(struct sight *sight, int64_t now_ms);
/* Query if it is time; returns how long until the next query is due, or -1. */
int sight_ask(struct sight *sight, bool wanted, int64_t now_ms);
/* Poll this for input, or -1; then read it. */
int sight_fd(const struct sight *sight);
void sight_read(struct sight *sight);

/* Evaluate tmux's report about the pane and each client, one per line. */
bool sight_is_hidden(const char *said);

#endif
