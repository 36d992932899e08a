#ifndef JPD_BASE_CLOCK_H
#define JPD_BASE_CLOCK_H

#include <stdint.h>

/* The monotonic clock: for waiting, and to measure. */
int64_t clock_now_ms(void);
int64_t clock_now_us(void);
/* The wall clock, in ms since 1970, and what to add to the monotonic one. */
int64_t clock_wall_ms(void);
int64_t clock_wall_offset_ms(void);

#endif
