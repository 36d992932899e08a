#include "config.h"

#include "ui/view/layout.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "ui/view/layout-private.h"

void layout_init(struct layout *layout)
{
	layout->root = NULL;
}

void layout_free_node(struct layout_node *node)
{
	if (!node)
		return;
	for (size_t i = 0; i < node->kid_count; i++)
		layout_free_node(node->kids[i]);
	free(node->kids);
	free(node);
}

void layout_release(struct layout *layout)
{
	if (!layout)
		return;
	layout_free_node(layout->root);
	layout_init(layout);
}

struct layout_node *layout_new_leaf(int pane, double share)
{
	struct layout_node *node = xcalloc(1, sizeof(*node));

	node->pane = pane;
	node->share = share;
	return node;
}

static struct layout_node *find(struct layout_node *node, int pane)
{
	if (!node)
		return NULL;
	if (node->split == SPLIT_NONE)
		return node->pane == pane ? node : NULL;
	for (size_t i = 0; i < node->kid_count; i++) {
		struct layout_node *found = find(node->kids[i], pane);

		if (found)
			return found;
	}
	return NULL;
}

/* This node's index among its parent's kids. */
static size_t place_of(const struct layout_node *node)
{
	size_t i = 0;

	while (node->parent->kids[i] != node)
		i++;
	return i;
}

void layout_insert_kid(struct layout_node *parent, size_t at,
		       struct layout_node *kid)
{
	ALLOC_GROW(parent->kids, parent->kid_count + 1, parent->kid_cap);
	memmove(&parent->kids[at + 1], &parent->kids[at],
		(parent->kid_count - at) * sizeof(*parent->kids));
	parent->kids[at] = kid;
	parent->kid_count++;
	kid->parent = parent;
}

static void remove_kid(struct layout_node *parent, size_t at)
{
	parent->kid_count--;
	memmove(&parent->kids[at], &parent->kids[at + 1],
		(parent->kid_count - at) * sizeof(*parent->kids));
}

void layout_first(struct layout *layout, int pane)
{
	assert(!layout->root);
	layout->root = layout_new_leaf(pane, 1);
}

void layout_split(struct layout *layout, int pane, enum split how, int added)
{
	struct layout_node *node = find(layout->root, pane), *kid;

	if (!node || how == SPLIT_NONE)
		return;
	if (node->parent && node->parent->split == how) {
		node->share /= 2;
		layout_insert_kid(node->parent, place_of(node) + 1,
				  layout_new_leaf(added, node->share));
		return;
	}
	kid = layout_new_leaf(pane, 0.5);
	node->split = how;
	layout_insert_kid(node, 0, kid);
	layout_insert_kid(node, 1, layout_new_leaf(added, 0.5));
}

/* A kid split in the same direction as its parent: move its kids up. */
static void dissolve(struct layout_node *node)
{
	struct layout_node *parent = node->parent;
	size_t at = place_of(node);

	remove_kid(parent, at);
	for (size_t i = 0; i < node->kid_count; i++) {
		node->kids[i]->share *= node->share;
		layout_insert_kid(parent, at + i, node->kids[i]);
	}
	free(node->kids);
	free(node);
}

/* Replace a split that has one part by that part. */
static void collapse(struct layout *layout, struct layout_node *node)
{
	struct layout_node *kid = node->kids[0];

	kid->share = node->share;
	kid->parent = node->parent;
	if (node->parent)
		node->parent->kids[place_of(node)] = kid;
	else
		layout->root = kid;
	free(node->kids);
	free(node);
	if (kid->parent && kid->split == kid->parent->split)
		dissolve(kid);
}

void layout_remove(struct layout *layout, int pane)
{
	struct layout_node *node = find(layout->root, pane), *parent;
	size_t at, left, right;

	if (!node)
		return;
	parent = node->parent;
	if (!parent) {
		layout_release(layout);
		return;
	}
	at = place_of(node);
	left = at ? at - 1 : 1;
	right = at + 1 < parent->kid_count ? at + 1 : at - 1;
	parent->kids[left]->share += node->share / 2;
	parent->kids[right]->share += node->share / 2;
	remove_kid(parent, at);
	layout_free_node(node);
	if (parent->kid_count == 1)
		collapse(layout, parent);
}

static void even(struct layout_node *node)
{
	for (size_t i = 0; i < node->kid_count; i++) {
		node->kids[i]->share = 1.0 / (double)node->kid_count;
		even(node->kids[i]);
	}
}

void layout_even(struct layout *layout)
{
	if (layout->root)
		even(layout->root);
}

void layout_swap(struct layout *layout, int a, int b)
{
	struct layout_node *first = find(layout->root, a);
	struct layout_node *second = find(layout->root, b);

	if (!first || !second)
		return;
	first->pane = b;
	second->pane = a;
}

/* Cells between two adjacent parts of a split. */
static int gap_of(const struct layout_node *node)
{
	return node->split == SPLIT_RIGHT ? 1 : 0;
}

/* How many parts of `node` fit into `cells` with one cell each. */
static size_t fitting(const struct layout_node *node, int cells)
{
	int gap = gap_of(node);
	size_t most;

	if (cells < 1)
		return 0;
	most = (size_t)((cells + gap) / (1 + gap));
	return most < node->kid_count ? most : node->kid_count;
}

/*
 * How many of the `cells`, without the gaps, each part of `node` gets. If there
 * are too few, the first parts get one each and the others none.
 */
static void share_out(const struct layout_node *node, int cells, int *sizes)
{
	size_t count = fitting(node, cells);
	double sum = 0, edge = 0;
	int room, last = 0;

	memset(sizes, 0, node->kid_count * sizeof(*sizes));
	if (!count)
		return;
	room = cells - (int)(count - 1) * gap_of(node);
	for (size_t i = 0; i < count; i++)
		sum += node->kids[i]->share;
	for (size_t i = 0; i < count; i++) {
		int least = last + 1;
		int most = room - (int)(count - 1 - i);
		int end;

		edge += node->kids[i]->share;
		end = sum > 0 ? (int)(edge / sum * room + 0.5) : least;
		end = end < least || i == count - 1 ? least : end;
		end = end > most || i == count - 1 ? most : end;
		sizes[i] = end - last;
		last = end;
	}
}

struct placing {
	struct pane_place *places;
	size_t count, max;
};

static void place(const struct layout_node *node, struct rect room,
		  struct placing *placing)
{
	bool right = node->split == SPLIT_RIGHT;
	int at = right ? room.x : room.y;
	int *sizes;

	if (node->split == SPLIT_NONE) {
		if (room.w < 1 || room.h < 1)
			room.w = room.h = 0;
		if (placing->count < placing->max)
			placing->places[placing->count] =
				(struct pane_place){ node->pane, room };
		placing->count++;
		return;
	}
	sizes = xcalloc(node->kid_count, sizeof(*sizes));
	share_out(node, right ? room.w : room.h, sizes);
	for (size_t i = 0; i < node->kid_count; i++) {
		struct rect part = room;

		*(right ? &part.x : &part.y) = at;
		*(right ? &part.w : &part.h) = sizes[i];
		place(node->kids[i], part, placing);
		at += sizes[i];
		if (i + 1 < node->kid_count && sizes[i + 1])
			at += gap_of(node);
	}
	free(sizes);
}

size_t layout_places(const struct layout *layout, struct rect room,
		     struct pane_place *places, size_t max)
{
	struct placing placing = { .places = places, .max = max };

	if (layout->root)
		place(layout->root, room, &placing);
	return placing.count;
}

/* The rectangle of `node` if the whole layout has `room`. */
static struct rect room_of(const struct layout_node *node, struct rect room)
{
	const struct layout_node *parent = node->parent;
	size_t at;
	bool right;
	int *sizes;

	if (!parent)
		return room;
	room = room_of(parent, room);
	right = parent->split == SPLIT_RIGHT;
	at = place_of(node);
	sizes = xcalloc(parent->kid_count, sizeof(*sizes));
	share_out(parent, right ? room.w : room.h, sizes);
	for (size_t i = 0; i < at; i++)
		*(right ? &room.x : &room.y) += sizes[i] + gap_of(parent);
	*(right ? &room.w : &room.h) = sizes[at];
	free(sizes);
	return room;
}

/*
 * Move the edge after part `at` of `parent` by `cells`. All parts keep their
 * visible size, so shares become exact.
 */
static void move_edge(struct layout_node *parent, size_t at, int cells,
		      struct rect room)
{
	int *sizes = xcalloc(parent->kid_count, sizeof(*sizes));
	int least, most;

	room = room_of(parent, room);
	share_out(parent, parent->split == SPLIT_RIGHT ? room.w : room.h,
		  sizes);
	least = 1 - sizes[at];
	most = sizes[at + 1] - 1;
	if (least <= most) {
		cells = cells < least ? least : cells > most ? most : cells;
		sizes[at] += cells;
		sizes[at + 1] -= cells;
		for (size_t i = 0; i < parent->kid_count; i++)
			parent->kids[i]->share = sizes[i];
	}
	free(sizes);
}

void layout_normalise(struct layout_node *parent)
{
	double sum = 0;

	for (size_t i = 0; i < parent->kid_count; i++)
		sum += parent->kids[i]->share;
	for (size_t i = 0; sum > 0 && i < parent->kid_count; i++)
		parent->kids[i]->share /= sum;
}

/* Move the pane's edge on this axis; for the last part, the one before it. */
static void resize_axis(struct layout_node *node, enum split axis, int cells,
			struct rect room)
{
	struct layout_node *last = NULL;

	if (!cells)
		return;
	for (; node->parent; node = node->parent) {
		if (node->parent->split != axis)
			continue;
		if (place_of(node) + 1 < node->parent->kid_count)
			break;
		if (!last)
			last = node;
	}
	if (!node->parent)
		node = last;
	if (node) {
		size_t at = place_of(node);

		if (at + 1 == node->parent->kid_count)
			at--;
		move_edge(node->parent, at, cells, room);
		layout_normalise(node->parent);
	}
}

void layout_resize(struct layout *layout, int pane, int dx, int dy,
		   struct rect room)
{
	struct layout_node *node = find(layout->root, pane);

	if (!node)
		return;
	resize_axis(node, SPLIT_RIGHT, dx, room);
	resize_axis(node, SPLIT_BELOW, dy, room);
}

size_t layout_count(const struct layout *layout)
{
	return layout_places(layout, (struct rect){ 0, 0, 0, 0 }, NULL, 0);
}

int layout_next(const struct layout *layout, int pane, int step)
{
	size_t count = layout_count(layout);
	struct pane_place *places;
	int next = pane;

	if (!count)
		return pane;
	places = xcalloc(count, sizeof(*places));
	layout_places(layout, (struct rect){ 0, 0, 0, 0 }, places, count);
	for (size_t i = 0; i < count; i++) {
		long to = ((long)i + step) % (long)count;

		if (places[i].pane == pane)
			next = places[to < 0 ? to + (long)count : to].pane;
	}
	free(places);
	return next;
}

const char *layout_preset_name(enum layout_preset preset)
{
	static const char *const names[] = {
#define X(id, name) [LAYOUT_##id] = name,
		LAYOUT_PRESETS(X)
#undef X
	};

	assert(preset < LAYOUT_PRESET_COUNT);
	return names[preset];
}

int layout_preset_find(struct slice name)
{
	for (int i = 0; i < LAYOUT_PRESET_COUNT; i++) {
		if (slice_is(name, layout_preset_name((enum layout_preset)i)))
			return i;
	}
	return -1;
}

/* Whether the pane at `i` begins a new row or column of the preset. */
static bool is_head(enum layout_preset preset, size_t i, size_t columns)
{
	if (preset == LAYOUT_GRID)
		return i % columns == 0;
	return preset != LAYOUT_MAIN || i < 2;
}

static void move_to_front(struct pane_place *places, size_t count, int pane)
{
	for (size_t i = 1; i < count; i++) {
		struct pane_place found = places[i];

		if (found.pane != pane)
			continue;
		memmove(places + 1, places, i * sizeof(*places));
		places[0] = found;
	}
}

void layout_arrange(struct layout *layout, enum layout_preset preset, int first)
{
	size_t count = layout_count(layout), columns = 1;
	struct pane_place *places = xcalloc(count + 1, sizeof(*places));
	bool below = preset == LAYOUT_ROWS || preset == LAYOUT_GRID;
	int head = -1;

	layout_places(layout, (struct rect){ 0, 0, 0, 0 }, places, count);
	if (preset == LAYOUT_MAIN)
		move_to_front(places, count, first);
	while (columns * columns < count)
		columns++;
	layout_release(layout);
	for (size_t i = 0; i < count; i++) {
		if (!is_head(preset, i, columns))
			continue;
		if (i)
			layout_split(layout, head,
				     below ? SPLIT_BELOW : SPLIT_RIGHT,
				     places[i].pane);
		else
			layout_first(layout, places[i].pane);
		head = places[i].pane;
	}
	for (size_t i = 0; i < count; i++)
		if (!is_head(preset, i, columns))
			layout_split(layout, places[i - 1].pane,
				     below ? SPLIT_RIGHT : SPLIT_BELOW,
				     places[i].pane);
	layout_even(layout);
	free(places);
}
