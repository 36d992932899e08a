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
 * One pane's view of a conversation: which rows of which items show. The
 * place is kept as an item and a row in it, counted from the top row of the
 * window, so neither new text nor a resize nor a new history moves what the
 * person reads. Rows are made only for items near the window and kept by
 * (item, revision, width).
 */
struct transcript;

struct transcript *transcript_new(void);
void transcript_free(struct transcript *view);

/*
 * Make ready to draw `conv` (NULL: nothing) in a window of this size at this
 * time; called once before a frame and before commands that move.
 */
void transcript_layout(struct transcript *view, const struct conversation *conv,
		       int cols, int rows, int64_t now_ms);
void transcript_draw(struct transcript *view, struct canvas *cv, struct rect at,
		     bool focused);

/*
 * Moving; each needs a transcript_layout() since the last change. Where the
 * end shows after the person moved, it is followed from then on.
 */
void transcript_scroll(struct transcript *view, long rows); /* > 0: down */
void transcript_page(struct transcript *view, int halves);  /* half pages */
void transcript_home(struct transcript *view);
void transcript_end(struct transcript *view); /* and follow */
void transcript_turn(struct transcript *view, int step);
bool transcript_following(const struct transcript *view);
/* Items that came since the view was scrolled away from the end. */
size_t transcript_new_items(const struct transcript *view);

/*
 * The selected item (what is copied, and what Enter folds where it can);
 * 0: none. Selecting goes from one item to the next and shows it; scrolling
 * takes the selection along when it leaves the window. With none selected,
 * Enter takes the last one that shows and folds.
 */
uint32_t transcript_selected(const struct transcript *view);
void transcript_select(struct transcript *view, int step);
/* The item in row `y` of the window; on the line of a fold, fold it. */
void transcript_click(struct transcript *view, int y);
void transcript_toggle(struct transcript *view);
/* All tool calls, all reasoning: unfold them, or fold where one is open. */
void transcript_toggle_tools(struct transcript *view);
void transcript_toggle_reasoning(struct transcript *view);

/*
 * Selecting lines of what was said, not of what is drawn: a line that takes
 * many rows is one, and what is folded is taken whole. It begins with the
 * selected item, or the last line that shows; one end moves, the other stays.
 * The end is not followed meanwhile. Returns false where no line shows.
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
/* To the line in row `y` of the window, or beyond it; begins one if need be. */
bool transcript_lines_point(struct transcript *view, int y);
/*
 * Their source. Of an item of which all is selected that is
 * item_text_source(), and between two items stands a blank line.
 */
bool transcript_lines_text(struct transcript *view, struct strbuf *out);
/* Whether it ended because its lines are gone; says so once. */
bool transcript_lines_lost(struct transcript *view);

/* Index of the item at the window's top. */
size_t transcript_top(const struct transcript *view);

/* A place to come back to. */
struct transcript_place {
	uint32_t id;
	size_t row;
	bool follow;
	uint32_t selected;
};
struct transcript_place transcript_leave(const struct transcript *view);
void transcript_return(struct transcript *view, struct transcript_place place);

/* Show some items only; a search in it stays the caller's. */
void transcript_set_filter(struct transcript *view,
			   const struct transcript_filter *filter);
size_t transcript_hidden(struct transcript *view); /* how many are not shown */
/* Whether an item is one of those. */
bool transcript_hides(const struct transcript *view, size_t index);

/* Mark what matches in what is drawn; `re` stays the caller's. NULL: nothing.
 */
void transcript_mark(struct transcript *view, struct regex *re);
/* Whether the match that is meant by the same is above the window. */
bool transcript_match_is_above(struct transcript *view, uint32_t id,
			       struct slice text, struct regex_match match);
/*
 * Select an item and show the match in it that stands at `match` of its
 * text (src/store/search.h), unfolded where it is folded away. After
 * transcript_mark().
 */
void transcript_show_match(struct transcript *view, uint32_t id,
			   struct slice text, struct regex_match match);

/*
 * When what is shown changes by itself (a spinner, an elapsed time, an age):
 * a time, or -1.
 */
int64_t transcript_wake_ms(const struct transcript *view, int64_t now_ms);

#endif
