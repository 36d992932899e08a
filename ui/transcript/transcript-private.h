#ifndef JPD_TRANSCRIPT_TRANSCRIPT_PRIVATE_H
#define JPD_TRANSCRIPT_TRANSCRIPT_PRIVATE_H

#include "ui/transcript/transcript-cache.h"
#include "ui/transcript/transcript-filter.h"
#include "ui/transcript/transcript.h"

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

/* A match in a drawn row, in cells from the item's left edge. */
struct transcript_mark {
	size_t row; /* as shown */
	int x, cols;
	bool here; /* the one that the person went to */
};

/* Where the match begins that the person went to, as it was drawn then. */
struct transcript_here {
	uint32_t id; /* 0: none */
	uint32_t revision;
	int cols;
	size_t row, byte;
};

/* How many items are hidden, and what of all was counted. */
struct transcript_hidden_count {
	size_t count;
	const struct conversation *conv;
	uint64_t changes, revision, found;
};

/* Lines that are selected, from one end to the other. */
struct line_place {
	uint32_t id;   /* of the item */
	uint32_t line; /* of its source */
};

struct line_range {
	bool active;
	bool lost; /* it was, and an end of it went */
	struct line_place fixed, moving;
};

/* The same in the order of the conversation. */
struct lines_span {
	size_t first, end; /* items; the end is the last one */
	uint32_t line;     /* of the first */
	uint32_t last;     /* of the end */
};

struct transcript {
	struct transcript_cache cache;
	const struct conversation *conv; /* of the last layout */
	char *conv_id;                   /* whose place is kept */
	int conv_host;
	uint64_t laid_out; /* its revision then */
	int cols, rows;
	int64_t now_ms;

	/* The window's first row; where `follow` is set, found anew. */
	uint32_t top_id;
	struct place top;
	size_t top_mark; /* transcript_item_mark(), for another width */
	bool at_start;   /* and stays, though items come before it */
	bool has_mark;
	bool follow;
	struct last_seen seen;
	/* In case the item goes: those behind it, then those before. */
	uint32_t nearby[2 * NEARBY];
	size_t nearby_count;

	uint32_t selected; /* an item's id, or 0 */
	struct line_range range;

	struct place *lines; /* what the window shows */
	int line_count, line_cap;

	struct regex *marked; /* somebody else's, or NULL */
	struct transcript_here here;
	struct transcript_mark *marks; /* of the item that is being drawn */
	size_t mark_count, mark_cap;
	int give_ups; /* of this frame's marks */

	struct transcript_filter filter;
	uint64_t filter_changes;
	struct transcript_hidden_count hidden;
};

static inline bool transcript_is_before(struct place a, struct place b)
{
	return a.item < b.item || (a.item == b.item && a.row < b.row);
}

/*
 * Before anything moves: false where there is nothing to move in. What came
 * since the last layout is laid out first, for places are counted in items.
 */
bool transcript_is_ready(struct transcript *view);
size_t transcript_height(struct transcript *view, size_t index);
/* `rows` up from `at`, at most to the start. */
struct place transcript_up(struct transcript *view, struct place at,
			   size_t rows);
/* `rows` down from `at`, at most to behind the end. */
struct place transcript_down(struct transcript *view, struct place at,
			     size_t rows);
/* Do not follow the end from now on. */
void transcript_hold(struct transcript *view);
/* Put a row at the window's top; where the end shows then, follow it, but
 * not while lines are selected. */
void transcript_go(struct transcript *view, struct place top);
/* Whether some of an item shows. */
bool transcript_shows(const struct transcript *view, uint32_t id);
/* Take a selection along that left the window. */
void transcript_drag_selection(struct transcript *view, bool down);
void transcript_leave_selection(struct transcript *view);
/* Items were folded or hidden: keep the place and fill the window anew. */
void transcript_heights_changed(struct transcript *view);
/* Show a row; where it does not show, `above` rows below the top. */
void transcript_show_row(struct transcript *view, struct place at,
			 size_t above);
/* Fill `marks` for rows [first, end) of an item. */
void transcript_find_marks(struct transcript *view,
			   const struct transcript_item *it, size_t first,
			   size_t end);

/* False where an end of the selection is gone. */
bool transcript_lines_span(struct transcript *view, struct lines_span *span);
/* Whether row `row` of an item, as shown, is in it. */
bool transcript_lines_has(const struct transcript_item *it, size_t index,
			  size_t row, const struct lines_span *span);
/* End a selection whose lines went away. */
void transcript_lines_check(struct transcript *view);

/*
 * What the turn of a request took, each part with a dot behind it; nothing
 * while it runs, and for what was said in its middle.
 */
void transcript_add_turn(struct strbuf *out, const struct conversation *conv,
			 size_t index);

struct transcript_item *transcript_item_at(struct transcript *view,
					   size_t index);

#endif
