#include "config.h"

#include "src/base/clock.h"

#include <limits.h>
#include <time.h>

static int64_t read_clock(clockid_t id, int64_t per_second)
{
	struct timespec now;

	clock_gettime(id, &now);
	return (int64_t)now.tv_sec * per_second +
	       now.tv_nsec / (1000000000 / per_second);
}

int64_t clock_now_ms(void)
{
	return read_clock(CLOCK_MONOTONIC, 1000);
}

int64_t clock_now_us(void)
{
	return read_clock(CLOCK_MONOTONIC, 1000000);
}

int64_t clock_wall_ms(void)
{
	return read_clock(CLOCK_REALTIME, 1000);
}

int64_t clock_wall_offset_ms(void)
{
	return clock_wall_ms() - clock_now_ms();
}

int64_t clock_slept_ms(void)
{
#ifdef CLOCK_BOOTTIME
	return read_clock(CLOCK_BOOTTIME, 1000) - clock_now_ms();
#else
	return 0;
#endif
}

int clock_poll_ms(int64_t wake_ms, int64_t now_ms)
{
	if (wake_ms < 0)
		return -1;
	if (wake_ms <= now_ms)
		return 0;
	return wake_ms - now_ms < INT_MAX ? (int)(wake_ms - now_ms) : INT_MAX;
}

int64_t backoff_ms(int64_t first_ms, int64_t most_ms, int64_t earlier)
{
	int64_t ms = first_ms;

	for (; earlier > 0 && ms < most_ms; earlier--)
		ms *= 2;
	return ms < most_ms ? ms : most_ms;
}
