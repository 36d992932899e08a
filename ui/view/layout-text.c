#include "config.h"

#include "ui/view/layout-private.h"

/* A layout as text, and back; the text may be malformed. */

#define WHOLE     1000000 /* of a share; integers, whatever the locale */
#define MAX_DEPTH 64

static void write_node(struct strbuf *out, const struct layout_node *node)
{
	if (node->split == SPLIT_NONE) {
		strbuf_addstr(out, "pane");
		return;
	}
	strbuf_addstr(out, node->split == SPLIT_RIGHT ? "right(" : "below(");
	for (size_t i = 0; i < node->kid_count; i++) {
		int share = (int)(node->kids[i]->share * WHOLE + 0.5);

		strbuf_addf(out, "%s%d:", i ? "," : "", share ? share : 1);
		write_node(out, node->kids[i]);
	}
	strbuf_addch(out, ')');
}

void layout_write(struct strbuf *out, const struct layout *layout)
{
	if (layout->root)
		write_node(out, layout->root);
}

struct reader {
	struct slice text;
	int next; /* number of the next pane */
	size_t left, depth;
};

static bool took(struct reader *r, struct slice word)
{
	if (!slice_starts_with(r->text, word))
		return false;
	r->text = slice_skip(r->text, word.len);
	return true;
}

/* 1 to WHOLE and a colon; 0 if it is not. */
static int read_share(struct reader *r)
{
	int share = 0;

	while (r->text.len && r->text.ptr[0] >= '0' && r->text.ptr[0] <= '9' &&
	       share <= WHOLE) {
		share = 10 * share + (r->text.ptr[0] - '0');
		r->text = slice_skip(r->text, 1);
	}
	return share <= WHOLE && took(r, SLICE(":")) ? share : 0;
}

static struct layout_node *read_node(struct reader *r, enum split around);

static bool read_parts(struct reader *r, struct layout_node *node)
{
	do {
		int share = read_share(r);
		struct layout_node *kid =
			share ? read_node(r, node->split) : NULL;

		if (!kid)
			return false;
		kid->share = share;
		layout_insert_kid(node, node->kid_count, kid);
	} while (took(r, SLICE(",")));
	layout_normalise(node);
	return took(r, SLICE(")")) && node->kid_count > 1;
}

/* A split directly within one of its own kind is invalid: it would be one. */
static struct layout_node *read_node(struct reader *r, enum split around)
{
	struct layout_node *node;
	enum split split;
	bool good;

	if (took(r, SLICE("pane"))) {
		if (!r->left)
			return NULL;
		r->left--;
		return layout_new_leaf(r->next++, 1);
	}
	split = took(r, SLICE("right("))   ? SPLIT_RIGHT
		: took(r, SLICE("below(")) ? SPLIT_BELOW
					   : SPLIT_NONE;
	if (split == SPLIT_NONE || split == around || r->depth == MAX_DEPTH)
		return NULL;
	node = layout_new_leaf(0, 1);
	node->split = split;
	r->depth++;
	good = read_parts(r, node);
	r->depth--;
	if (good)
		return node;
	layout_free_node(node);
	return NULL;
}

size_t layout_read(struct layout *layout, struct slice text, int first,
		   size_t max)
{
	struct reader r = { .text = text, .next = first, .left = max };
	struct layout_node *root = read_node(&r, SPLIT_NONE);

	if (!root)
		return 0;
	if (r.text.len) {
		layout_free_node(root);
		return 0;
	}
	layout_release(layout);
	layout->root = root;
	return (size_t)(r.next - first);
}
