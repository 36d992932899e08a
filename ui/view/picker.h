#ifndef JPD_VIEW_PICKER_H
#define JPD_VIEW_PICKER_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/view/canvas.h"
#include "ui/view/editor.h"
#include "ui/view/key.h"

/*
 * A list to choose from, narrowed by what is typed (fuzzy: the characters in
 * order, best match first; exact parts and word starts count more). Serves
 * the conversation picker and select inquiries; 10,000 entries without a
 * pause. Entries are named by their index.
 */
struct picker {
	struct editor filter;
	char **labels;  /* owned, sanitised; search and draw these */
	char **folded;  /* the same in small letters */
	char **details; /* right side, dim; each may be NULL */
	size_t count, cap;
	size_t *matches; /* indices of those that match, best first */
	size_t match_count;
	size_t selected; /* in matches */
	size_t top;      /* in matches: first drawn */
	size_t page;     /* rows of the list when last drawn */
	/* The selected entry, where it is higher than the list: the rows that
	 * it takes, and the first one that is drawn. */
	int tall, skip;
	size_t read;   /* the entry whose first `read_rows` rows were seen */
	int read_rows; /* in a row, at `read_cols` columns */
	int read_cols;
	unsigned char *seen; /* of each entry: enum picker_seen */
	bool touched;        /* a key moved or narrowed it */
	/* The caller's: digits move to the entry with that number as long as
	 * nothing else is typed, and narrow nothing. */
	bool digits;
	/* The caller's: it is printed as lines: each entry has its number and
	 * as many rows as it needs, and what narrows it is not shown. */
	bool lines;
	size_t number; /* that they make up so far */
	/* The caller's: of each entry, whether it is chosen; NULL: one is
	 * chosen by being selected. */
	const bool *checked;
};

enum picker_seen {
	PICKER_DRAWN = 1,   /* to its end, in the frame that is being made */
	PICKER_WRITTEN = 2, /* and that frame was written */
	PICKER_SEEN = 4,    /* and is on the screen */
};

void picker_init(struct picker *picker);
void picker_release(struct picker *picker);
/*
 * Foreign text: it is sanitised here, and as one may decide by it, what
 * cannot be seen becomes an escape.
 */
void picker_add(struct picker *picker, struct slice label, struct slice detail);
/* The entry is called so now; what was typed and chosen stays. */
void picker_change(struct picker *picker, size_t index, struct slice label,
		   struct slice detail);
/* After the last add: nothing typed, all match, the first is selected. */
void picker_start(struct picker *picker);
/* After adding more: what was typed and chosen stays. */
void picker_extend(struct picker *picker);
void picker_select(struct picker *picker, size_t index);

enum picker_result {
	PICKER_IGNORED, /* Enter, Esc, Tab …: the caller's */
	PICKER_CHANGED,
};
/* Arrows, PageUp/Down, C-n, C-p, C-Home and C-End move, Home and End where
 * nothing is typed; all else goes to the filter. In an entry that is higher
 * than the list, by its rows first. They stop at the ends: a key that is held
 * must not run on past what one reads. */
enum picker_result picker_key(struct picker *picker, struct key key);
void picker_paste(struct picker *picker, struct slice text);
/* As if this were all that was typed. */
void picker_filter(struct picker *picker, struct slice text);
void picker_wheel(struct picker *picker, int step);
/* Select this match, as a click on it does; false where there is none. */
bool picker_click(struct picker *picker, size_t match);
/* The chosen entry's index, or SIZE_MAX where nothing matches. */
size_t picker_chosen(const struct picker *picker);
/*
 * First row: the filter; below: the list; last: "12 of 340". `mark` is an
 * entry to mark as the default, or SIZE_MAX. The selected entry takes as
 * many rows as its label and detail need, so that all of it can be read.
 */
void picker_draw(struct picker *picker, struct canvas *cv, struct rect at,
		 size_t mark, bool focused);
/* Rows that all entries take as lines, at most `most`. */
int picker_line_rows(const struct picker *picker, int cols, int most);
/* The frame of the last draw was written; whether it has entries that were not
 * seen. */
bool picker_written(struct picker *picker);
/* The frame that was written last is on the screen. */
void picker_arrived(struct picker *picker);
/* Whether all of an entry was on the screen. */
bool picker_is_seen(const struct picker *picker, size_t index);
/* The list alone: what narrows it is typed elsewhere. */
void picker_draw_list(struct picker *picker, struct canvas *cv, struct rect at,
		      size_t mark);

#endif
