#ifndef JPD_COMMANDS_PLUGIN_DESCRIBE_H
#define JPD_COMMANDS_PLUGIN_DESCRIBE_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#include "proto/plugin-message.h"
#include "src/base/strbuf.h"
#include "src/jphost/commands/plugin-process.h"

/*
 * Asks a plugin to describe itself. The owner polls, so that many plugins can
 * be asked in parallel.
 */
struct plugin_describe {
	struct plugin_process plugin;
	const char *path; /* owned by the caller */
	struct strbuf line;
	struct plugin_message answer; /* once done, unless it failed */
	struct strbuf failed;         /* the reason, if it failed */
	int64_t end_ms;
	bool done;
};

/* Number of entries set by plugin_describe_poll(). */
#define PLUGIN_DESCRIBE_FDS 2

/* Start the plugin, which has `limit_ms` to answer. */
void plugin_describe_init(struct plugin_describe *describe, const char *path,
			  int limit_ms);
/* Mark it as not started, with the reason. */
void plugin_describe_refuse(struct plugin_describe *describe, const char *path,
			    const char *why);
/* Also kills a plugin that is still running. */
void plugin_describe_release(struct plugin_describe *describe);

void plugin_describe_poll(const struct plugin_describe *describe,
			  struct pollfd fds[PLUGIN_DESCRIBE_FDS]);
/* Read what is available, after poll(). */
void plugin_describe_ready(struct plugin_describe *describe);
/* Milliseconds to wait for it at most; 0 if it is done. */
int plugin_describe_left_ms(const struct plugin_describe *describe);

/* Ask one plugin and print its help to stdout. -1 with a sentence in `err`. */
int plugin_describe_print_help(const char *path, int limit_ms,
			       struct strbuf *err);

#endif
