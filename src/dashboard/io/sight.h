#ifndef JPD_IO_SIGHT_H
#define JPD_IO_SIGHT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "src/base/strbuf.h"

/*
 * Whether our window is what somebody looks at. tmux, as it comes, does not
 * report the focus and answers for windows that nobody sees; but it tells when
 * it is asked, which is done once a second as long as that matters. What
 * cannot be found out counts as in front: elsewhere than in tmux, on no
 * terminal at all, and in its control mode, where another program has the
 * windows.
 */
struct sight {
	const char *pane; /* as tmux calls ours; NULL: there is none */
	pid_t pid;        /* that was asked; 0: none is */
	int fd;           /* what it says; -1 */
	struct strbuf said;
	int64_t asked_ms; /* when; -1: at once */
	bool hidden;      /* it is not in front */
};

void sight_init(struct sight *sight);
void sight_release(struct sight *sight);

/* Whether it is tmux, as far as the environment tells, and no screen in it. */
bool sight_is_tmux(const struct sight *sight);
/* Somebody is there: it is not waited with what is asked next. */
void sight_hurry(struct sight *sight, int64_t now_ms);
/* Ask where it is time to; how long until that may be necessary, or -1. */
int sight_ask(struct sight *sight, bool wanted, int64_t now_ms);
/* Poll this for input, or -1; then read it. */
int sight_fd(const struct sight *sight);
void sight_read(struct sight *sight);

/* What tmux says of the pane and of each client, one a line. */
bool sight_is_hidden(const char *said);

#endif
