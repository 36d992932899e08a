#ifndef JPD_JP_JP_RUN_H
#define JPD_JP_JP_RUN_H

#include <stdbool.h>

#include "src/base/strbuf.h"

/* Runs a `jp query` in our own terminal. */
struct jp_run_options {
	char *const *argv; /* jp's, terminated by NULL */
	bool headless;     /* no user: only watchers are asked */
	int edit;          /* of jp_edit_open() for its editor, or -1 */
};

/*
 * Run it until it exits; `*status` is that of wait(). -1 with a sentence.
 * Returns 0 with a sentence if jp reported why it failed, but nobody saw it.
 */
int jp_run(const struct jp_run_options *options, int *status,
	   struct strbuf *err);

#endif
