#ifndef JPD_TRANSCRIPT_TIMELINE_H
#define JPD_TRANSCRIPT_TIMELINE_H

#include "src/store/conversation.h"
#include "ui/transcript/transcript-times.h"
#include "ui/view/canvas.h"

/*
 * The tool calls of one turn as bars over time, to show what took long and what
 * ran in parallel. Rebuilt for each frame: running calls grow.
 */
struct timeline_call {
	uint32_t id;             /* of the item */
	size_t index;            /* of the item */
	struct call_times times; /* `ended_ms` of a running one: now */
};

struct timeline {
	struct timeline_call *calls;
	size_t count, cap;
	int64_t from_ms, until_ms; /* of all bars; equal if none is known */
	bool running;              /* a call runs; the bars change with time */
};

#define TIMELINE_MAX 10000 /* calls in a turn; further ones are ignored */

void timeline_release(struct timeline *line);
/* The calls of the turn that item `index` is in. */
void timeline_make(struct timeline *line, const struct conversation *conv,
		   size_t index, int64_t now_ms);
/* The first item of the turn before or after that one; SIZE_MAX: none. */
size_t timeline_turn(const struct conversation *conv, size_t index, int step);
/*
 * One call per row, from `top` on; the last row is the scale. `selected` is the
 * index of a call in the list.
 */
void timeline_draw(const struct timeline *line, struct canvas *cv,
		   struct rect at, const struct conversation *conv, size_t top,
		   size_t selected);

#endif
