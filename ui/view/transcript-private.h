#ifndef JPD_VIEW_TRANSCRIPT_PRIVATE_H
#define JPD_VIEW_TRANSCRIPT_PRIVATE_H

#include "ui/view/transcript-cache.h"
#include "ui/view/transcript.h"

/* Between the files of transcript*.c only. */

/* A row of an item. */
struct place {
	size_t item; /* its index */
	size_t row;  /* of what is shown of it */
};

enum {
	NEARBY = 32, /* items remembered around the window's first */
};

/* What was at the end when the person left it. */
struct last_seen {
	uint32_t id;
	size_t bytes; /* of its live text */
	size_t index;
};

struct transcript {
	struct transcript_cache cache;
	const struct conversation *conv; /* of the last layout */
	char *conv_id;                   /* whose place is kept */
	int conv_host;
	int cols, rows;
	int64_t now_ms;

	/* The window's first row; where `follow` is set, found anew. */
	uint32_t top_id;
	struct place top;
	size_t top_mark; /* transcript_item_mark(), for another width */
	bool has_mark;
	bool follow;
	struct last_seen seen;
	/* In case the item goes: those behind it, then those before. */
	uint32_t nearby[2 * NEARBY];
	size_t nearby_count;

	uint32_t selected; /* an item's id, or 0 */

	struct place *lines; /* what the window shows */
	int line_count, line_cap;
};

struct transcript_item *transcript_item_at(struct transcript *view,
					   size_t index);

#endif
