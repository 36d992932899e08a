#ifndef JPD_BASE_SPAWN_H
#define JPD_BASE_SPAWN_H

#include <sys/types.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * A program with three pipes to us, in a process group of its own (or that of
 * a keeper), with no other descriptor of ours, no signal blocked and none
 * ignored.
 */
struct host_spawned {
	pid_t pid;
	int in;       /* ours to write to; non-blocking, like the others */
	int out, err; /* ours to read from */
};

/*
 * `argv[0]` is looked for in $PATH unless it has a slash. `dir` NULL: where
 * we are; `env` NULL: our own. Returns 0, or an errno, and nothing runs.
 */
int host_spawn(struct host_spawned *spawned, char *const *argv, const char *dir,
	       char *const *env);
/* The same in the process group `group`. */
int host_spawn_in(struct host_spawned *spawned, pid_t group, char *const *argv,
		  const char *dir, char *const *env);

/*
 * Likewise without pipes: `fds` are what it has as 0, 1 and 2, -1 is /dev/null.
 * In HOST_SPAWN_SESSION it has no terminal and cannot open ours; 0 is a group
 * of its own.
 */
#define HOST_SPAWN_SESSION ((pid_t)-1)
int host_spawn_fds(pid_t *pid, const int fds[3], pid_t group, char *const *argv,
		   const char *dir, char *const *env);

/*
 * A process that leads a group and does nothing, but kills the group, with
 * itself, when we end, whatever ends us. `*fd` is what it holds on to: it is
 * to be closed once the group is over. It is to be waited for. -1 with errno.
 */
pid_t host_spawn_keeper(int *fd);

/* A word as a shell takes it, whatever is in it. */
void host_spawn_quote(struct strbuf *out, struct slice word);

#endif
