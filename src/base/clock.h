#ifndef JPD_BASE_CLOCK_H
#define JPD_BASE_CLOCK_H

#include <stdint.h>

/* The monotonic clock: for deadlines and measurements. */
int64_t clock_now_ms(void);
int64_t clock_now_us(void);
/* The wall clock, in ms since 1970, and its offset from the monotonic one. */
int64_t clock_wall_ms(void);
int64_t clock_wall_offset_ms(void);

/*
 * How long the machine has slept since boot, during which the monotonic clock
 * stops. 0 if the system cannot say.
 */
int64_t clock_slept_ms(void);

/* The timeout for poll() to return at `wake_ms`; -1: none. */
int clock_poll_ms(int64_t wake_ms, int64_t now_ms);

/*
 * The pause after a failure: `first_ms`, doubled for each of `earlier` failures
 * in a row, but at most `most_ms`.
 */
int64_t backoff_ms(int64_t first_ms, int64_t most_ms, int64_t earlier);

/* Lower `*wake_ms` to `at_ms`. Either may be -1, for never. */
static inline void sooner_ms(int64_t *wake_ms, int64_t at_ms)
{
	if (at_ms >= 0 && (*wake_ms < 0 || at_ms < *wake_ms))
		*wake_ms = at_ms;
}

#endif
