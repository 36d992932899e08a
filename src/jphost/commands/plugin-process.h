#ifndef JPD_COMMANDS_PLUGIN_PROCESS_H
#define JPD_COMMANDS_PLUGIN_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "src/base/strbuf.h"

/* A plugin's process, started as jp does. */
struct plugin_process {
	pid_t pid;  /* 0 once it was reaped */
	int to;     /* its stdin */
	int from;   /* its stdout */
	int err;    /* its stderr */
	int status; /* from waitpid(), once pid is 0 */
};

#define PLUGIN_PROCESS_INIT      \
	{                        \
		0, -1, -1, -1, 0 \
	}

/* Directories to search for plugins; the first that has one wins. */
struct plugin_dirs {
	char **dirs;
	size_t count, cap;
};

/* Beside this program, in <user_data>/plugins/command, in $PATH. */
void plugin_dirs_init(struct plugin_dirs *dirs, const char *user_data);
void plugin_dirs_release(struct plugin_dirs *dirs);
/* `dir`/`file`, to free(), if that is a program; else NULL. */
char *plugin_process_in(const char *dir, const char *file);

/*
 * The path of a plugin, to free(): `name` itself if it has a slash, else
 * `jp-<name>` in the first of these directories. NULL with a sentence in `err`.
 */
char *plugin_process_find(const char *name, const char *user_data,
			  struct strbuf *err);

/*
 * Start it with three pipes (our ends are nonblocking), in its own process
 * group, with default signal handling. -1 with a sentence in `err`.
 */
int plugin_process_start(struct plugin_process *plugin, const char *path,
			 struct strbuf *err);
/* Whether it has exited; does not block. */
bool plugin_process_has_ended(struct plugin_process *plugin);
/* Kill it, and the rest of its group. */
void plugin_process_kill(struct plugin_process *plugin);
/* Close our ends; kills and reaps it if it is still running. */
void plugin_process_release(struct plugin_process *plugin);

/* Close one of our ends, if it is open. */
void plugin_process_close(int *fd);

#endif
