#ifndef JPD_BASE_CLOCK_H
#define JPD_BASE_CLOCK_H

#include <stdint.h>

/* The monotonic clock: for waiting, and to measure. */
int64_t clock_now_ms(void);
int64_t clock_now_us(void);
/* The wall clock, in ms since 1970, and what to add to the monotonic one. */
int64_t clock_wall_ms(void);
int64_t clock_wall_offset_ms(void);

/*
 * For how long the machine has slept since it was started: the monotonic
 * clock stands still meanwhile. 0 where nothing tells.
 */
int64_t clock_slept_ms(void);

/* What poll() is to be given to return at `wake_ms`; -1: no end. */
int clock_poll_ms(int64_t wake_ms, int64_t now_ms);

/* The sooner of two times of which each may be -1, for never. */
static inline void sooner_ms(int64_t *wake_ms, int64_t at_ms)
{
	if (at_ms >= 0 && (*wake_ms < 0 || at_ms < *wake_ms))
		*wake_ms = at_ms;
}

#endif
