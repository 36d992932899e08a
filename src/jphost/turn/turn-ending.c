#include "config.h"

#include "src/jphost/turn/turn-ending.h"

#include "src/base/clock.h"
#include "src/base/xalloc.h"
#include "src/jphost/turn/turn-state.h"

/*
 * Tools that were told to exit: they have a grace period to clean up, then they
 * are killed. The turn waits for them, because nothing of it may run on after
 * its end.
 */

void turn_ending_add(struct turn *turn, struct tool_process *process,
		     int64_t now_ms)
{
	if (!process)
		return;
	if (turn->leaving_count == ARRAY_SIZE(turn->leaving)) {
		tool_process_free(process);
		return;
	}
	tool_process_stop(process, now_ms);
	turn->leaving[turn->leaving_count++] = process;
}

/* Output at this point is not used. */
static void ignore(void *user, struct slice text)
{
	(void)user;
	(void)text;
}

bool turn_ending_run(struct turn *turn, int64_t now_ms)
{
	size_t kept = 0;

	for (size_t i = 0; i < turn->leaving_count; i++) {
		struct tool_process *process = turn->leaving[i];

		if (tool_process_run(process, now_ms, ignore, NULL))
			turn->leaving[kept++] = process;
		else
			tool_process_free(process);
	}
	turn->leaving_count = kept;
	return !kept;
}

int64_t turn_ending_wake_ms(const struct turn *turn)
{
	int64_t wake_ms = -1;

	for (size_t i = 0; i < turn->leaving_count; i++)
		sooner_ms(&wake_ms, tool_process_wake_ms(turn->leaving[i]));
	return wake_ms;
}

size_t turn_ending_poll(const struct turn *turn, struct pollfd *fds, size_t max)
{
	size_t count = 0;

	for (size_t i = 0; i < turn->leaving_count; i++) {
		if (count + TOOL_PROCESS_FDS <= max)
			count += tool_process_poll(turn->leaving[i],
						   fds + count);
	}
	return count;
}

void turn_ending_kill(struct turn *turn)
{
	for (size_t i = 0; i < turn->leaving_count; i++)
		tool_process_free(turn->leaving[i]);
	turn->leaving_count = 0;
}

void turn_ending_wait(struct turn *turn)
{
	struct pollfd fds[TURN_FDS_MAX];
	int64_t now_ms = clock_now_ms();

	for (size_t i = 0; i < turn->call_count; i++) {
		turn_ending_add(turn, turn->calls[i].process, now_ms);
		turn->calls[i].process = NULL;
	}
	turn_background_release(turn, now_ms);
	/* The limit of each tool is enforced by tool_process_run(). */
	while (!turn_ending_run(turn, now_ms)) {
		int64_t wait_ms = turn_ending_wake_ms(turn) - now_ms;
		size_t count = turn_ending_poll(turn, fds, TURN_FDS_MAX);

		if (wait_ms > 0)
			poll(fds, count,
			     wait_ms < TOOL_GRACE_MS ? (int)wait_ms
						     : TOOL_GRACE_MS);
		now_ms = clock_now_ms();
	}
}
