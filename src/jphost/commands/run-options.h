#ifndef JPD_COMMANDS_RUN_OPTIONS_H
#define JPD_COMMANDS_RUN_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "proto/event.h"
#include "src/base/strbuf.h"
#include "src/jphost/workspace/workspace.h"

/* The command-line options of `run` and `serve`. */
struct run_options {
	const char *dir;      /* where to look for the workspace */
	const char *silo;     /* the user's part of it, or NULL */
	const char *provider; /* or NULL */
	const char *model;    /* or NULL */
	enum fallback fallback;
	bool fallback_given;
	int64_t timeout_ms; /* -1: prompts wait forever */
	int verbose;
	bool strict;           /* do exactly what jp does */
	bool quiet, json;      /* for a plugin's output */
	struct strbuf config;  /* JSON object */
	struct strbuf options; /* JSON object, or empty */
};

enum run_options_result { OPTIONS_GO_ON, OPTIONS_HELP, OPTIONS_WRONG };

/*
 * Read the options before the other arguments; sets `*rest` to the index of the
 * first of these. Errors are reported on stderr.
 */
enum run_options_result run_options_parse(struct run_options *options, int argc,
					  char **argv, int *rest);
void run_options_release(struct run_options *options);
/* Open the workspace with jp's configuration. -1 with a sentence in `err`. */
int run_options_open(const struct run_options *options, struct workspace *ws,
		     struct strbuf *err);
/* Read the file of --config as JSON; -1 with a sentence in `err`. */
int run_options_read_config(struct strbuf *config, const char *path,
			    struct strbuf *err);
/* Parse seconds, with or without a fraction; -1 with a sentence in `err`. */
int run_options_read_timeout(int64_t *timeout_ms, const char *text,
			     struct strbuf *err);
/* Print the lines about them for a help text. */
void run_options_help(void);

#endif
