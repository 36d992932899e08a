#include "config.h"

#include "tests/unit/desk-stage.h"

void desk_set_up(struct prompt_desk *desk)
{
	prompt_desk_init(desk);
	prompt_desk_open(desk, 1, false);
}

void desk_show(struct prompt_desk *desk, int64_t now_ms)
{
	prompt_desk_drawn(desk, DESK_REVISION, true, 0);
	prompt_desk_written(desk, true, false, now_ms);
}

enum desk_verdict desk_allow(struct prompt_desk *desk, size_t unseen,
			     int64_t now_ms)
{
	return prompt_desk_allow(desk, DESK_REVISION, unseen, 0, DESK_GUARD,
				 now_ms);
}

enum desk_hold desk_press(struct prompt_desk *desk, struct key key,
			  enum desk_use use, int64_t now_ms)
{
	enum desk_hold hold;

	prompt_desk_quiet(desk, DESK_GUARD, now_ms);
	prompt_desk_press(desk, key, now_ms);
	hold = prompt_desk_hold(desk, use, now_ms);
	prompt_desk_input(desk, now_ms);
	return hold;
}
