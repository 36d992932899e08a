#ifndef JPD_PROVIDER_PATIENCE_H
#define JPD_PROVIDER_PATIENCE_H

#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * How long to wait for a server, and how often to retry: from
 * plugins.command.jphost.options, else jp's own assistant.request.
 */
struct patience {
	/*
	 * A server that is busy, loads a model or reads a long prompt sends
	 * nothing, and its work is lost if we disconnect. So the first byte may
	 * take much longer than the bytes after it.
	 */
	int64_t first_ms;
	int64_t stall_ms;   /* longest silence between bytes */
	int64_t tell_ms;    /* when to report that we wait for the first byte */
	int64_t backoff_ms; /* before the first retry; doubles with each */
	int64_t max_backoff_ms;
	int64_t retries;
};

void patience_read(struct patience *patience, struct slice config);

/*
 * The pause before the next try, if `failed` tries have failed before this one.
 * `told_ms` is the server's request, or -1. Returns -1 if there is no next try.
 */
int64_t patience_pause_ms(const struct patience *patience, int64_t failed,
			  int64_t told_ms);

/* Append "; it asks for a pause of 2 h" if that is why there is no next try. */
void patience_add_too_long(struct strbuf *out, int64_t told_ms);

/* Append "; try 2 of 5 in 1.5 s". */
void patience_add_try(struct strbuf *out, const struct patience *patience,
		      int64_t failed, int64_t pause_ms);

#endif
