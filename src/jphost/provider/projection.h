#ifndef JPD_PROVIDER_PROJECTION_H
#define JPD_PROVIDER_PROJECTION_H

#include <stddef.h>

#include "proto/event.h"
#include "src/jphost/workspace/workspace.h"

/*
 * A conversation as it is presented to a model: its decoded events, without
 * what its compactions remove, and with their replacements. As in jp, a turn
 * begins at each turn_start except a first event. Of several compactions of a
 * turn the latest counts, separately for summary, reasoning and tool calls.
 */
struct projected {
	struct event event;
	struct slice kept; /* metadata.jphost: raw object, or empty */
	size_t turn;
};

struct projection {
	struct projected *events;
	size_t count, cap;
	size_t last_turn;
};

/* `history` must outlive it. */
void projection_make(struct projection *projection,
		     const struct history *history);
void projection_release(struct projection *projection);

#endif
