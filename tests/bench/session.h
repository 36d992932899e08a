#ifndef JPD_TESTS_BENCH_SESSION_H
#define JPD_TESTS_BENCH_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "src/base/strbuf.h"
#include "tests/bench/fake-host.h"

/*
 * The real program under a pty, started as by jp: by a process that is the
 * pty's foreground group, in a separate group. We are both the host's end of
 * the pipes and the terminal.
 */
struct session {
	pid_t parent, plugin;
	int master;
	int to_plugin, from_plugin;
	struct fake_host host;
	struct strbuf screen; /* raw output of the pty */
	size_t screen_bytes;  /* total since the start */
};

void session_start(struct session *s, const char *program, struct slice history,
		   size_t count, int cols, int rows);

/*
 * Move bytes until `text` was read from the pty, and return the time of that;
 * empties `screen` first. Dies after `limit_ms`.
 */
int64_t session_wait(struct session *s, const char *text, int limit_ms);
/* Move bytes for this long. */
void session_run(struct session *s, int ms);
/* Send all of the host's output at once: the pipe has room for it. */
void session_send_now(struct session *s);
/* CPU time of the program in milliseconds. */
double session_cpu_ms(const struct session *s);
/* Voluntary context switches of all the program's threads. */
long session_wakeups(const struct session *s);
void session_stop(struct session *s);

#endif
