#ifndef JPD_PROVIDER_RETRY_AFTER_H
#define JPD_PROVIDER_RETRY_AFTER_H

#include <stdint.h>

#include "src/base/slice.h"

/* One limit: when it is full again, and whether it is used up. */
struct retry_limit {
	int64_t reset_ms; /* -1: not given */
	bool has_left;
};

enum { RETRY_LIMITS = 4 };

/* What the headers of an answer say about the next request. */
struct retry_after {
	int64_t told_ms; /* -1: not given */
	int rank;        /* of its header: the smallest rank counts */
	struct retry_limit limits[RETRY_LIMITS];
};

void retry_after_init(struct retry_after *after);

/*
 * Take a header of an answer. `wall_ms` is the time of day, for headers that
 * name a point in time.
 */
void retry_after_take(struct retry_after *after, struct slice name,
		      struct slice value, int64_t wall_ms);

/*
 * When the server allows the next request, or -1. `words_ms` is the pause in
 * the error's body, or -1. Limits are sent with every answer, so they count
 * only if the request was refused because of one.
 */
int64_t retry_after_ms(const struct retry_after *after, int64_t words_ms,
		       bool is_limited);

/* The pause in an error's body, as "try again in 1m0.5s"; -1: none. */
int64_t retry_after_in_words_ms(struct slice body);

#endif
