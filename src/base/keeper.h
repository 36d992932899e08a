#ifndef JPD_BASE_KEEPER_H
#define JPD_BASE_KEEPER_H

#include "src/base/spawn.h"

/*
 * A process between us and a program, which ends when we do, whatever ends us,
 * and takes with it all that the program has started: the program's process
 * group, and what left that for a session of its own, for the keeper is the
 * parent of each orphan below it. It is nobody's child, so nobody waits for it.
 */

/* What it tells of the program. */
enum keeper_news {
	KEEPER_NOTHING,
	KEEPER_ENDED, /* and its group was killed */
	KEEPER_LEFT,  /* likewise, but something of it is in another session */
	KEEPER_LOST   /* the keeper itself was killed */
};

/*
 * Start `argv` in `dir` with the environment `env`, in a process group of its
 * own, with no other descriptor of ours, no signal blocked and none ignored.
 * `*fd` is what the keeper holds on to: readable when there are news. Once it
 * is closed, all that is left is told to end, and killed a little later.
 * `spawned->pid` is not set. Returns 0, or an errno, and nothing runs.
 */
int keeper_start(int *fd, struct host_spawned *spawned, char *const *argv,
		 const char *dir, char *const *env);

/* Tell the program's group to end, or kill it. */
void keeper_stop(int fd);
void keeper_kill(int fd);

/* Does not wait. `*status` is that of waitpid(). */
enum keeper_news keeper_news(int fd, int *status);

#endif
