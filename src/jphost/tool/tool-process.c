#include "config.h"

#include "src/jphost/tool/tool-process.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/spawn.h"
#include "src/base/xalloc.h"

/* Without a pidfd, how often to check whether the process has exited. */
#define LOOK_MS 50
/* Bytes per read, so that other tools are not held up. */
#define READ_BYTES 65536

extern char **environ;

/* Our environment without our secrets. */
static char **tool_environment(void)
{
	static const char secret[] = "OPENAI_API_KEY=";
	size_t count = 0, kept = 0;
	char **copy;

	while (environ[count])
		count++;
	copy = xcalloc(count + 1, sizeof(*copy));
	for (size_t i = 0; i < count; i++) {
		if (strncmp(environ[i], secret, strlen(secret)) != 0)
			copy[kept++] = environ[i];
	}
	return copy;
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Kill the keeper with the rest of its group. */
static void end_keeper(pid_t *keeper, int *fd)
{
	if (*keeper > 0) {
		kill(-*keeper, SIGKILL);
		while (waitpid(*keeper, NULL, 0) < 0 && errno == EINTR)
			;
	}
	*keeper = 0;
	close_fd(fd);
}

struct tool_process *tool_process_start(char *const *argv, const char *dir,
					struct slice input, size_t max_bytes,
					int64_t deadline_ms, struct strbuf *err)
{
	char **env = tool_environment();
	struct tool_process *process;
	struct host_spawned spawned;
	int failed, keeper_fd = -1;
	pid_t keeper = host_spawn_keeper(&keeper_fd);

	failed = keeper < 0 ? errno
			    : host_spawn_in(&spawned, keeper, argv, dir, env);
	free(env);
	if (failed) {
		end_keeper(&keeper, &keeper_fd);
		strbuf_setf(err, "cannot run '%s': %s", argv[0],
			    strerror(failed));
		return NULL;
	}
	process = xcalloc(1, sizeof(*process));
	process->pid = spawned.pid;
	process->keeper = keeper;
	process->keeper_fd = keeper_fd;
	process->pidfd = (int)syscall(SYS_pidfd_open, spawned.pid, 0);
	process->in = spawned.in;
	process->out = spawned.out;
	process->err = spawned.err;
	strbuf_init(&process->input);
	strbuf_init(&process->stdout_text);
	strbuf_init(&process->stderr_text);
	strbuf_addslice(&process->input, input);
	process->max_bytes = max_bytes;
	process->deadline_ms = deadline_ms;
	return process;
}

/* The keeper was not reaped yet, so its group id cannot have been reused. */
static void kill_group(const struct tool_process *process)
{
	if (process->keeper)
		kill(-process->keeper, SIGKILL);
}

void tool_process_stop(struct tool_process *process, int64_t now_ms)
{
	if (process->pid) {
		/* The keeper blocks this signal. */
		kill(-process->keeper, SIGTERM);
		/* A stopped process must run in order to exit. */
		kill(-process->keeper, SIGCONT);
	}
	process->stopping = true;
	process->deadline_ms = now_ms + TOOL_GRACE_MS;
}

void tool_process_free(struct tool_process *process)
{
	if (!process)
		return;
	kill_group(process);
	if (process->pid)
		waitpid(process->pid, NULL, 0);
	end_keeper(&process->keeper, &process->keeper_fd);
	close_fd(&process->pidfd);
	close_fd(&process->in);
	close_fd(&process->out);
	close_fd(&process->err);
	strbuf_release(&process->input);
	strbuf_release(&process->stdout_text);
	strbuf_release(&process->stderr_text);
	free(process);
}

void tool_process_write(struct tool_process *process, struct slice text)
{
	strbuf_addslice(&process->input, text);
}

/* There is something to write, or the end of input to signal. */
static bool has_input(const struct tool_process *process)
{
	return process->input_at < process->input.len || !process->keeps_input;
}

size_t tool_process_poll(const struct tool_process *process, struct pollfd *fds)
{
	size_t count = 0;

	if (process->in >= 0 && has_input(process))
		fds[count++] = (struct pollfd){ process->in, POLLOUT, 0 };
	if (process->out >= 0)
		fds[count++] = (struct pollfd){ process->out, POLLIN, 0 };
	if (process->err >= 0)
		fds[count++] = (struct pollfd){ process->err, POLLIN, 0 };
	if (process->pidfd >= 0)
		fds[count++] = (struct pollfd){ process->pidfd, POLLIN, 0 };
	return count;
}

int64_t tool_process_wake_ms(const struct tool_process *process)
{
	if (!process->pid)
		return 0; /* there may be more to read */
	if (process->pidfd < 0 && process->look_ms < process->deadline_ms)
		return process->look_ms;
	return process->deadline_ms;
}

static void feed(struct tool_process *process)
{
	while (process->in >= 0 && has_input(process)) {
		size_t len = process->input.len - process->input_at;
		ssize_t n =
			len ? write(process->in,
				    process->input.buf + process->input_at, len)
			    : 0;

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EAGAIN)
			return;
		if (n <= 0) /* all is written, or the tool has closed it */
			close_fd(&process->in);
		else
			process->input_at += (size_t)n;
	}
}

/* Count the bytes at the end that may be the start of a character. */
static size_t open_tail(const char *text, size_t len)
{
	for (size_t back = 1; back <= 3 && back <= len; back++) {
		unsigned char c = (unsigned char)text[len - back];

		if (c >= 0xc0)
			return (c >= 0xf0   ? 4u
				: c >= 0xe0 ? 3u
					    : 2u) > back
				       ? back
				       : 0;
		if (c < 0x80)
			break;
	}
	return 0;
}

struct told {
	void (*output)(void *user, struct slice text);
	void *user;
};

/* Read and keep what fits. Returns false if there was nothing to read. */
static bool read_some(struct tool_process *process, int *fd,
		      struct strbuf *text, const struct told *told)
{
	char bytes[READ_BYTES];
	ssize_t n = read(*fd, bytes, sizeof(bytes));
	size_t from, to, room = process->max_bytes - text->len;

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return false;
	if (n <= 0) {
		close_fd(fd);
		return false;
	}
	from = text->len - open_tail(text->buf, text->len);
	if ((size_t)n > room)
		process->cut = true;
	strbuf_add(text, bytes, (size_t)n < room ? (size_t)n : room);
	to = text->len - open_tail(text->buf, text->len);
	if (to > from)
		told->output(told->user, slice_of(text->buf + from, to - from));
	return true;
}

/* Whether it has exited. If so, its group is killed and it is reaped. */
static bool has_ended(struct tool_process *process)
{
	siginfo_t info = { 0 };

	if (!process->pid)
		return true;
	if (waitid(P_PID, (id_t)process->pid, &info,
		   WEXITED | WNOHANG | WNOWAIT) ||
	    !info.si_pid)
		return false;
	kill_group(process);
	while (waitpid(process->pid, &process->status, 0) < 0 && errno == EINTR)
		;
	process->pid = 0;
	end_keeper(&process->keeper, &process->keeper_fd);
	close_fd(&process->pidfd);
	close_fd(&process->in);
	return true;
}

bool tool_process_run(struct tool_process *process, int64_t now_ms,
		      void (*output)(void *user, struct slice text), void *user)
{
	const struct told told = { output, user };
	bool ended = has_ended(process), more = false;

	process->look_ms = now_ms + LOOK_MS;
	if (!ended && now_ms >= process->deadline_ms && process->stopping) {
		process->deadline_ms = INT64_MAX;
		kill_group(process);
	} else if (!ended && now_ms >= process->deadline_ms) {
		process->timed_out = true;
		tool_process_stop(process, now_ms);
	}
	feed(process);
	if (process->out >= 0)
		more |= read_some(process, &process->out, &process->stdout_text,
				  &told);
	if (process->err >= 0)
		more |= read_some(process, &process->err, &process->stderr_text,
				  &told);
	/* After the exit, the pipes hold all output that there will be. */
	return !ended || more;
}
