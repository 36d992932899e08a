#ifndef JPD_PROVIDER_PROJECTION_H
#define JPD_PROVIDER_PROJECTION_H

#include <stddef.h>

#include "proto/event.h"
#include "src/jphost/workspace/workspace.h"

/*
 * A conversation as a model is shown it: its events, decoded, with what its
 * compactions take away or put in their place. As in jp a turn begins at
 * each turn_start that is not the first event, and of several compactions of
 * a turn the latest counts, for summary, reasoning and tool calls apart.
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
