#ifndef JPD_COMMANDS_PLUGIN_DESCRIBE_H
#define JPD_COMMANDS_PLUGIN_DESCRIBE_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#include "proto/plugin-message.h"
#include "src/base/strbuf.h"
#include "src/jphost/commands/plugin-process.h"

/*
 * A plugin that is asked what it is. Its owner polls, so that many are asked
 * at once.
 */
struct host_describe {
	struct host_plugin plugin;
	const char *path; /* the owner's */
	struct strbuf line;
	struct plugin_message answer; /* once it is done, if `failed` is not */
	struct strbuf failed;         /* why there is none */
	int64_t end_ms;
	bool done;
};

/* How many entries host_describe_poll() makes. */
#define HOST_DESCRIBE_FDS 2

/* Start it; it has `limit_ms` for its answer. */
void host_describe_init(struct host_describe *describe, const char *path,
			int limit_ms);
/* It is not started, and this is why. */
void host_describe_refuse(struct host_describe *describe, const char *path,
			  const char *why);
/* Kills one that still runs. */
void host_describe_release(struct host_describe *describe);

void host_describe_poll(const struct host_describe *describe,
			struct pollfd fds[HOST_DESCRIBE_FDS]);
/* Take what is there, after poll(). */
void host_describe_ready(struct host_describe *describe);
/* Milliseconds to wait for it at most; 0 where it is done. */
int host_describe_left_ms(const struct host_describe *describe);

/* Ask one, and print its help to stdout. -1 with a sentence in `err`. */
int host_describe_print_help(const char *path, int limit_ms,
			     struct strbuf *err);

#endif
