#ifndef JPD_JP_JP_RUN_H
#define JPD_JP_JP_RUN_H

#include <stdbool.h>

#include "src/base/strbuf.h"

/* A `jp query` on a terminal of ours. */
struct jp_run_options {
	char *const *argv; /* jp's, NULL behind the last */
	bool headless;     /* nobody sits before it: what it asks is asked of
			    * those who watch */
	const char *edit;  /* the file that its editor takes arguments from, or
			    * NULL: it has another one */
};

/*
 * Run it to its end, and how it ended as wait() says. -1 with a sentence; 0 with
 * one where jp, of which nobody saw anything, told why it failed.
 */
int jp_run(const struct jp_run_options *options, int *status,
	   struct strbuf *err);

#endif
