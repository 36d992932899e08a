#include "config.h"

#include "ui/view/picker.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "ui/view/arguments.h"
#include "ui/view/picker-match.h"

void picker_init(struct picker *picker)
{
	*picker = (struct picker){ .page = 1 };
	editor_init(&picker->filter);
	picker->filter.one_line = true;
}

void picker_release(struct picker *picker)
{
	if (!picker)
		return;
	for (size_t i = 0; i < picker->count; i++) {
		free(picker->labels[i]);
		free(picker->folded[i]);
		free(picker->details[i]);
	}
	free(picker->labels);
	free(picker->folded);
	free(picker->details);
	free(picker->matches);
	free(picker->seen);
	editor_release(&picker->filter);
	picker_init(picker);
}

static char *clean(struct slice text)
{
	struct strbuf line = STRBUF_INIT;

	arguments_add_line(&line, text);
	return strbuf_detach(&line);
}

void picker_add(struct picker *picker, struct slice label, struct slice detail)
{
	struct strbuf folded = STRBUF_INIT;
	size_t at = picker->count;

	if (at == picker->cap) {
		size_t cap = alloc_grow_size(picker->cap, at + 1);

		picker->labels = xreallocarray(picker->labels, cap,
					       sizeof(*picker->labels));
		picker->folded = xreallocarray(picker->folded, cap,
					       sizeof(*picker->folded));
		picker->details = xreallocarray(picker->details, cap,
						sizeof(*picker->details));
		picker->matches = xreallocarray(picker->matches, cap,
						sizeof(*picker->matches));
		picker->seen =
			xreallocarray(picker->seen, cap, sizeof(*picker->seen));
		picker->cap = cap;
	}
	picker->seen[at] = 0;
	picker->labels[at] = clean(label);
	picker->details[at] = detail.len ? clean(detail) : NULL;
	picker_fold(&folded, slice_str(picker->labels[at]));
	picker->folded[at] = strbuf_detach(&folded);
	picker->count++;
}

void picker_change(struct picker *picker, size_t index, struct slice label,
		   struct slice detail)
{
	struct strbuf folded = STRBUF_INIT;
	char *text = clean(label);

	free(picker->details[index]);
	picker->details[index] = detail.len ? clean(detail) : NULL;
	if (!strcmp(text, picker->labels[index])) {
		free(text);
		return;
	}
	free(picker->labels[index]);
	free(picker->folded[index]);
	picker->labels[index] = text;
	picker_fold(&folded, slice_str(text));
	picker->folded[index] = strbuf_detach(&folded);
	picker->seen[index] = 0;
}

static void match_all(struct picker *picker)
{
	for (size_t i = 0; i < picker->count; i++)
		picker->matches[i] = i;
	picker->match_count = picker->count;
}

void picker_start(struct picker *picker)
{
	editor_set(&picker->filter, slice_of(NULL, 0));
	match_all(picker);
	picker->selected = 0;
	picker->top = 0;
	picker->skip = 0;
	picker->touched = false;
}

void picker_select(struct picker *picker, size_t index)
{
	for (size_t i = 0; i < picker->match_count; i++)
		if (picker->matches[i] == index)
			picker->selected = i;
}

/* A match as a number, better ones higher; ties by index. */
static uint64_t rank(unsigned score, size_t index)
{
	return (uint64_t)score << 32 | (UINT32_MAX - (uint32_t)index);
}

static int compare_ranks(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x < y) - (x > y);
}

/* Keep the matches that match the filter, best first. */
static void narrow(struct picker *picker)
{
	struct picker_pattern pattern;
	uint64_t *ranks =
		xreallocarray(NULL, picker->match_count + 1, sizeof(*ranks));
	size_t count = 0;

	picker_pattern_init(&pattern, strbuf_slice(&picker->filter.text));
	for (size_t i = 0; i < picker->match_count; i++) {
		size_t at = picker->matches[i];
		const char *label = pattern.exact_case ? picker->labels[at]
						       : picker->folded[at];
		unsigned score =
			picker_pattern_score(&pattern, slice_str(label));

		if (score)
			ranks[count++] = rank(score, at);
	}
	qsort(ranks, count, sizeof(*ranks), compare_ranks);
	for (size_t i = 0; i < count; i++)
		picker->matches[i] = UINT32_MAX - (uint32_t)ranks[i];
	picker->match_count = count;
	picker_pattern_release(&pattern);
	free(ranks);
}

/* The filter was `before`; a longer one cannot match more. */
static bool refilter(struct picker *picker, struct slice before)
{
	struct slice now = strbuf_slice(&picker->filter.text);

	if (slice_equal(now, before))
		return false;
	if (!slice_starts_with(now, before))
		match_all(picker);
	narrow(picker);
	picker->selected = 0;
	picker->top = 0;
	picker->skip = 0;
	return true;
}

void picker_extend(struct picker *picker)
{
	size_t chosen = picker_chosen(picker);

	match_all(picker);
	if (picker->filter.text.len)
		narrow(picker);
	if (picker->touched && chosen != SIZE_MAX)
		picker_select(picker, chosen);
}

/* Scroll within the selected entry while there is more in that direction. */
static bool move_within(struct picker *picker, long step)
{
	int page = (int)picker->page, most = picker->tall - page;
	int skip = picker->skip;

	if (labs(step) != 1 || most <= 0)
		return false;
	skip += (int)step * (page > 1 ? page - 1 : 1);
	skip = skip < 0 ? 0 : skip > most ? most : skip;
	if (skip == picker->skip)
		return false;
	picker->skip = skip;
	return true;
}

static void move(struct picker *picker, long step)
{
	size_t last = picker->match_count ? picker->match_count - 1 : 0;
	size_t far = (size_t)labs(step);

	if (move_within(picker, step))
		return;
	picker->skip = picker->tall = 0;
	if (step < 0)
		picker->selected -=
			far < picker->selected ? far : picker->selected;
	else
		picker->selected += far < last - picker->selected
					    ? far
					    : last - picker->selected;
}

/* How far a key moves the selection; 0 for other keys. */
static long step_of(const struct picker *picker, struct key key)
{
	long page = picker->page > 1 ? (long)picker->page - 1 : 1;

	if (key.sym == KEY_SYM_NONE && key.mods == KEY_CTRL)
		return key.ch == 'n' ? 1 : key.ch == 'p' ? -1 : 0;
	if (key.sym == KEY_SYM_HOME && key.mods == KEY_CTRL)
		return -(long)picker->match_count;
	if (key.sym == KEY_SYM_END && key.mods == KEY_CTRL)
		return (long)picker->match_count;
	if (key.mods)
		return 0;
	switch (key.sym) {
	case KEY_SYM_UP:
		return -1;
	case KEY_SYM_DOWN:
		return 1;
	case KEY_SYM_PAGE_UP:
		return -page;
	case KEY_SYM_PAGE_DOWN:
		return page;
	case KEY_SYM_HOME:
		return picker->filter.text.len ? 0 : -(long)picker->selected;
	case KEY_SYM_END:
		return picker->filter.text.len ? 0 : (long)picker->match_count;
	default:
		return 0;
	}
}

/* "1" and then "2" is 12, if there are that many entries; a number without an
 * entry does not filter. */
static bool use_digit(struct picker *picker, struct key key)
{
	size_t digit;

	if (!picker->digits || picker->filter.text.len || key.mods ||
	    key.sym != KEY_SYM_NONE || key.ch < '0' || key.ch > '9') {
		picker->number = 0;
		return false;
	}
	digit = key.ch - '0';
	picker->number = picker->number * 10 + digit;
	if (picker->number > picker->match_count)
		picker->number = digit;
	if (picker->number && picker->number <= picker->match_count) {
		picker->selected = picker->number - 1;
		picker->skip = 0;
		picker->touched = true;
	} else {
		picker->number = 0;
	}
	return true;
}

enum picker_result picker_key(struct picker *picker, struct key key)
{
	long step = step_of(picker, key);
	enum editor_result result;
	char *before;
	size_t len;

	if (use_digit(picker, key))
		return picker->number ? PICKER_CHANGED : PICKER_IGNORED;
	if (step) {
		move(picker, step);
		picker->touched = true;
		return PICKER_CHANGED;
	}
	len = picker->filter.text.len;
	before = xmemdupz(picker->filter.text.buf, len);
	result = editor_key(&picker->filter, key);
	if (refilter(picker, slice_of(before, len)))
		picker->touched = true;
	free(before);
	return result == EDITOR_IGNORED ? PICKER_IGNORED : PICKER_CHANGED;
}

/* Change the filter, and update the matches. */
static void edit_filter(struct picker *picker, struct slice text,
			void (*edit)(struct editor *editor, struct slice text))
{
	size_t len = picker->filter.text.len;
	char *before = xmemdupz(picker->filter.text.buf, len);

	edit(&picker->filter, text);
	refilter(picker, slice_of(before, len));
	free(before);
}

void picker_paste(struct picker *picker, struct slice text)
{
	edit_filter(picker, text, editor_paste);
}

void picker_filter(struct picker *picker, struct slice text)
{
	edit_filter(picker, text, editor_set);
}

void picker_wheel(struct picker *picker, int step)
{
	move(picker, step);
}

bool picker_click(struct picker *picker, size_t match)
{
	if (match >= picker->match_count)
		return false;
	picker->touched = true;
	if (match != picker->selected)
		picker->skip = picker->tall = 0;
	picker->selected = match;
	return true;
}

bool picker_written(struct picker *picker)
{
	bool fresh = false;

	for (size_t i = 0; i < picker->count; i++) {
		picker->seen[i] &= ~PICKER_WRITTEN;
		if (!(picker->seen[i] & PICKER_DRAWN))
			continue;
		picker->seen[i] |= PICKER_WRITTEN;
		fresh |= !(picker->seen[i] & PICKER_SEEN);
	}
	return fresh;
}

void picker_rewritten(struct picker *picker)
{
	for (size_t i = 0; i < picker->count; i++)
		if (!(picker->seen[i] & PICKER_DRAWN))
			picker->seen[i] &= ~PICKER_WRITTEN;
}

void picker_arrived(struct picker *picker)
{
	for (size_t i = 0; i < picker->count; i++)
		if (picker->seen[i] & PICKER_WRITTEN)
			picker->seen[i] |= PICKER_SEEN;
}

bool picker_is_seen(const struct picker *picker, size_t index)
{
	return picker->seen[index] & PICKER_SEEN;
}

size_t picker_chosen(const struct picker *picker)
{
	return picker->selected < picker->match_count
		       ? picker->matches[picker->selected]
		       : SIZE_MAX;
}
