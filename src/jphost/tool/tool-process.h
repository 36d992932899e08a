#ifndef JPD_TOOL_TOOL_PROCESS_H
#define JPD_TOOL_TOOL_PROCESS_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Processes that tools have left in other sessions, each with the keeper of its
 * tool (keeper.h). tool_left_release() kills them.
 */
#define TOOL_LEFT_MAX 32

struct tool_left {
	int fds[TOOL_LEFT_MAX];
	size_t count;
};

void tool_left_release(struct tool_left *left);

/*
 * A running tool: a process group of its own, which is killed however we exit,
 * with its arguments on stdin and its output kept up to a limit. The owner
 * polls.
 */
struct tool_process {
	bool running;
	int keeper; /* -1: it has exited and left nothing */
	struct tool_left *left;
	int in, out, err;
	struct strbuf input;
	size_t input_at;
	bool keeps_input; /* more may come: tool_process_write() */
	struct strbuf stdout_text, stderr_text;
	size_t max_bytes; /* of each; the rest is read and dropped */
	bool cut;
	int64_t deadline_ms;
	bool stopping; /* it was told to exit; killed at the deadline */
	bool timed_out;
	int status; /* from waitpid(), once it has exited */
};

/* From SIGTERM to SIGKILL. */
#define TOOL_GRACE_MS 2000

/* The most descriptors to poll for one tool. */
#define TOOL_PROCESS_FDS 4

/*
 * Start a tool; `left` must outlive it. NULL with a sentence in `err` if that
 * fails.
 */
struct tool_process *tool_process_start(char *const *argv, const char *dir,
					struct slice input, size_t max_bytes,
					int64_t deadline_ms,
					struct tool_left *left,
					struct strbuf *err);
/* Tell its group to exit. It is killed after TOOL_GRACE_MS. */
void tool_process_stop(struct tool_process *process, int64_t now_ms);
/* Also kills its group if that is still running. */
void tool_process_free(struct tool_process *process);

/* Write more to its stdin, which is kept open for that. */
void tool_process_write(struct tool_process *process, struct slice text);

size_t tool_process_poll(const struct tool_process *process,
			 struct pollfd *fds);
/* When to call tool_process_run(), even if no descriptor is ready. */
int64_t tool_process_wake_ms(const struct tool_process *process);
/*
 * Transfer data; `output` is called with the tool's output, in whole
 * characters. False once it has exited and everything was read.
 */
bool tool_process_run(struct tool_process *process, int64_t now_ms,
		      void (*output)(void *user, struct slice text),
		      void *user);

#endif
