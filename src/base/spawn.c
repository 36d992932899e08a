#include "config.h"

#include "src/base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void set_attributes(posix_spawnattr_t *attributes, pid_t group)
{
	sigset_t none, all;
	short own = group == SPAWN_SESSION ? POSIX_SPAWN_SETSID
					   : POSIX_SPAWN_SETPGROUP;

	sigemptyset(&none);
	sigfillset(&all);
	posix_spawnattr_setflags(attributes, own | POSIX_SPAWN_SETSIGDEF |
						     POSIX_SPAWN_SETSIGMASK);
	if (group != SPAWN_SESSION)
		posix_spawnattr_setpgroup(attributes, group);
	posix_spawnattr_setsigdefault(attributes, &all);
	posix_spawnattr_setsigmask(attributes, &none);
}

/* Descriptors 0 to 2 are open, so none of `fds` is one of them. */
int spawn_fds(pid_t *pid, const int fds[3], pid_t group, char *const *argv,
	      const char *dir, char *const *env)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	int failed;

	posix_spawn_file_actions_init(&actions);
	for (int i = 0; i < 3; i++) {
		if (fds[i] >= 0)
			posix_spawn_file_actions_adddup2(&actions, fds[i], i);
		else
			posix_spawn_file_actions_addopen(
				&actions, i, "/dev/null",
				i ? O_WRONLY : O_RDONLY, 0);
	}
	if (dir)
		posix_spawn_file_actions_addchdir_np(&actions, dir);
	posix_spawnattr_init(&attributes);
	set_attributes(&attributes, group);
	failed = posix_spawnp(pid, argv[0], &actions, &attributes, argv,
			      env ? env : environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return failed;
}

int spawn_pipes_open(struct spawn_pipes *pipes)
{
	*pipes = (struct spawn_pipes){ { -1, -1, -1 }, { -1, -1, -1 } };
	for (int i = 0; i < 3; i++) {
		int ends[2];

		if (pipe2(ends, O_CLOEXEC))
			return errno;
		pipes->theirs[i] = ends[i ? 1 : 0];
		pipes->ours[i] = ends[i ? 0 : 1];
	}
	return 0;
}

static int take_end(int *fd)
{
	int taken = *fd;

	fcntl(taken, F_SETFL, fcntl(taken, F_GETFL) | O_NONBLOCK);
	*fd = -1;
	return taken;
}

void spawn_pipes_take(struct spawn_pipes *pipes, struct spawned *spawned)
{
	spawned->in = take_end(&pipes->ours[0]);
	spawned->out = take_end(&pipes->ours[1]);
	spawned->err = take_end(&pipes->ours[2]);
}

void spawn_pipes_close(struct spawn_pipes *pipes)
{
	for (int i = 0; i < 3; i++) {
		if (pipes->theirs[i] >= 0)
			close(pipes->theirs[i]);
		if (pipes->ours[i] >= 0)
			close(pipes->ours[i]);
	}
}

/* execvpe() runs a file that is not a program with a shell. */
static void execute(const struct spawn_tied *with)
{
	char *const *env = with->env ? with->env : environ;
	const char *file = with->file ? with->file : with->argv[0];

	if (strchr(file, '/') && !with->scripts)
		execve(file, with->argv, env);
	else
		execvpe(file, with->argv, env);
}

/* In the child. Reports errno if the program cannot be executed. */
static _Noreturn void become(const struct spawn_tied *with, pid_t parent,
			     int failed)
{
	struct sigaction action = { .sa_handler = SIG_DFL };
	sigset_t none;
	int error;

	for (int number = 1; number < NSIG; number++)
		sigaction(number, &action, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (with->session)
		setsid();
	else
		setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, with->death_signal);
	/* The parent may have ended in between. */
	if (getppid() != parent)
		_exit(127);
	for (int i = 0; i < 3; i++)
		dup2(with->fds[i], i);
	if (!with->dir || !chdir(with->dir))
		execute(with);
	error = errno;
	if (write(failed, &error, sizeof(error)) < 0)
		_exit(126);
	_exit(127);
}

int spawn_tied(pid_t *pid, const struct spawn_tied *with)
{
	int failed[2], error = 0;
	pid_t parent = getpid(), child;
	ssize_t got;

	*pid = 0;
	if (pipe2(failed, O_CLOEXEC))
		return errno;
	child = fork();
	if (!child)
		become(with, parent, failed[1]);
	error = child < 0 ? errno : 0;
	close(failed[1]);
	do {
		got = error ? 0 : read(failed[0], &error, sizeof(error));
	} while (got < 0 && errno == EINTR);
	close(failed[0]);
	if (!error)
		*pid = child;
	else if (child > 0)
		waitpid(child, NULL, 0);
	return error;
}

int spawn_program(struct spawned *spawned, struct spawn_tied with)
{
	struct spawn_pipes pipes;
	int failed = spawn_pipes_open(&pipes);

	with.fds = pipes.theirs;
	if (!failed)
		failed = spawn_tied(&spawned->pid, &with);
	if (!failed)
		spawn_pipes_take(&pipes, spawned);
	spawn_pipes_close(&pipes);
	return failed;
}

void spawn_quote(struct strbuf *out, struct slice word)
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
