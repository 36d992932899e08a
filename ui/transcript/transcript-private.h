#ifndef JPD_TRANSCRIPT_TRANSCRIPT_PRIVATE_H
#define JPD_TRANSCRIPT_TRANSCRIPT_PRIVATE_H

#include "ui/transcript/transcript-cache.h"
#include "ui/transcript/transcript-filter.h"
#include "ui/transcript/transcript.h"

/* Private to transcript*.c. */

/* A row of an item. */
struct place {
	size_t item; /* its index */
	size_t row;  /* of its visible rows */
};

enum {
	NEARBY = 32, /* items remembered around the window's first */
};

/* What was last when the user left the end. */
struct last_seen {
	uint32_t id;
	size_t bytes; /* of its live text */
	size_t index;
};

/* A match in a drawn row, in cells from the item's left edge. */
struct transcript_mark {
	size_t row; /* as shown */
	int x, cols;
	bool here; /* the user's current match */
};

/* Start of the user's current match, as it was drawn then. */
struct transcript_here {
	uint32_t id; /* 0: none */
	uint32_t revision;
	int cols;
	size_t row, byte;
};

/* How many items are hidden, and for which state they were counted. */
struct transcript_hidden_count {
	size_t count;
	const struct conversation *conv;
	uint64_t changes, revision, found;
};

/* The selected lines, from one end to the other. */
struct line_place {
	uint32_t id;   /* of the item */
	uint32_t line; /* of its source */
};

struct line_range {
	bool active;
	bool lost; /* it was, but an end disappeared */
	struct line_place fixed, moving;
};

/* The same in conversation order. */
struct lines_span {
	size_t first, end; /* items; `end` is the last one */
	uint32_t line;     /* of the first */
	uint32_t last;     /* of the last */
};

struct transcript {
	struct transcript_cache cache;
	const struct conversation *conv; /* of the last layout */
	char *conv_id;                   /* whose position is kept */
	int conv_host;
	uint64_t laid_out; /* its revision then */
	int cols, rows;
	int64_t now_ms;

	/* The window's first row; recomputed if `follow` is set. */
	uint32_t top_id;
	struct place top;
	size_t top_mark; /* transcript_item_mark(), for another width */
	bool at_start;   /* and stays there, although items come before it */
	bool has_mark;
	bool follow;
	struct last_seen seen;
	/* In case the item disappears: those after it, then those before. */
	uint32_t nearby[2 * NEARBY];
	size_t nearby_count;

	uint32_t selected; /* an item's id, or 0 */
	struct line_range range;

	struct place *lines; /* the rows of the window */
	int line_count, line_cap;

	char fold_key[16];    /* as shown, or "" */
	uint32_t more_of;     /* the item of which it shows the rest, or 0 */
	struct regex *marked; /* owned by the caller, or NULL */
	struct transcript_here here;
	struct transcript_mark *marks; /* of the item being drawn */
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
 * Call before moving: false if there is nothing to move in. New events are laid
 * out first, because places are counted in items.
 */
bool transcript_is_ready(struct transcript *view);
size_t transcript_height(struct transcript *view, size_t index);
/* `rows` up from `at`, at most to the start. */
struct place transcript_up(struct transcript *view, struct place at,
			   size_t rows);
/* `rows` down from `at`, at most past the end. */
struct place transcript_down(struct transcript *view, struct place at,
			     size_t rows);
/* The item of which transcript_toggle() would show the rest, or 0. */
uint32_t transcript_more_of(struct transcript *view);
/* Stop following the end. */
void transcript_hold(struct transcript *view);
/* Put a row at the window's top; if the end is then visible, follow it, unless
 * lines are selected. */
void transcript_go(struct transcript *view, struct place top);
/* Whether part of an item is visible. */
bool transcript_shows(const struct transcript *view, uint32_t id);
/* Move a selection that left the window to the nearest item in it. */
void transcript_drag_selection(struct transcript *view, bool down);
void transcript_leave_selection(struct transcript *view);
/* Items were folded or hidden: keep the position and refill the window. */
void transcript_heights_changed(struct transcript *view);
/* Show a row; if it is not visible, `above` rows below the top. */
void transcript_show_row(struct transcript *view, struct place at,
			 size_t above);
/* Fill `marks` for rows [first, end) of an item. */
void transcript_find_marks(struct transcript *view,
			   const struct transcript_item *it, size_t first,
			   size_t end);

/* False if an end of the selection disappeared. */
bool transcript_lines_span(struct transcript *view, struct lines_span *span);
/* Whether row `row` of an item, as shown, is selected. */
bool transcript_lines_has(const struct transcript_item *it, size_t index,
			  size_t row, const struct lines_span *span);
/* End a selection whose lines disappeared. */
void transcript_lines_check(struct transcript *view);

/*
 * What the turn of a request cost, with a dot after each part; nothing while it
 * runs, or for a request in its middle.
 */
void transcript_add_turn(struct strbuf *out, const struct conversation *conv,
			 size_t index);

struct transcript_item *transcript_item_at(struct transcript *view,
					   size_t index);

#endif
