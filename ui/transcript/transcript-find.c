#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "ui/text/width.h"
#include "ui/transcript/transcript-private.h"

/*
 * Matches of a pattern in drawn rows. The search itself works on the original
 * texts (src/store/search.h); here its hits are found again in the rows, which
 * show only some of them, and in another form: Markdown marks are removed,
 * lines are wrapped.
 */
enum {
	MARGIN_ROWS = 3,  /* added above and below, for wrapped lines */
	GIVE_UPS_MAX = 3, /* in a frame; after that nothing is marked */
	CONTEXT_PART = 3, /* a match is at this fraction of the window */
};

/* How a row ends. */
enum row_end {
	END_OF_LINE,
	END_BETWEEN_WORDS, /* wrapping broke the line at blanks, ... */
	END_OF_ROOM,       /* ... or at the edge, perhaps also at one */
};

/* Rows of an item joined by line breaks. */
struct joined {
	struct strbuf text;
	size_t first, count; /* rows, as shown */
	size_t *starts;      /* of each row in `text`, and the end */
	enum row_end *ends;
	struct strbuf line; /* several rows, without the breaks */
};

/* Add a row without its indentation and without blanks left by wrapping;
 * returns whether there were any. */
static bool add_row(struct strbuf *out, const struct rows *rows, size_t row)
{
	const struct row *at = &rows->rows[row];
	size_t start = out->len;

	for (size_t i = 0; i < at->span_count; i++) {
		const struct span *span = &rows->spans[at->first_span + i];

		strbuf_add(out, rows->text.buf + span->start, span->len);
	}
	if (out->len == start || out->buf[out->len - 1] != ' ')
		return false;
	while (out->len > start && out->buf[out->len - 1] == ' ')
		strbuf_setlen(out, out->len - 1);
	return true;
}

static const struct row *row_at(const struct transcript_item *it, size_t row)
{
	return &it->rows.rows[transcript_item_row(it, row)];
}

/* Whether the next row continues this row's line, broken only by wrapping. Rows
 * that show no line of the source are separate. */
static bool goes_on(const struct row *row, const struct row *next)
{
	if (!row->span_count || !next->span_count)
		return false;
	return !next->line || next->line <= row->last;
}

/* How a row ends that another follows; `blank`: with blanks. */
static enum row_end end_of(const struct transcript_item *it, size_t row,
			   bool blank)
{
	const struct row *at = row_at(it, row), *next = row_at(it, row + 1);

	if (!goes_on(at, next))
		return END_OF_LINE;
	return blank || !row_is_of_line(at, next) ? END_BETWEEN_WORDS
						  : END_OF_ROOM;
}

static void join(struct joined *joined, const struct transcript_item *it,
		 size_t first, size_t end)
{
	*joined = (struct joined){ .text = STRBUF_INIT,
				   .line = STRBUF_INIT,
				   .first = first,
				   .count = end - first };
	joined->starts = xcalloc(joined->count + 1, sizeof(size_t));
	joined->ends = xcalloc(joined->count + 1, sizeof(*joined->ends));
	for (size_t i = 0; i < joined->count; i++) {
		bool blank;

		joined->starts[i] = joined->text.len;
		blank = add_row(&joined->text, &it->rows,
				transcript_item_row(it, first + i));
		strbuf_addch(&joined->text, '\n');
		if (first + i + 1 < end)
			joined->ends[i] = end_of(it, first + i, blank);
	}
	joined->starts[joined->count] = joined->text.len;
}

static void joined_release(struct joined *joined)
{
	strbuf_release(&joined->text);
	strbuf_release(&joined->line);
	free(joined->starts);
	free(joined->ends);
}

/* The row that contains byte `at`, counted from the first joined one. */
static size_t row_of(const struct joined *joined, size_t at)
{
	size_t low = 0, high = joined->count;

	while (low + 1 < high) {
		size_t mid = (low + high) / 2;

		if (joined->starts[mid] <= at)
			low = mid;
		else
			high = mid;
	}
	return low;
}

/* The row after the line that begins with row `first`. */
static size_t line_end(const struct joined *joined, size_t first)
{
	while (first < joined->count && joined->ends[first])
		first++;
	return first < joined->count ? first + 1 : first;
}

/* Whether there may be a blank between a row and the next of its line. */
static bool has_gap(const struct joined *joined, size_t row, bool gaps)
{
	return gaps || joined->ends[row] == END_BETWEEN_WORDS;
}

/* Join rows `first` to `end` to the line before wrapping; `gaps`: with a blank
 * wherever there may have been one. */
static void join_line(struct joined *joined, size_t first, size_t end,
		      bool gaps)
{
	strbuf_reset(&joined->line);
	for (size_t i = first; i < end; i++) {
		strbuf_add(&joined->line, joined->text.buf + joined->starts[i],
			   joined->starts[i + 1] - 1 - joined->starts[i]);
		if (i + 1 < end && has_gap(joined, i, gaps))
			strbuf_addch(&joined->line, ' ');
	}
}

/* The place in `text` of a byte of the line; `end`: where a match ends, which
 * is never the first byte of a row. */
static size_t place_in_line(const struct joined *joined, size_t first,
			    bool gaps, size_t at, bool end)
{
	for (size_t i = first;; i++) {
		size_t len = joined->starts[i + 1] - 1 - joined->starts[i];

		if (at < len + end || i + 1 == joined->count)
			return joined->starts[i] + (at < len ? at : len);
		at -= len;
		/* The line break is in the blank's place. */
		if (has_gap(joined, i, gaps) && !at--)
			return joined->starts[i] + len;
	}
}

struct matches {
	struct regex_match *list;
	size_t count, cap;
	int give_ups;
};

static void add_match(struct matches *matches, struct regex_match match)
{
	ALLOC_GROW(matches->list, matches->count + 1, matches->cap);
	matches->list[matches->count++] = match;
}

/* Find matches in one row; false if the search gave up too often. */
static bool find_in_row(struct matches *matches, struct regex *re,
			const struct joined *joined, size_t row)
{
	size_t start = joined->starts[row];
	struct regex_scan scan = regex_scan_of(slice_of(
		joined->text.buf + start, joined->starts[row + 1] - 1 - start));
	enum regex_result result;
	struct regex_match match;

	while ((result = regex_scan_next(re, &scan, &match))) {
		if (result == REGEX_GAVE_UP &&
		    ++matches->give_ups >= GIVE_UPS_MAX)
			return false;
		match.start += start;
		match.end += start;
		if (result == REGEX_MATCH)
			add_match(matches, match);
	}
	return true;
}

/* Find matches that begin in one row of a line and end in another. */
static void find_across(struct matches *matches, struct regex *re,
			struct joined *joined, size_t first, size_t end,
			bool gaps)
{
	struct regex_scan scan;
	enum regex_result result;
	struct regex_match match;

	join_line(joined, first, end, gaps);
	scan = regex_scan_of(strbuf_slice(&joined->line));
	while ((result = regex_scan_next(re, &scan, &match))) {
		if (result == REGEX_GAVE_UP &&
		    ++matches->give_ups >= GIVE_UPS_MAX)
			return;
		if (result != REGEX_MATCH)
			continue;
		match.start =
			place_in_line(joined, first, gaps, match.start, false);
		match.end = place_in_line(joined, first, gaps, match.end, true);
		if (row_of(joined, match.start) != row_of(joined, match.end))
			add_match(matches, match);
	}
}

static int compare(const void *a, const void *b)
{
	const struct regex_match *x = a, *y = b;

	return (x->start > y->start) - (x->start < y->start);
}

/* Matches found both with and without a blank at a break are one. */
static void drop_overlaps(struct matches *matches)
{
	size_t kept = 0;

	for (size_t i = 0; i < matches->count; i++) {
		if (!kept ||
		    matches->list[i].start >= matches->list[kept - 1].end)
			matches->list[kept++] = matches->list[i];
	}
	matches->count = kept;
}

/* Search line by line, as less and vim do: first in each row, then across the
 * breaks made by wrapping. */
static void find_matches(struct matches *matches, struct regex *re,
			 struct joined *joined)
{
	size_t end;

	for (size_t i = 0; i < joined->count; i = end) {
		end = line_end(joined, i);
		for (size_t row = i; row < end; row++)
			if (!find_in_row(matches, re, joined, row))
				return;
		if (end - i > 1) {
			find_across(matches, re, joined, i, end, true);
			find_across(matches, re, joined, i, end, false);
		}
		if (matches->give_ups >= GIVE_UPS_MAX)
			return;
	}
	if (matches->count)
		qsort(matches->list, matches->count, sizeof(*matches->list),
		      compare);
	drop_overlaps(matches);
}

/* --- marking what is drawn --- */

void transcript_mark(struct transcript *view, struct regex *re)
{
	view->marked = re;
	if (!re)
		view->here.id = 0;
}

static bool is_here(const struct transcript *view,
		    const struct transcript_item *it, size_t row, size_t byte)
{
	return view->here.id == it->id && view->here.revision == it->revision &&
	       view->here.cols == it->cols && view->here.row == row &&
	       view->here.byte == byte;
}

/* Mark the cells of bytes [start, end) of a row with this text. */
static void add_mark(struct transcript *view, size_t row, int indent,
		     struct slice text, size_t start, size_t end, bool here)
{
	struct transcript_mark *mark;

	if (start >= end)
		return;
	ALLOC_GROW(view->marks, view->mark_count + 1, view->mark_cap);
	mark = &view->marks[view->mark_count++];
	mark->row = row;
	mark->x = indent + width_text(slice_of(text.ptr, start));
	mark->cols = width_text(slice_of(text.ptr + start, end - start));
	mark->here = here;
}

static int indent_of(const struct transcript_item *it, size_t row)
{
	return row_at(it, row)->indent;
}

void transcript_find_marks(struct transcript *view,
			   const struct transcript_item *it, size_t first,
			   size_t end)
{
	size_t height = transcript_item_height(it);
	struct matches matches = { 0 };
	struct joined joined;

	view->mark_count = 0;
	if (!view->marked || view->give_ups >= GIVE_UPS_MAX)
		return;
	first = first > MARGIN_ROWS ? first - MARGIN_ROWS : 0;
	end = end + MARGIN_ROWS < height ? end + MARGIN_ROWS : height;
	join(&joined, it, first, end);
	find_matches(&matches, view->marked, &joined);
	view->give_ups += matches.give_ups;
	for (size_t i = 0; i < matches.count; i++) {
		struct regex_match match = matches.list[i];
		size_t row = row_of(&joined, match.start);
		bool here = is_here(view, it, first + row,
				    match.start - joined.starts[row]);

		for (; row < joined.count && joined.starts[row] < match.end;
		     row++) {
			size_t start = joined.starts[row];
			size_t len = joined.starts[row + 1] - 1 - start;
			size_t from =
				match.start > start ? match.start - start : 0;
			size_t to = match.end - start < len ? match.end - start
							    : len;

			add_mark(view, first + row, indent_of(it, first + row),
				 slice_of(joined.text.buf + start, len), from,
				 to, here);
		}
	}
	free(matches.list);
	joined_release(&joined);
}

/* --- going to a match --- */

static bool is_blank(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* Whether the texts are equal except for blanks and line breaks. */
static bool reads_same(struct slice a, struct slice b)
{
	size_t i = 0, j = 0;

	while (i < a.len && j < b.len) {
		if (is_blank(a.ptr[i]) && is_blank(b.ptr[j])) {
			while (i < a.len && is_blank(a.ptr[i]))
				i++;
			while (j < b.len && is_blank(b.ptr[j]))
				j++;
		} else if (a.ptr[i++] != b.ptr[j++]) {
			return false;
		}
	}
	return i == a.len && j == b.len;
}

static struct slice part(struct slice text, struct regex_match match)
{
	return slice_of(text.ptr + match.start, match.end - match.start);
}

/* The same for a match in drawn rows: at a full row the break may stand for no
 * character. */
static bool drawn_reads(const struct joined *joined, struct regex_match match,
			struct slice what)
{
	const char *text = joined->text.buf;
	size_t i = match.start, j = 0;

	while (i < match.end && j < what.len) {
		if (is_blank(text[i]) && is_blank(what.ptr[j])) {
			while (i < match.end && is_blank(text[i]))
				i++;
			while (j < what.len && is_blank(what.ptr[j]))
				j++;
		} else if (text[i] == '\n' &&
			   joined->ends[row_of(joined, i)] == END_OF_ROOM) {
			i++;
		} else if (text[i++] != what.ptr[j++]) {
			return false;
		}
	}
	return i == match.end && j == what.len;
}

/* How many matches before `match` have the same text. */
static size_t count_before(struct regex *re, struct slice text,
			   struct regex_match match)
{
	struct regex_scan scan = regex_scan_of(text);
	enum regex_result result;
	struct regex_match other;
	size_t count = 0;

	while ((result = regex_scan_next(re, &scan, &other))) {
		if (result != REGEX_MATCH)
			continue;
		if (other.start >= match.start)
			break;
		count += reads_same(part(text, other), part(text, match));
	}
	return count;
}

/*
 * Find the `nth` drawn match (from 0) with the text `what`; false if there are
 * not that many, with the last one found.
 */
static bool find_drawn(struct transcript *view, size_t index, struct slice what,
		       size_t nth, size_t *row, size_t *byte)
{
	const struct transcript_item *it = transcript_item_at(view, index);
	struct matches matches = { 0 };
	struct joined joined;
	bool found = false;

	*row = SIZE_MAX;
	join(&joined, it, 0, transcript_item_height(it));
	find_matches(&matches, view->marked, &joined);
	for (size_t i = 0; i < matches.count && !found; i++) {
		struct regex_match match = matches.list[i];

		if (!drawn_reads(&joined, match, what))
			continue;
		*row = row_of(&joined, match.start);
		*byte = match.start - joined.starts[*row];
		found = !nth--;
	}
	free(matches.list);
	joined_release(&joined);
	return found;
}

/* If nothing drawn has this text: a row as far down as it is in the text. */
static size_t guess_row(struct transcript *view, size_t index,
			struct slice text, size_t at)
{
	const struct transcript_item *it = transcript_item_at(view, index);
	size_t height = transcript_item_height(it);
	double rows = (double)(height > it->lead ? height - it->lead : 0);
	size_t row =
		it->lead + (size_t)(rows * (double)at / (double)(text.len + 1));

	return row < height ? row : (height ? height - 1 : 0);
}

bool transcript_match_is_above(struct transcript *view, uint32_t id,
			       struct slice text, struct regex_match match)
{
	size_t index, row = SIZE_MAX, byte = 0;

	if (!transcript_is_ready(view) || !view->marked)
		return false;
	index = conversation_find_item(view->conv, id);
	if (index == SIZE_MAX || index != view->top.item)
		return index != SIZE_MAX && index < view->top.item;
	if (!find_drawn(view, index, part(text, match),
			count_before(view->marked, text, match), &row, &byte))
		row = guess_row(view, index, text, match.start);
	return row < view->top.row;
}

void transcript_show_match(struct transcript *view, uint32_t id,
			   struct slice text, struct regex_match match)
{
	size_t index, row = SIZE_MAX, byte = 0, nth;
	const struct transcript_item *it;

	if (!transcript_is_ready(view) || !view->marked)
		return;
	index = conversation_find_item(view->conv, id);
	if (index == SIZE_MAX)
		return;
	nth = count_before(view->marked, text, match);
	if (!find_drawn(view, index, part(text, match), nth, &row, &byte) &&
	    transcript_item_at(view, index)->fold_row >= 0) {
		transcript_cache_choose(&view->cache, &view->conv->items[index],
					FOLD_ALL);
		find_drawn(view, index, part(text, match), nth, &row, &byte);
	}
	it = transcript_item_at(view, index);
	view->here = (struct transcript_here){
		.id = row == SIZE_MAX ? 0 : id,
		.revision = it->revision,
		.cols = it->cols,
		.row = row,
		.byte = byte,
	};
	if (row == SIZE_MAX)
		row = guess_row(view, index, text, match.start);
	view->selected = id;
	transcript_show_row(view, (struct place){ index, row },
			    (size_t)view->rows / CONTEXT_PART);
}
