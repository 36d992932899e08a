#ifndef JPD_PROVIDER_PATIENCE_H
#define JPD_PROVIDER_PATIENCE_H

#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * How long a server is waited for, and how often it is asked again:
 * plugins.command.jphost.options, else jp's own assistant.request.
 */
struct patience {
	/*
	 * A server that is busy, loads a model or reads a long prompt sends
	 * nothing, and what it does is lost with the connection. So the first
	 * byte is waited for much longer than those behind it.
	 */
	int64_t first_ms;
	int64_t stall_ms;   /* between bytes: the answer has stalled */
	int64_t tell_ms;    /* of waiting for the first byte is told */
	int64_t backoff_ms; /* before the first retry; then twice as long */
	int64_t max_backoff_ms;
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
