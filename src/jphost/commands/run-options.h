#ifndef JPD_COMMANDS_RUN_OPTIONS_H
#define JPD_COMMANDS_RUN_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "proto/event.h"
#include "src/base/strbuf.h"
#include "src/jphost/workspace/workspace.h"

/* What `run` and `serve` can be told on the command line. */
struct host_options {
	const char *dir;      /* to look for the workspace in */
	const char *silo;     /* the user's part of the workspace, or NULL */
	const char *provider; /* or NULL */
	const char *model;    /* or NULL */
	enum fallback fallback;
	int64_t timeout_ms; /* -1: prompts wait for ever */
	int verbose;
	bool strict;           /* do what jp does, and no more */
	bool quiet, json;      /* what a plugin prints */
	struct strbuf config;  /* JSON object */
	struct strbuf options; /* JSON object; empty where there are none */
};

enum host_options_result { OPTIONS_GO_ON, OPTIONS_HELP, OPTIONS_WRONG };

/*
 * Read the options in front of the other arguments; `*rest` is then the index
 * of the first of these. A mistake is told on stderr.
 */
enum host_options_result host_options_parse(struct host_options *options,
					    int argc, char **argv, int *rest);
void host_options_release(struct host_options *options);
/* Open the workspace, with jp's configuration. -1 with a sentence in `err`. */
int host_options_open(const struct host_options *options, struct workspace *ws,
		      struct strbuf *err);
/* Read a file of --config as JSON; -1 with a sentence in `err`. */
int host_options_read_config(struct strbuf *config, const char *path,
			     struct strbuf *err);
/* Seconds, with a point or without; -1 with a sentence in `err`. */
int host_options_read_timeout(int64_t *timeout_ms, const char *text,
			      struct strbuf *err);
/* The lines of a help text about them. */
void host_options_help(void);

#endif
