#ifndef JPD_JP_TRACE_FOLLOW_H
#define JPD_JP_TRACE_FOLLOW_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/jp/trace-line.h"

/*
 * Follows a turn of the real jp by the log that it writes: the model's output,
 * token by token, its calls, and when jp asks in its own terminal. This needs
 * no setup and changes nothing of jp's.
 */
struct trace_follow;

struct trace_follow_call {
	const char *id, *name;
	struct slice arguments; /* a raw object */
	bool asks;
};

struct trace_follow_sink {
	void *user;
	/* Receives one raw event to push: provisional until it is on disk. */
	void (*event)(void *user, struct slice event);
	/*
	 * Receives an event that says that jp asks in its own terminal. NULL if
	 * another source, which knows what and when, reports that: whoever
	 * receives the events can then answer, too.
	 */
	void (*asks)(void *user, struct slice event);
	/* jp wrote the conversation: events sent so far are stored now. */
	void (*flushed)(void *user);
	/*
	 * For a driver of jp; both may be NULL: each relevant line, and each
	 * whole call, with whether jp asks before it runs.
	 */
	void (*line)(void *user, const struct trace_line *line);
	void (*call)(void *user, const struct trace_follow_call *call);
};

/*
 * NULL if this process has no readable log. `wall_ms` is the time of the
 * events.
 */
struct trace_follow *trace_follow_open(pid_t pid, int64_t wall_ms);
void trace_follow_close(struct trace_follow *follow);
/* Append jp's resolved configuration, as it logged it; -1: unknown. */
int trace_follow_config(const struct trace_follow *follow, struct strbuf *text);
/* To poll for reading. */
int trace_follow_fd(const struct trace_follow *follow);
/* Read what is available, up to a limit; true if there is more. */
bool trace_follow_read(struct trace_follow *follow,
		       const struct trace_follow_sink *sink, int64_t wall_ms);
/* Send unstored events again, and the state, for a newcomer. */
void trace_follow_replay(const struct trace_follow *follow,
			 const struct trace_follow_sink *sink);

#endif
