#include "config.h"

#include "src/dashboard/io/host-child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wordexp.h>

#include "src/base/i18n.h"

struct child_pipes {
	int in[2], out[2], err[2];
	int failed[2]; /* carries errno if execution failed */
};

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* After fork(): only async-signal-safe functions. */
static void become(const struct child_pipes *pipes, const char *file,
		   char *const *words, pid_t parent)
{
	static const int defaults[] = { SIGINT,  SIGQUIT, SIGPIPE, SIGTERM,
					SIGHUP,  SIGTSTP, SIGTTIN, SIGTTOU,
					SIGALRM, SIGCHLD };
	struct sigaction action;
	sigset_t none;
	int error;

	memset(&action, 0, sizeof(action));
	action.sa_handler = SIG_DFL;
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof(defaults) / sizeof(defaults[0]); i++)
		sigaction(defaults[i], &action, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	setsid();
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	/* The parent may have exited in between. */
	if (getppid() != parent)
		_exit(127);
	if (dup2(pipes->in[0], 0) >= 0 && dup2(pipes->out[1], 1) >= 0 &&
	    dup2(pipes->err[1], 2) >= 0)
		execvp(file, words);
	error = errno;
	if (write(pipes->failed[1], &error, sizeof(error)) < 0)
		_exit(126);
	_exit(127);
}

static void close_pipes(struct child_pipes *pipes)
{
	close_fd(&pipes->in[0]);
	close_fd(&pipes->in[1]);
	close_fd(&pipes->out[0]);
	close_fd(&pipes->out[1]);
	close_fd(&pipes->err[0]);
	close_fd(&pipes->err[1]);
	close_fd(&pipes->failed[0]);
	close_fd(&pipes->failed[1]);
}

static int open_pipes(struct child_pipes *pipes)
{
	*pipes = (struct child_pipes){
		{ -1, -1 }, { -1, -1 }, { -1, -1 }, { -1, -1 }
	};
	/* 0 to 2 are in use, so no pipe end is one of them. */
	if (!pipe2(pipes->in, O_CLOEXEC) && !pipe2(pipes->out, O_CLOEXEC) &&
	    !pipe2(pipes->err, O_CLOEXEC) && !pipe2(pipes->failed, O_CLOEXEC))
		return 0;
	close_pipes(pipes);
	return -1;
}

static void set_nonblocking(int fd)
{
	fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

/* The result of the execution: 0, or its errno. */
static int wait_for_program(struct child_pipes *pipes)
{
	int error = 0;
	ssize_t got;

	close_fd(&pipes->failed[1]);
	do {
		got = read(pipes->failed[0], &error, sizeof(error));
	} while (got < 0 && errno == EINTR);
	return got == sizeof(error) ? error : 0;
}

static enum host_child_result start(struct host_child *child, const char *file,
				    char *const *words, struct strbuf *err)
{
	struct child_pipes pipes;
	pid_t parent = getpid(), pid;
	int error;

	if (open_pipes(&pipes)) {
		strbuf_setf(err, _("no pipe: %s"), strerror(errno));
		return HOST_CHILD_FAILED;
	}
	pid = fork();
	if (pid < 0) {
		strbuf_setf(err, _("no process: %s"), strerror(errno));
		close_pipes(&pipes);
		return HOST_CHILD_FAILED;
	}
	if (!pid)
		become(&pipes, file, words, parent);
	error = wait_for_program(&pipes);
	if (error) {
		strbuf_setf(err, _("cannot run '%s': %s"), words[0],
			    strerror(error));
		close_pipes(&pipes);
		while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
			;
		return HOST_CHILD_FAILED;
	}
	*child = (struct host_child){
		.pid = pid,
		.conn = { .in_fd = pipes.out[0], .out_fd = pipes.in[1] },
		.err_fd = pipes.err[0],
	};
	pipes.out[0] = pipes.in[1] = pipes.err[0] = -1;
	close_pipes(&pipes);
	set_nonblocking(child->conn.in_fd);
	set_nonblocking(child->conn.out_fd);
	set_nonblocking(child->err_fd);
	return HOST_CHILD_STARTED;
}

enum host_child_result host_child_start_self(struct host_child *child,
					     char *const *words,
					     struct strbuf *err)
{
	return start(child, "/proc/self/exe", words, err);
}

static enum host_child_result read_words(wordexp_t *words, const char *command,
					 struct strbuf *err)
{
	int failed = wordexp(command, words, WRDE_NOCMD);

	if (failed == WRDE_NOSPACE) {
		strbuf_setf(err, _("no memory for '%s'"), command);
		wordfree(words);
		return HOST_CHILD_FAILED;
	}
	if (failed) {
		strbuf_setf(err,
			    failed == WRDE_CMDSUB
				    ? _("no commands within commands: '%s'")
			    : failed == WRDE_BADCHAR
				    ? _("characters of a shell stand "
					"unquoted in '%s'")
				    : _("a quote is not closed in '%s'"),
			    command);
		return HOST_CHILD_WRONG;
	}
	if (words->we_wordc && *words->we_wordv[0])
		return HOST_CHILD_STARTED;
	strbuf_setf(err, _("there is no command in '%s'"), command);
	wordfree(words);
	return HOST_CHILD_WRONG;
}

int host_child_check(const char *command, struct strbuf *err)
{
	wordexp_t words;
	enum host_child_result result = read_words(&words, command, err);

	if (result == HOST_CHILD_STARTED)
		wordfree(&words);
	return result == HOST_CHILD_WRONG ? -1 : 0;
}

enum host_child_result host_child_start(struct host_child *child,
					const char *command, struct strbuf *err)
{
	wordexp_t words;
	enum host_child_result result = read_words(&words, command, err);

	if (result != HOST_CHILD_STARTED)
		return result;
	result = start(child, words.we_wordv[0], words.we_wordv, err);
	wordfree(&words);
	return result;
}

void host_child_end(struct host_child *child)
{
	connection_close(&child->conn);
	close_fd(&child->err_fd);
	if (child->pid)
		kill(-child->pid, SIGTERM);
}

void host_child_kill(struct host_child *child)
{
	if (child->pid)
		kill(-child->pid, SIGKILL);
}

bool host_child_has_ended(struct host_child *child)
{
	/* The rest of its group cannot talk to anyone. */
	if (child->pid && waitpid(child->pid, NULL, WNOHANG) == child->pid) {
		kill(-child->pid, SIGKILL);
		child->pid = 0;
	}
	return !child->pid;
}
