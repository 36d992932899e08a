#ifndef JPD_JP_TRACE_FOLLOW_H
#define JPD_JP_TRACE_FOLLOW_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/jp/trace-line.h"

/*
 * A turn of the real jp, followed by the log that it writes: what the model
 * says, token by token, its calls, and that jp asks in its own terminal.
 * Nothing is set up for it, and nothing of jp is touched.
 */
struct trace_follow;

struct trace_follow_call {
	const char *id, *name;
	struct slice arguments; /* a raw object */
	bool asks;
};

struct trace_follow_sink {
	void *user;
	/* One raw event, to be pushed: provisional until it is on disk. */
	void (*event)(void *user, struct slice event);
	/* Likewise: that jp asks in its own terminal. NULL: somebody else, who
	 * knows what and when, says so. */
	void (*asks)(void *user, struct slice event);
	/* jp wrote the conversation: what was told is stored now. */
	void (*flushed)(void *user);
	/* What it asks can be answered where this is told. */
	bool answers;
	/* For one who answers; may be NULL: each line as it counts, and a whole
	 * call, with whether jp asks before it is run. */
	void (*line)(void *user, const struct trace_line *line);
	void (*call)(void *user, const struct trace_follow_call *call);
};

/* NULL where this process has no log that can be read. `wall_ms` is what
 * events get as their time. */
struct trace_follow *trace_follow_open(pid_t pid, int64_t wall_ms);
void trace_follow_close(struct trace_follow *follow);
/* Append jp's configuration, as it says that it resolved it; -1: not known. */
int trace_follow_config(const struct trace_follow *follow, struct strbuf *text);
/* To poll for reading. */
int trace_follow_fd(const struct trace_follow *follow);
/* Read what there is, a bounded share of it; true where there is more. */
bool trace_follow_read(struct trace_follow *follow,
		       const struct trace_follow_sink *sink, int64_t wall_ms);
/* That again, and the state, for one that comes late. */
void trace_follow_replay(const struct trace_follow *follow,
			 const struct trace_follow_sink *sink);

#endif
