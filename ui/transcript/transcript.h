#ifndef JPD_TRANSCRIPT_TRANSCRIPT_H
#define JPD_TRANSCRIPT_TRANSCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/regex.h"
#include "src/store/conversation.h"
#include "ui/text/rows.h"
#include "ui/transcript/transcript-filter.h"
#include "ui/view/canvas.h"

/*
 * One pane's view of a conversation: the visible rows of its items. The
 * position is kept as an item and a row in it, at the top of the window, so
 * that neither new text nor a resize nor a new history moves what the user
 * reads. Rows are made only for items near the window, and cached by (item,
 * revision, width).
 */
struct transcript;

struct transcript *transcript_new(void);
void transcript_free(struct transcript *view);

/*
 * Prepare to draw `conv` (NULL: nothing) in a window of this size at this time.
 * Call once before a frame and before commands that move.
 */
void transcript_layout(struct transcript *view, const struct conversation *conv,
		       int cols, int rows, int64_t now_ms);
void transcript_draw(struct transcript *view, struct canvas *cv, struct rect at,
		     bool focused);

/*
 * Moving; each needs a transcript_layout() since the last change. If the user's
 * movement makes the end visible, it is followed from then on.
 */
void transcript_scroll(struct transcript *view, long rows); /* > 0: down */
void transcript_page(struct transcript *view, int halves);  /* half pages */
void transcript_home(struct transcript *view);
void transcript_end(struct transcript *view); /* and follow it */
void transcript_turn(struct transcript *view, int step);
bool transcript_following(const struct transcript *view);
/* Items that came since the view left the end. */
size_t transcript_new_items(const struct transcript *view);

/*
 * The selected item (which is copied, and which Enter folds if possible); 0:
 * none. Selecting goes from one item to the next and shows it; scrolling moves
 * the selection along if it leaves the window. With none selected, Enter takes
 * the last visible item that folds.
 */
uint32_t transcript_selected(const struct transcript *view);
void transcript_select(struct transcript *view, int step);
/* Select the item in row `y` of the window; on a fold's line, fold it. */
void transcript_click(struct transcript *view, int y);
void transcript_toggle(struct transcript *view);
/* Fold it (-1), or unfold it, and then show all of it (1). */
void transcript_fold(struct transcript *view, int step);
/* What transcript_toggle() would do. */
enum transcript_fold {
	TRANSCRIPT_FOLD_NOTHING,
	TRANSCRIPT_FOLD_OPEN, /* at most its first rows */
	TRANSCRIPT_FOLD_ALL,
	TRANSCRIPT_FOLD_CLOSE,
};
enum transcript_fold transcript_next_fold(struct transcript *view);
/* The key for that, as shown; NULL: none. */
void transcript_set_fold_key(struct transcript *view, const char *key);
/* Unfold all tool calls, or all reasoning; fold them if one is unfolded. */
void transcript_toggle_tools(struct transcript *view);
void transcript_toggle_reasoning(struct transcript *view);

/*
 * Selects lines of the source, not of the screen: a line that needs many rows
 * is one, and folded text is included. Starts with the selected item, or the
 * last visible line; one end moves, the other stays. Meanwhile the end is not
 * followed. Returns false if no line is visible.
 */
bool transcript_lines_begin(struct transcript *view);
void transcript_lines_end(struct transcript *view);
bool transcript_lines_active(const struct transcript *view);
void transcript_lines_step(struct transcript *view, int step);
void transcript_lines_page(struct transcript *view, int halves);
void transcript_lines_home(struct transcript *view);
void transcript_lines_last(struct transcript *view);
void transcript_lines_item(struct transcript *view, int step);
void transcript_lines_turn(struct transcript *view, int step);
void transcript_lines_swap(struct transcript *view); /* the ends */
/* Move to the line in row `y` of the window, or beyond; starts if needed. */
bool transcript_lines_point(struct transcript *view, int y);
/*
 * Append the source of the selection. For a completely selected item that is
 * item_text_source(); items are separated by a blank line.
 */
bool transcript_lines_text(struct transcript *view, struct strbuf *out);
/* Whether the selection ended because its lines disappeared; true once. */
bool transcript_lines_lost(struct transcript *view);

/* How far down its turn the window is, in percent; 0 if the turn is not longer
 * than the window, or if that is unknown. */
int transcript_turn_percent(struct transcript *view);
/* Index of the item at the window's top. */
size_t transcript_top(const struct transcript *view);

/* A position to return to. */
struct transcript_place {
	uint32_t id;
	size_t row;
	bool follow;
	uint32_t selected;
};
struct transcript_place transcript_leave(const struct transcript *view);
void transcript_return(struct transcript *view, struct transcript_place place);

/* Show only some items; the filter's search stays the caller's. */
void transcript_set_filter(struct transcript *view,
			   const struct transcript_filter *filter);
size_t transcript_hidden(struct transcript *view); /* number of hidden items */
/* Whether an item is hidden. */
bool transcript_hides(const struct transcript *view, size_t index);

/*
 * What an unfolded item draws, for searching: its lines, independent of the
 * window's width, without text that every item of its kind has. False if that
 * is its source, or if it is very long.
 */
bool transcript_shown_text(struct strbuf *out, const struct conversation *conv,
			   const struct item *item);

/* Mark matches in what is drawn; `re` stays the caller's. NULL: none. */
void transcript_mark(struct transcript *view, struct regex *re);
/* Whether the match given by these arguments is above the window. */
bool transcript_match_is_above(struct transcript *view, uint32_t id,
			       struct slice text, struct regex_match match);
/*
 * Select an item and show the match at `match` of its text
 * (src/store/search.h), unfolding it if necessary. Call after
 * transcript_mark().
 */
void transcript_show_match(struct transcript *view, uint32_t id,
			   struct slice text, struct regex_match match);

/*
 * When the view next changes without new events (a spinner, an elapsed time, an
 * age): a time, or -1.
 */
int64_t transcript_wake_ms(const struct transcript *view, int64_t now_ms);

#endif
