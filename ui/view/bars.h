#ifndef JPD_VIEW_BARS_H
#define JPD_VIEW_BARS_H

#include <stddef.h>
#include <stdint.h>

#include "ui/view/canvas.h"
#include "ui/view/keymap.h"

/* The top line: program, workspace, counts; the pending count in colour. */
struct topbar_options {
	const char *workspace; /* name, e.g. the last part of its path */
	const char *path;      /* with ~ for home; or NULL */
	size_t conversations, running, waiting;
	const char *answer_key; /* as text, for "! 2 waiting (a)" */
	const char *click_key;  /* what a click on that is; or NULL */
	const char *clock;      /* "14:02" */
};
void topbar_draw(struct canvas *cv, struct rect at,
		 const struct topbar_options *options);

/* The bottom line: the relevant keys as "key word" pairs, or instead a message;
 * at the right: what the host supports. Drops whole pairs that do not fit,
 * `stays` last. */
struct hint {
	const char *key, *word; /* word translated; not shown without a key */
};
/*
 * Make keys shown at (x, y), separated by blanks, clickable: "Esc", "[ ]". For
 * a single key that includes the word of `word_cols` after it.
 */
void hint_click(struct canvas *cv, struct rect clip, int x, int y,
		struct slice keys, int word_cols);
/* A click there is the command's first key, if there is one. */
void hint_click_command(struct canvas *cv, struct rect at,
			const struct keymap *keymap, enum command_id command);
struct bottombar_options {
	const struct hint *hints;
	size_t hint_count;
	const struct hint *stays; /* one of them, or NULL */
	const char *message;      /* sanitised here; or NULL */
	enum face message_face;
	/* The keys that it names, each after the one before; to be clicked. */
	const struct strbuf *message_keys;
	size_t message_key_count;
	const char *right;
	bool right_first; /* it is news: hints make room for it */
	bool right_stays; /* so does a message that is too long anyway */
};
void bottombar_draw(struct canvas *cv, struct rect at,
		    const struct bottombar_options *options);

/* A pane's title line: number, title, state and rate. */
struct pane_title_options {
	int number;
	const struct conversation *conv; /* NULL: an empty pane */
	const char *host; /* its name, or NULL if there is only one */
	bool focused;
	bool zoomed;
	int64_t now_ms;
	int rate;             /* tokens per second, while it streams */
	size_t turn, turns;   /* position of the view; 0: at the end */
	int percent;          /* position in that turn; 0: it is short */
	const char *open_way; /* an empty pane: how it gets a conversation */
};
void pane_title_draw(struct canvas *cv, struct rect at,
		     const struct pane_title_options *options);

/* The help: all commands with their current keys, by group, in as many columns
 * as fit; `top` is the first row shown. Returns the number of rows. */
int help_draw(struct canvas *cv, struct rect at, const struct keymap *keymap,
	      int top);

/* At the right of a rule, how many lines a text has if `rows` rows do not show
 * all of them: after a large paste nothing else tells. */
void length_draw(struct canvas *cv, struct rect at, struct slice text,
		 int rows);

/* Centre a box of at most w × h in `room`, draw frame and title, blank the
 * inside and return it. The title has the background of a focused element. */
struct rect dialog_frame(struct canvas *cv, struct rect room, int w, int h,
			 const char *title);
/* The same, with a blank column at each side of the content. */
struct rect dialog_frame_padded(struct canvas *cv, struct rect room, int w,
				int h, const char *title);
/* The padded frame in the colour of pending requests. */
struct rect dialog_frame_alert(struct canvas *cv, struct rect room, int w,
			       int h, const char *title);

#endif
