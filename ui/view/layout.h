#ifndef JPD_VIEW_LAYOUT_H
#define JPD_VIEW_LAYOUT_H

#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "ui/view/canvas.h"

/*
 * How panes share the screen: a tree of splits whose leaves are panes, named by
 * numbers that the caller chooses. Panes side by side have a border column
 * between them; each pane's first row is its title, so panes above each other
 * have no border.
 */
enum split { SPLIT_NONE, SPLIT_RIGHT, SPLIT_BELOW };

struct layout_node {
	enum split split; /* NONE: a leaf */
	int pane;         /* of a leaf */
	double share;     /* of its parent's room; siblings sum up to 1 */
	struct layout_node *parent;
	struct layout_node **kids; /* two or more in a split */
	size_t kid_count, kid_cap;
};

struct layout {
	struct layout_node *root; /* NULL: no panes */
};

void layout_init(struct layout *layout);
void layout_release(struct layout *layout);

/* Add the first pane; the layout must be empty. */
void layout_first(struct layout *layout, int pane);
/* Split the room of `pane` in two; `added` gets the right or lower half. */
void layout_split(struct layout *layout, int pane, enum split how, int added);
/* Remove a pane; its neighbours get its room. */
void layout_remove(struct layout *layout, int pane);
/* Make all parts of each split the same size. */
void layout_even(struct layout *layout);

/*
 * Arrange all panes, in reading order: side by side, one above the other, in a
 * grid with as many columns as rows or one more, or `first` large at the left
 * and the others in a column beside it.
 */
#define LAYOUT_PRESETS(X)     \
	X(COLUMNS, "columns") \
	X(ROWS, "rows")       \
	X(GRID, "grid")       \
	X(MAIN, "main")

enum layout_preset {
#define X(id, name) LAYOUT_##id,
	LAYOUT_PRESETS(X)
#undef X
		LAYOUT_PRESET_COUNT
};

const char *layout_preset_name(enum layout_preset preset);
/* The preset of that name; or -1. */
int layout_preset_find(struct slice name);
void layout_arrange(struct layout *layout, enum layout_preset preset,
		    int first);
/* Move the pane's right (dx) or lower (dy) edge by cells of `room`. */
void layout_resize(struct layout *layout, int pane, int dx, int dy,
		   struct rect room);
void layout_swap(struct layout *layout, int a, int b);

struct pane_place {
	int pane;
	struct rect at;
};
/*
 * Where each pane is in `room`: fills `places` in reading order, at most `max`;
 * returns the number of panes. Rectangles never overlap and never leave the
 * room; if no room is left they are empty.
 */
size_t layout_places(const struct layout *layout, struct rect room,
		     struct pane_place *places, size_t max);
/* The pane after (+1) or before (-1) this one in reading order. */
int layout_next(const struct layout *layout, int pane, int step);
size_t layout_count(const struct layout *layout);

/*
 * Append the splits and their proportions as text, without the panes' numbers:
 * "right(400000:pane,600000:below(500000:pane,500000:pane))", in millionths.
 * Appends nothing if there are no panes.
 */
void layout_write(struct strbuf *out, const struct layout *layout);
/*
 * Read it back: panes are numbered from `first`, in reading order. Returns
 * their number; 0, and `layout` unchanged, if the text is invalid or has more
 * than `max`.
 */
size_t layout_read(struct layout *layout, struct slice text, int first,
		   size_t max);

#endif
