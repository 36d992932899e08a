#ifndef JPD_BASE_KEEPER_H
#define JPD_BASE_KEEPER_H

#include "src/base/spawn.h"

/*
 * A process between us and a program. It ends when we do, for whatever reason,
 * and then ends everything that the program started: its process group, and
 * what left that for another session, because the keeper is the parent of every
 * orphan below it. It is not our child, so we need not wait for it.
 */

/* Its news of the program. */
enum keeper_news {
	KEEPER_NOTHING,
	KEEPER_ENDED, /* and its group was killed */
	KEEPER_LEFT,  /* the same, but part of it is in another session */
	KEEPER_LOST   /* the keeper itself was killed */
};

/*
 * Start `argv` in `dir` with our environment, in a separate process group,
 * with no other descriptor of ours, no blocked and no ignored signal.
 * `*fd` leads to the keeper: readable if there are news. Once it is closed,
 * everything left is told to end, and killed a little later. `spawned->pid` is
 * not set. Returns 0, or an errno if nothing was started.
 */
int keeper_start(int *fd, struct spawned *spawned, char *const *argv,
		 const char *dir);

/* Tell the program's group to end, or kill it. */
void keeper_stop(int fd);
void keeper_kill(int fd);

/* Does not wait. `*status` is that of waitpid(). */
enum keeper_news keeper_news(int fd, int *status);

#endif
