#include "config.h"

#include "src/jphost/tool/tool-process.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/keeper.h"
#include "src/base/xalloc.h"

/* How long to wait for the end of a process that was killed. */
#define KILL_WAIT_MS 1000
/* Bytes per read, so that other tools are not held up. */
#define READ_BYTES 65536

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void tool_left_release(struct tool_left *left)
{
	while (left->count)
		close(left->fds[--left->count]);
}

/* If there are too many, the oldest is killed. */
static void keep_left(struct tool_left *left, int keeper)
{
	if (left->count == TOOL_LEFT_MAX) {
		close(left->fds[0]);
		memmove(left->fds, left->fds + 1,
			--left->count * sizeof(*left->fds));
	}
	left->fds[left->count++] = keeper;
}

struct tool_process *tool_process_start(char *const *argv, const char *dir,
					struct slice input, size_t max_bytes,
					int64_t deadline_ms,
					struct tool_left *left,
					struct strbuf *err)
{
	struct tool_process *process;
	struct spawned spawned;
	int keeper, failed = keeper_start(&keeper, &spawned, argv, dir);

	if (failed) {
		strbuf_setf(err, "cannot run '%s': %s", argv[0],
			    strerror(failed));
		return NULL;
	}
	process = xcalloc(1, sizeof(*process));
	process->running = true;
	process->keeper = keeper;
	process->left = left;
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

void tool_process_stop(struct tool_process *process, int64_t now_ms)
{
	if (process->running)
		keeper_stop(process->keeper);
	process->stopping = true;
	process->deadline_ms = now_ms + TOOL_GRACE_MS;
}

/* Kill the tool and wait a moment, so that it does not outlive its owner. */
static void end_now(const struct tool_process *process)
{
	struct pollfd news = { process->keeper, POLLIN, 0 };

	keeper_kill(process->keeper);
	poll(&news, 1, KILL_WAIT_MS);
}

void tool_process_free(struct tool_process *process)
{
	if (!process)
		return;
	if (process->running)
		end_now(process);
	close_fd(&process->keeper);
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
	if (process->running)
		fds[count++] = (struct pollfd){ process->keeper, POLLIN, 0 };
	return count;
}

int64_t tool_process_wake_ms(const struct tool_process *process)
{
	/* There may be more to read. */
	return process->running ? process->deadline_ms : 0;
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

/* Whether it has exited, and its group with it. */
static bool has_ended(struct tool_process *process)
{
	enum keeper_news news = KEEPER_NOTHING;

	if (process->running)
		news = keeper_news(process->keeper, &process->status);
	if (process->running && news == KEEPER_NOTHING)
		return false;
	if (news == KEEPER_LOST)
		process->status = SIGKILL;
	if (news == KEEPER_LEFT) {
		keep_left(process->left, process->keeper);
		process->keeper = -1;
	}
	process->running = false;
	close_fd(&process->keeper);
	close_fd(&process->in);
	return true;
}

bool tool_process_run(struct tool_process *process, int64_t now_ms,
		      void (*output)(void *user, struct slice text), void *user)
{
	const struct told told = { output, user };
	bool ended = has_ended(process), more = false;

	if (!ended && now_ms >= process->deadline_ms && process->stopping) {
		process->deadline_ms = INT64_MAX;
		keeper_kill(process->keeper);
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
