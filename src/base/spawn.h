#ifndef JPD_BASE_SPAWN_H
#define JPD_BASE_SPAWN_H

#include <stdbool.h>
#include <sys/types.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * A program inherits its descriptors 0, 1 and 2 and no other, no blocked and no
 * ignored signal. `argv[0]` is searched for in $PATH unless it has a slash. All
 * of these return 0, or an errno if nothing was started.
 */

/*
 * `fds` become 0, 1 and 2; -1 is /dev/null. In SPAWN_SESSION the program has no
 * terminal and cannot open ours; group 0 is one of its own. `dir` NULL: our
 * working directory; `env` NULL: our own.
 */
#define SPAWN_SESSION ((pid_t)-1)
int spawn_fds(pid_t *pid, const int fds[3], pid_t group, char *const *argv,
	      const char *dir, char *const *env);

/*
 * A program in its own group that gets `death_signal` if we are killed. After
 * an error `*pid` is 0.
 */
struct spawn_tied {
	const int *fds;                 /* become 0, 1 and 2 */
	const char *file;               /* NULL: argv[0] */
	char *const *argv, *const *env; /* env NULL: our own */
	const char *dir;                /* or NULL */
	int death_signal;
	bool session; /* its own session, so without a terminal */
	bool scripts; /* run a file that is not a program with a shell */
};
int spawn_tied(pid_t *pid, const struct spawn_tied *with);

/* The same with three pipes to us as its `fds`. */
struct spawned {
	pid_t pid;
	int in;       /* our end, to write; non-blocking, like the others */
	int out, err; /* our ends, to read */
};
int spawn_program(struct spawned *spawned, struct spawn_tied with);

/* The pipes of such a program, if it is started in another way. */
struct spawn_pipes {
	int theirs[3]; /* its 0, 1 and 2 */
	int ours[3];
};

/* Returns 0, or an errno; close them either way. */
int spawn_pipes_open(struct spawn_pipes *pipes);
/* Our ends are now those of `spawned`. */
void spawn_pipes_take(struct spawn_pipes *pipes, struct spawned *spawned);
void spawn_pipes_close(struct spawn_pipes *pipes);

/* Append a word quoted for a shell, whatever it contains. */
void spawn_quote(struct strbuf *out, struct slice word);

#endif
