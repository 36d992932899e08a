#ifndef JPD_PROVIDER_RETRY_AFTER_H
#define JPD_PROVIDER_RETRY_AFTER_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/slice.h"

/* When a server says that it may be asked again. */
struct retry_after {
	int64_t ms; /* -1: not told */
	int rank;   /* of the header that told it: the smaller counts */
};

#define RETRY_AFTER_INIT \
	{                \
		-1, 0    \
	}

/*
 * A header of an answer. `wall_ms` is the time of day, for those that name a
 * point in time.
 */
void retry_after_take(struct retry_after *after, struct slice name,
		      struct slice value, int64_t wall_ms);

/* What an error's body says, as "try again in 1m0.5s"; -1: nothing. */
int64_t retry_after_in_words_ms(struct slice body);

/* "1.5", "350ms", "6m0s", "20 seconds"; -1: none of these. */
int64_t retry_after_duration_ms(struct slice text, bool bare);

#endif
