#ifndef JPD_TESTS_BENCH_FAKE_HOST_H
#define JPD_TESTS_BENCH_FAKE_HOST_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * A host with one or more conversations, without I/O: the plugin's output goes
 * in, the answers come out. The first has the history, which is never copied,
 * because that time would count as the plugin's.
 */
#define FAKE_HOST_MAX 8 /* conversations */

struct fake_host {
	struct slice history; /* elements of `events`; the caller's */
	struct strbuf out;    /* to the plugin, then the rest of */
	struct slice large;   /* the history, then */
	struct strbuf tail;   /* and then this */
	size_t sent;          /* bytes of `out` */
	struct strbuf line;   /* from the plugin, incomplete */
	size_t count;         /* of conversations */
	/* Of the full subscription to each, or "". */
	char sub_ids[FAKE_HOST_MAX][64];
	bool was_read; /* read_events was answered */
	bool exited;   /* `exit` came */
};

/* Its first output is the `init` line: with a pane for each of `count`. */
void fake_host_init(struct fake_host *host, struct slice history, size_t count);
void fake_host_release(struct fake_host *host);
void fake_host_take(struct fake_host *host, struct slice bytes);

/* The buffer for lines that the host should send. */
struct strbuf *fake_host_say(struct fake_host *host);
/* The bytes to write next, or empty; and how many were written. */
struct slice fake_host_front(const struct fake_host *host);
void fake_host_sent(struct fake_host *host, size_t len);

#endif
