#ifndef JPD_TESTS_BENCH_FAKE_HOST_H
#define JPD_TESTS_BENCH_FAKE_HOST_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * A host with one conversation or more, without I/O: what the plugin wrote
 * goes in, the answers come out. The first has the history, which is never
 * copied, for its time would be taken for the plugin's.
 */
#define FAKE_HOST_MAX 8 /* conversations */

struct fake_host {
	struct slice history; /* elements of `events`; the caller's */
	struct strbuf out;    /* to the plugin, then what is left of */
	struct slice large;   /* the history, then */
	struct strbuf tail;   /* this */
	size_t sent;          /* bytes of `out` */
	struct strbuf line;   /* from the plugin, not complete */
	size_t count;         /* of conversations */
	/* Of the subscription to all of each, or "". */
	char sub_ids[FAKE_HOST_MAX][64];
	bool was_read; /* read_events was answered */
	bool exited;   /* `exit` came */
};

/* What it has to say first is the `init` line: a pane for each of `count`. */
void fake_host_init(struct fake_host *host, struct slice history, size_t count);
void fake_host_release(struct fake_host *host);
void fake_host_take(struct fake_host *host, struct slice bytes);

/* Where lines that the host is to say are added. */
struct strbuf *fake_host_say(struct fake_host *host);
/* What is to be written next, empty where nothing is; that it was. */
struct slice fake_host_front(const struct fake_host *host);
void fake_host_sent(struct fake_host *host, size_t len);

#endif
