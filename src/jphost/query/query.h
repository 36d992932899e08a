#ifndef JPD_QUERY_QUERY_H
#define JPD_QUERY_QUERY_H

#include <stdint.h>

#include "proto/event.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/workspace/workspace.h"

/* One turn in this terminal. The caller has locked the conversation. */
struct query_options {
	const struct workspace *workspace;
	const char *conversation;
	struct conversation_lock *lock;
	struct slice content;
	struct slice config; /* jp's configuration, a raw object */
	const char *provider;
	const char *model;  /* or NULL */
	int64_t timeout_ms; /* of a prompt; -1: none */
	enum fallback fallback;
};

/*
 * Run the turn: the answer goes to stdout, everything else to stderr, questions
 * are asked on the terminal, and the live socket admits watchers. Returns 0, or
 * 1 if the turn failed or was interrupted; `err` then has a sentence unless the
 * reason is already on the screen.
 */
int query_run(const struct query_options *options, struct strbuf *err);

#endif
