#include "config.h"

#include "src/base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

extern char **environ;

/* Descriptors 0 to 2 are open, so no pipe ever is one of them. */
static int start(pid_t *pid, char *const *argv, const char *dir,
		 char *const *env, int pipes[3][2])
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t none, all;
	int failed;

	sigemptyset(&none);
	sigfillset(&all);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, pipes[0][0], 0);
	posix_spawn_file_actions_adddup2(&actions, pipes[1][1], 1);
	posix_spawn_file_actions_adddup2(&actions, pipes[2][1], 2);
	if (dir)
		posix_spawn_file_actions_addchdir_np(&actions, dir);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP |
						      POSIX_SPAWN_SETSIGDEF |
						      POSIX_SPAWN_SETSIGMASK);
	posix_spawnattr_setpgroup(&attributes, 0);
	posix_spawnattr_setsigdefault(&attributes, &all);
	posix_spawnattr_setsigmask(&attributes, &none);
	failed = posix_spawnp(pid, argv[0], &actions, &attributes, argv,
			      env ? env : environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return failed;
}

static int take_end(int *fd)
{
	int taken = *fd;

	fcntl(taken, F_SETFL, fcntl(taken, F_GETFL) | O_NONBLOCK);
	*fd = -1;
	return taken;
}

int host_spawn(struct host_spawned *spawned, char *const *argv, const char *dir,
	       char *const *env)
{
	int pipes[3][2] = { { -1, -1 }, { -1, -1 }, { -1, -1 } };
	int failed = 0;

	for (int i = 0; i < 3 && !failed; i++)
		failed = pipe2(pipes[i], O_CLOEXEC) ? errno : 0;
	if (!failed)
		failed = start(&spawned->pid, argv, dir, env, pipes);
	if (!failed) {
		spawned->in = take_end(&pipes[0][1]);
		spawned->out = take_end(&pipes[1][0]);
		spawned->err = take_end(&pipes[2][0]);
	}
	for (int i = 0; i < 3; i++) {
		for (int j = 0; j < 2; j++) {
			if (pipes[i][j] >= 0)
				close(pipes[i][j]);
		}
	}
	return failed;
}

void host_spawn_quote(struct strbuf *out, struct slice word)
{
	strbuf_addch(out, '\'');
	for (size_t i = 0; i < word.len; i++) {
		if (word.ptr[i] == '\'')
			strbuf_addstr(out, "'\\''");
		else
			strbuf_addch(out, word.ptr[i]);
	}
	strbuf_addch(out, '\'');
}
