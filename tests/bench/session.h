#ifndef JPD_TESTS_BENCH_SESSION_H
#define JPD_TESTS_BENCH_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "src/base/strbuf.h"
#include "tests/bench/fake-host.h"

/*
 * The real program under a pty, started as jp does it: by a process that is
 * the pty's foreground group, in a group of its own. We are both the host's
 * end of the pipes and the terminal.
 */
struct session {
	pid_t parent, plugin;
	int master;
	int to_plugin, from_plugin;
	struct fake_host host;
	struct strbuf screen; /* what came out of the pty, as it is */
	size_t screen_bytes;  /* all of them since the start */
};

void session_start(struct session *s, const char *program, struct slice history,
		   size_t count, int cols, int rows);

/*
 * Move bytes until `text` has come out of the pty, and return the time at
 * which it was read; screen is emptied first. Dies after `limit_ms`.
 */
int64_t session_wait(struct session *s, const char *text, int limit_ms);
/* Move bytes for so long. */
void session_run(struct session *s, int ms);
/* What the host has to say, at once: the pipe has room for it. */
void session_send_now(struct session *s);
/* Milliseconds of a processor that the program has used. */
double session_cpu_ms(const struct session *s);
/* Voluntary context switches of all the program's threads. */
long session_wakeups(const struct session *s);
void session_stop(struct session *s);

#endif
