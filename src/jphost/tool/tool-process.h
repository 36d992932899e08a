#ifndef JPD_TOOL_TOOL_PROCESS_H
#define JPD_TOOL_TOOL_PROCESS_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * A tool that runs: its own process group, which ends with us whatever ends
 * us, its arguments on stdin, what it
 * writes kept up to a limit. Its owner polls.
 */
struct tool_process {
	pid_t pid;    /* 0: it has ended, and was waited for */
	int pidfd;    /* -1 where the system has none */
	pid_t keeper; /* leads the group; 0: it was waited for */
	int keeper_fd;
	int in, out, err;
	struct strbuf input;
	size_t input_at;
	bool keeps_input; /* more may come: tool_process_write() */
	struct strbuf stdout_text, stderr_text;
	size_t max_bytes; /* of each; the rest is read and dropped */
	bool cut;
	int64_t deadline_ms;
	bool stopping;   /* it was told to end; at the deadline it is killed */
	int64_t look_ms; /* without a pidfd: when to see if it has ended */
	bool timed_out;
	int status; /* of waitpid(), once it has ended */
};

/* From SIGTERM to SIGKILL. */
#define TOOL_GRACE_MS 2000

/* The descriptors that one polls at most. */
#define TOOL_PROCESS_FDS 4

/* NULL with a sentence in `err` where it cannot be started. */
struct tool_process *tool_process_start(char *const *argv, const char *dir,
					struct slice input, size_t max_bytes,
					int64_t deadline_ms,
					struct strbuf *err);
/* Tell its group to end. It has TOOL_GRACE_MS, then it is killed. */
void tool_process_stop(struct tool_process *process, int64_t now_ms);
/* Kills its group where it still runs. */
void tool_process_free(struct tool_process *process);

/* More for its stdin, which is kept open for it. */
void tool_process_write(struct tool_process *process, struct slice text);

size_t tool_process_poll(const struct tool_process *process,
			 struct pollfd *fds);
/* When to run it, whatever was polled. */
int64_t tool_process_wake_ms(const struct tool_process *process);
/*
 * Move bytes; `output` is called with what it wrote, text in whole
 * characters. False once it has ended and everything was read.
 */
bool tool_process_run(struct tool_process *process, int64_t now_ms,
		      void (*output)(void *user, struct slice text),
		      void *user);

#endif
