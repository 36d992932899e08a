#ifndef JPD_VIEW_PICKER_H
#define JPD_VIEW_PICKER_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/view/canvas.h"
#include "ui/view/editor.h"
#include "ui/view/key.h"

/*
 * A list to choose from, filtered by typing (fuzzy: the characters in order,
 * best match first; exact parts and word starts rank higher). Used for
 * conversations and select inquiries; 10,000 entries without a pause. Entries
 * are identified by their index.
 */
struct picker {
	struct editor filter;
	char **labels;  /* owned, sanitised; search and draw these */
	char **folded;  /* the same in lower case */
	char **details; /* right side, dim; each may be NULL */
	size_t count, cap;
	size_t *matches; /* indices of the matches, best first */
	size_t match_count;
	size_t selected; /* in matches */
	size_t top;      /* in matches: first drawn */
	size_t page;     /* rows of the list when last drawn */
	/* If the selected entry is higher than the list: its rows, and the
	 * first one drawn. */
	int tall, skip;
	size_t read;   /* entry whose first `read_rows` rows were seen */
	int read_rows; /* contiguous, at `read_cols` columns */
	int read_cols;
	unsigned char *seen; /* of each entry: enum picker_seen */
	bool touched;        /* a key moved or filtered it */
	/* Set by the caller: digits select the entry with that number while the
	 * filter is empty, and do not filter. */
	bool digits;
	/* Set by the caller: printed as lines. Each entry has a number and as
	 * many rows as it needs, and the filter is not shown. */
	bool lines;
	size_t number; /* typed so far in digits */
	/* Set by the caller: whether each entry is checked; NULL: the selection
	 * is the choice. */
	const bool *checked;
};

enum picker_seen {
	PICKER_DRAWN = 1,   /* to its end, in the frame being made */
	PICKER_WRITTEN = 2, /* and that frame was written */
	PICKER_SEEN = 4,    /* and it is on the screen */
};

void picker_init(struct picker *picker);
void picker_release(struct picker *picker);
/*
 * Foreign text: it is sanitised here, and because users decide by it, invisible
 * characters become escapes.
 */
void picker_add(struct picker *picker, struct slice label, struct slice detail);
/* Rename an entry; filter and selection stay. */
void picker_change(struct picker *picker, size_t index, struct slice label,
		   struct slice detail);
/* After the last add: empty filter, all match, the first is selected. */
void picker_start(struct picker *picker);
/* After adding more: filter and selection stay. */
void picker_extend(struct picker *picker);
void picker_select(struct picker *picker, size_t index);

enum picker_result {
	PICKER_IGNORED, /* Enter, Esc, Tab …: for the caller */
	PICKER_CHANGED,
};
/* Arrows, PageUp/Down, C-n, C-p, C-Home and C-End move, and Home and End if the
 * filter is empty; other keys go to the filter. An entry that is higher than
 * the list is first scrolled by rows. Movement stops at the ends: a held key
 * must not run past what the user reads. */
enum picker_result picker_key(struct picker *picker, struct key key);
void picker_paste(struct picker *picker, struct slice text);
/* Set the filter. */
void picker_filter(struct picker *picker, struct slice text);
void picker_wheel(struct picker *picker, int step);
/* Select a match, as a click does; false if there is none. */
bool picker_click(struct picker *picker, size_t match);
/* The selected entry's index, or SIZE_MAX if nothing matches. */
size_t picker_chosen(const struct picker *picker);
/*
 * First row: the filter; below: the list; last: "12 of 340". `mark` is an entry
 * to mark as the default, or SIZE_MAX. The selected entry gets as many rows as
 * its label and detail need, so that all of it can be read.
 * In a single row it is shown in place of the filter.
 */
void picker_draw(struct picker *picker, struct canvas *cv, struct rect at,
		 size_t mark, bool focused);
/* Rows of all entries printed as lines, at most `most`. */
int picker_line_rows(const struct picker *picker, int cols, int most);
/* The last frame was written; whether it has unseen entries. */
bool picker_written(struct picker *picker);
/* Another frame followed before that one arrived: only what both show is looked
 * at. */
void picker_rewritten(struct picker *picker);
/* The written frame is on the screen. */
void picker_arrived(struct picker *picker);
/* Whether an entry was completely on the screen. */
bool picker_is_seen(const struct picker *picker, size_t index);
/* Draw only the list: its filter is typed elsewhere. */
void picker_draw_list(struct picker *picker, struct canvas *cv, struct rect at,
		      size_t mark);

#endif
