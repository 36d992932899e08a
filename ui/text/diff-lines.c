#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "ui/text/diff-part.h"

enum {
	EDITS_MAX = 1500,             /* removed and added lines, together */
	STEPS_MAX = 20 * 1000 * 1000, /* lines compared */
};

/* A line and its hash, which usually decides. */
struct line {
	struct slice text;
	uint64_t hash;
};

/* The part that differs, by the algorithm of Myers (1986). */
struct search {
	const struct line *a, *b;
	int a_count, b_count;
	size_t steps;
	/*
	 * For each number of edits, the furthest positions on its diagonals
	 * -edits, -edits + 2, ... edits, one after the other.
	 */
	int *reached;
};

static bool has_break(struct slice line)
{
	return line.len && line.ptr[line.len - 1] == '\n';
}

/*
 * Whether both texts have a line break at their end, or neither. Then a last
 * line is also the same as one that others follow: "a" becomes "a", "b" by one
 * line that is added.
 */
static bool end_alike(const struct slice *a, size_t a_count,
		      const struct slice *b, size_t b_count)
{
	return a_count && b_count &&
	       has_break(a[a_count - 1]) == has_break(b[b_count - 1]);
}

/* What is compared of a line. `breaks`: its line break, too. */
static struct slice text_of(struct slice line, bool breaks)
{
	if (!breaks && has_break(line))
		line.len--;
	return line;
}

static struct line *hash_lines(const struct slice *texts, size_t count,
			       bool breaks)
{
	struct line *lines = xcalloc(count + 1, sizeof(*lines));

	for (size_t i = 0; i < count; i++) {
		uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */
		struct slice text = text_of(texts[i], breaks);

		for (size_t k = 0; k < text.len; k++)
			hash = (hash ^ (unsigned char)text.ptr[k]) *
			       0x100000001b3u;
		lines[i] = (struct line){ text, hash };
	}
	return lines;
}

static bool is_same(const struct line *a, const struct line *b)
{
	return a->hash == b->hash && slice_equal(a->text, b->text);
}

/* The positions after N edits; `k` counts diagonals from -edits by 2. */
static int *reached_by(const struct search *search, int edits)
{
	return search->reached + (size_t)edits * (size_t)(edits + 1) / 2;
}

/* The furthest position (in a) from which one edit reaches diagonal k. */
static int step_to(const struct search *search, int edits, int k, bool *down)
{
	const int *before = reached_by(search, edits - 1);
	int left = k > 0 ? before[k - 1] + 1 : -1; /* one more of a */
	int up = k < edits ? before[k] : -1;       /* one more of b */

	*down = up >= left;
	return *down ? up : left;
}

static int follow(struct search *search, int x, int y)
{
	while (x < search->a_count && y < search->b_count) {
		search->steps++;
		if (!is_same(&search->a[x], &search->b[y]))
			break;
		x++;
		y++;
	}
	return x;
}

/* Returns the number of edits, or -1 if there are too many. */
static int count_edits(struct search *search)
{
	int most = search->a_count + search->b_count;
	bool down;

	most = most < EDITS_MAX ? most : EDITS_MAX;
	for (int edits = 0; edits <= most; edits++) {
		int *reached = reached_by(search, edits);

		for (int k = 0; k <= edits; k++) {
			int diagonal = 2 * k - edits;
			int x = edits ? step_to(search, edits, k, &down) : 0;

			/* Positions beyond the texts are dead ends. */
			if (x <= search->a_count &&
			    x - diagonal <= search->b_count)
				x = follow(search, x, x - diagonal);
			reached[k] = x;
			if (x >= search->a_count &&
			    x - diagonal >= search->b_count)
				return edits;
			if (search->steps > STEPS_MAX)
				return -1;
		}
	}
	return -1;
}

static void flag_edits(const struct search *search, int edits, char *removed,
		       char *added)
{
	int diagonal = search->a_count - search->b_count;

	for (; edits > 0; edits--) {
		bool down;
		int k = (diagonal + edits) / 2;
		int x = step_to(search, edits, k, &down);
		int y = x - diagonal;

		if (down)
			added[y - 1] = 1;
		else
			removed[x - 1] = 1;
		diagonal += down ? 1 : -1;
	}
}

void diff_lines(const struct slice *a, size_t a_count, char *removed,
		const struct slice *b, size_t b_count, char *added)
{
	size_t start = 0, edits_max;
	struct search search = { 0 };
	struct line *a_lines, *b_lines;
	bool breaks = !end_alike(a, a_count, b, b_count);
	int edits = -1;

	while (start < a_count && start < b_count &&
	       slice_equal(text_of(a[start], breaks),
			   text_of(b[start], breaks)))
		start++;
	while (a_count > start && b_count > start &&
	       slice_equal(text_of(a[a_count - 1], breaks),
			   text_of(b[b_count - 1], breaks))) {
		a_count--;
		b_count--;
	}
	a += start;
	b += start;
	removed += start;
	added += start;
	a_count -= start;
	b_count -= start;
	a_lines = hash_lines(a, a_count, breaks);
	b_lines = hash_lines(b, b_count, breaks);
	if (a_count && b_count && a_count < INT32_MAX / 4 &&
	    b_count < INT32_MAX / 4) {
		edits_max = a_count + b_count;
		if (edits_max > EDITS_MAX)
			edits_max = EDITS_MAX;
		search.a = a_lines;
		search.b = b_lines;
		search.a_count = (int)a_count;
		search.b_count = (int)b_count;
		search.reached = xreallocarray(
			NULL, (edits_max + 1) * (edits_max + 2) / 2,
			sizeof(int));
		edits = count_edits(&search);
	}
	if (edits < 0) {
		memset(removed, 1, a_count);
		memset(added, 1, b_count);
	} else {
		flag_edits(&search, edits, removed, added);
	}
	free(search.reached);
	free(a_lines);
	free(b_lines);
}
