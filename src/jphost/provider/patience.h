#ifndef JPD_PROVIDER_PATIENCE_H
#define JPD_PROVIDER_PATIENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * How long a server is waited for, and how often it is asked again:
 * plugins.command.jphost.options.
 */
struct patience {
	int64_t stall_ms;   /* no byte for so long: the answer has stalled */
	int64_t backoff_ms; /* before the first retry; then twice as long */
	int64_t retries;
};

void patience_read(struct patience *patience, struct slice config);

/*
 * The pause before the next try, after `failed` tries had failed before this
 * one. `told_ms` is what the server asked for, -1: nothing. -1: there is no
 * next try.
 */
int64_t patience_pause_ms(const struct patience *patience, int64_t failed,
			  int64_t told_ms);

/* "; try 2 of 5 in 1.5 s" */
void patience_add_try(struct strbuf *out, const struct patience *patience,
		      int64_t failed, int64_t pause_ms);

#endif
