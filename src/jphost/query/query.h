#ifndef JPD_QUERY_QUERY_H
#define JPD_QUERY_QUERY_H

#include <stdint.h>

#include "proto/event.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/workspace/workspace.h"

/* One turn in this terminal. The conversation is locked by the caller. */
struct query_options {
	const struct workspace *workspace;
	const char *conversation;
	struct slice content;
	struct slice config; /* jp's, a raw object */
	const char *provider;
	const char *model;  /* or NULL */
	int64_t timeout_ms; /* of a prompt; -1: waits for ever */
	enum fallback fallback;
};

/*
 * Run it, with its events on stdout, questions asked on a terminal, and
 * watchers let in by the live socket. 0, or 1 where it failed or was
 * interrupted; where that is not on the screen yet, with a sentence in `err`.
 */
int query_run(const struct query_options *options, struct strbuf *err);

#endif
