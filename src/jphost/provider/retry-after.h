#ifndef JPD_PROVIDER_RETRY_AFTER_H
#define JPD_PROVIDER_RETRY_AFTER_H

#include <stdint.h>

#include "src/base/slice.h"

/* When a server allows the next request. */
struct retry_after {
	int64_t ms; /* -1: not given */
	int rank;   /* of its header: the smallest rank counts */
};

#define RETRY_AFTER_INIT \
	{                \
		-1, 0    \
	}

/*
 * Take a header of an answer. `wall_ms` is the time of day, for headers that
 * name a point in time.
 */
void retry_after_take(struct retry_after *after, struct slice name,
		      struct slice value, int64_t wall_ms);

/* The pause in an error's body, as "try again in 1m0.5s"; -1: none. */
int64_t retry_after_in_words_ms(struct slice body);

#endif
