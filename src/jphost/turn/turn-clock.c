#include "config.h"

#include "src/base/clock.h"
#include "src/jphost/turn/turn-state.h"

/* A smaller difference is not sleep: the two clocks are read in turn. */
#define SLEEP_MS 1000

const struct turn_clock turn_real_clock = {
	.wall_offset_ms = clock_wall_offset_ms,
	.slept_ms = clock_slept_ms,
};

int64_t turn_stamp_ms(const struct turn *turn, int64_t now_ms)
{
	return turn->clock ? now_ms + turn->clock->wall_offset_ms() : now_ms;
}

static int64_t slept_ms(const struct turn *turn)
{
	return turn->clock ? turn->clock->slept_ms() : 0;
}

void turn_deadline_set(const struct turn *turn, struct turn_deadline *deadline,
		       int64_t now_ms)
{
	*deadline = TURN_NO_DEADLINE;
	if (turn->timeout_ms < 0)
		return;
	deadline->at_ms = now_ms + turn->timeout_ms;
	deadline->slept_ms = slept_ms(turn);
}

bool turn_deadline_is_over(const struct turn_deadline *deadline, int64_t now_ms)
{
	return deadline->at_ms != -1 && deadline->at_ms <= now_ms;
}

bool turn_deadline_approves(const struct turn *turn,
			    const struct turn_deadline *deadline)
{
	return turn->approve_on_timeout &&
	       slept_ms(turn) - deadline->slept_ms < SLEEP_MS;
}
