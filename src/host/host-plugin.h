#ifndef JPD_HOST_HOST_PLUGIN_H
#define JPD_HOST_HOST_PLUGIN_H

#include <stdbool.h>
#include <sys/types.h>

#include "src/base/strbuf.h"

/* A plugin's process, started as jp does it. */
struct host_plugin {
	pid_t pid;  /* 0 once it was waited for */
	int to;     /* its stdin */
	int from;   /* its stdout */
	int err;    /* its stderr */
	int status; /* of waitpid(), once pid is 0 */
};

#define HOST_PLUGIN_INIT         \
	{                        \
		0, -1, -1, -1, 0 \
	}

/*
 * The path of a plugin, to free(): `name` itself where it has a slash, else
 * `jp-<name>` beside this program, in <user_data>/plugins/command, and in
 * $PATH. NULL with a sentence in `err`.
 */
char *host_plugin_find(const char *name, const char *user_data,
		       struct strbuf *err);

/*
 * Start it: three pipes (ours do not block), a process group of its own, all
 * signals as they are by default. -1 with a sentence in `err`.
 */
int host_plugin_start(struct host_plugin *plugin, const char *path,
		      struct strbuf *err);
/* Whether it has ended; does not wait. */
bool host_plugin_has_ended(struct host_plugin *plugin);
/* Kill it, and what is left of its group. */
void host_plugin_kill(struct host_plugin *plugin);
/* Close our ends; kills and waits for one that still runs. */
void host_plugin_release(struct host_plugin *plugin);

/*
 * Ask it what it is and print its help to stdout. -1 with a sentence. It has
 * `limit_ms` for its answer.
 */
int host_plugin_print_help(const char *path, int limit_ms, struct strbuf *err);

#endif
