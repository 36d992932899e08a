#ifndef JPD_VIEW_SIDEBAR_H
#define JPD_VIEW_SIDEBAR_H

#include <stddef.h>
#include <stdint.h>

#include "src/store/store.h"
#include "ui/view/canvas.h"
#include "ui/view/keymap.h"

/* A host, for the headings of its group. */
struct sidebar_host {
	const char *name;  /* NULL: no host */
	const char *state; /* a word, or NULL if all is well */
};

/*
 * All conversations in the order of store_order(), one per row under a heading:
 * glyph, title, and at the right the waiting time or the age. `shown` are in a
 * pane (bold), `focus` is in the focused pane (selected). The last row shows
 * how many do not fit.
 *
 * With several hosts, waiting conversations come first, then the others by
 * host, each host with its heading and an equal share of the rows, if there are
 * more rows than headings.
 *
 * Scrolled, all rows form one list, and the first one shows how many are above.
 */
struct sidebar_options {
	const struct sidebar_host *hosts; /* by their numbers */
	size_t host_count;
	const struct conversation *const *shown;
	size_t shown_count;
	const struct conversation *focus;
	int64_t now_ms; /* wall clock */
	size_t top;     /* rows scrolled out above; a larger one is the last */
	/* For a click on "5 more", which opens any of them; or NULL. */
	const struct keymap *keymap;
	/* Gets the conversation in each row of the canvas; or NULL. */
	struct conversation **rows;
	size_t row_count;
};
/* Returns `top` as drawn. */
size_t sidebar_draw(struct canvas *cv, struct rect at,
		    const struct store *store,
		    const struct sidebar_options *options);
/* When an age in it next changes, or -1. */
int64_t sidebar_wake_ms(const struct store *store, int64_t now_ms);

#endif
