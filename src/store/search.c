#include "config.h"

#include "src/store/search.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "src/store/item-text.h"

enum {
	ITEM_COST = 16,        /* bytes that looking at an item counts as */
	MATCH_COST = 64,       /* and each match */
	TEXT_KEPT = 256 << 10, /* memory that is kept for the next text */
};

void search_init(struct search *search)
{
	*search = (struct search){ .text = STRBUF_INIT };
}

static void forget(struct search *search)
{
	free(search->entries);
	search->entries = NULL;
	search->count = search->cap = 0;
	search->total = 0;
	search->gave_up = 0;
	search->active = search->sweeping = false;
	search->revision++;
}

void search_release(struct search *search)
{
	forget(search);
	regex_free(search->re);
	free(search->pattern);
	strbuf_release(&search->text);
	search_init(search);
}

int search_set(struct search *search, struct slice pattern, struct strbuf *err)
{
	forget(search);
	regex_free(search->re);
	free(search->pattern);
	search->pattern = NULL;
	search->conv = NULL;
	search->re =
		regex_new(pattern, REGEX_SMART_CASE | REGEX_NOT_EMPTY, err);
	if (!search->re)
		return -1;
	search->pattern = xmemdupz(pattern.ptr, pattern.len);
	return 0;
}

static void begin_sweep(struct search *search, size_t from)
{
	size_t count = search->conv->item_count;

	search->low = search->high = from < count ? from : count;
	search->upward = false;
	search->sweeping = true;
	search->swept = search->conv->revision;
}

void search_begin(struct search *search, const struct conversation *conv,
		  size_t from)
{
	if (search->conv != conv)
		forget(search);
	search->conv = conv;
	search->active = false;
	begin_sweep(search, from);
}

/* --- what is known --- */

static void drop(struct search *search, struct search_entry *entry)
{
	search->total -= entry->hits;
	search->gave_up -= entry->gave_up;
	*entry = (struct search_entry){ 0 };
	search->revision++;
}

/* As many entries as there are items now. */
static void fit(struct search *search)
{
	size_t count = search->conv->item_count;

	while (search->count > count)
		drop(search, &search->entries[--search->count]);
	if (search->count == count)
		return;
	ALLOC_GROW(search->entries, count, search->cap);
	memset(&search->entries[search->count], 0,
	       (count - search->count) * sizeof(*search->entries));
	search->count = count;
}

static bool is_known(const struct search *search, size_t index)
{
	const struct item *item = &search->conv->items[index];
	const struct search_entry *entry = &search->entries[index];

	return entry->id == item->id && entry->revision == item->revision;
}

static void store(struct search *search)
{
	struct search_entry *entry;

	search->active = false;
	if (search->text.cap > TEXT_KEPT)
		strbuf_release(&search->text);
	/* It may have gone while its text was looked at. */
	if (search->index >= search->count ||
	    search->conv->items[search->index].id != search->entry.id)
		return;
	entry = &search->entries[search->index];
	drop(search, entry);
	*entry = search->entry;
	search->total += entry->hits;
	search->gave_up += entry->gave_up;
}

/* --- looking --- */

static void open_item(struct search *search, size_t index)
{
	const struct item *item = &search->conv->items[index];

	search->active = true;
	search->index = index;
	search->entry =
		(struct search_entry){ item->id, item->revision, 0, false };
	strbuf_reset(&search->text);
	item_text_search(&search->text, search->conv, item);
	search->scan = regex_scan_of(strbuf_slice(&search->text));
}

/* Go on with the item in work; returns what it cost. */
static size_t scan_item(struct search *search, size_t bytes)
{
	size_t start = search->scan.pos, matches = 0;
	struct regex_match match;

	while (search->scan.pos - start + matches * MATCH_COST < bytes) {
		switch (regex_scan_next(search->re, &search->scan, &match)) {
		case REGEX_MATCH:
			search->entry.hits++;
			matches++;
			break;
		case REGEX_GAVE_UP:
			search->entry.gave_up = true;
			/* It cost much more than its bytes. */
			return bytes;
		case REGEX_MORE:
			if (search->scan.slow)
				return bytes;
			break;
		case REGEX_NO_MATCH:
			store(search);
			return search->scan.text.len - start + ITEM_COST;
		}
	}
	return bytes;
}

/* The next item of the sweep, near to far; false at the end. */
static bool advance(struct search *search, size_t *index)
{
	bool can_go_up = search->low > 0;
	bool can_go_down = search->high < search->count;

	if (!can_go_up && !can_go_down)
		return false;
	search->upward = can_go_up && (!can_go_down || search->upward);
	*index = search->upward ? --search->low : search->high++;
	search->upward = !search->upward;
	return true;
}

bool search_is_behind(const struct search *search)
{
	return search->re && search->conv &&
	       (search->active || search->sweeping ||
		search->swept != search->conv->revision);
}

bool search_step(struct search *search, size_t bytes)
{
	size_t index;

	if (!search_is_behind(search))
		return false;
	fit(search);
	if (search->low > search->count)
		search->low = search->count;
	if (search->high > search->count)
		search->high = search->count;
	if (!search->active && !search->sweeping)
		begin_sweep(search, search->count);
	while (bytes) {
		size_t cost = ITEM_COST;

		if (search->active) {
			cost = scan_item(search, bytes);
		} else if (!advance(search, &index)) {
			search->sweeping = false;
			return search_is_behind(search);
		} else if (!is_known(search, index)) {
			open_item(search, index);
			/* Decoding costs about as much as looking. */
			cost = search->text.len / 2;
		} else {
			cost = 1;
		}
		bytes -= cost < bytes ? cost : bytes;
	}
	return true;
}

/* --- asking --- */

uint32_t search_hits_in(const struct search *search, size_t index)
{
	if (index >= search->count || index >= search->conv->item_count ||
	    search->entries[index].id != search->conv->items[index].id)
		return 0;
	return search->entries[index].hits;
}

uint64_t search_hits_before(const struct search *search, struct search_hit hit)
{
	uint64_t sum = hit.ordinal;

	for (size_t i = 0; i < hit.index && i < search->count; i++)
		sum += search->entries[i].hits;
	return sum;
}

bool search_next(const struct search *search, int step, struct search_hit *hit)
{
	size_t index = hit->index;
	uint32_t hits;

	if (step > 0 && hit->ordinal + 1 < search_hits_in(search, index)) {
		hit->ordinal++;
		return true;
	}
	if (step < 0 && hit->ordinal && search_hits_in(search, index)) {
		hit->ordinal--;
		return true;
	}
	for (;;) {
		if (step > 0 ? index + 1 >= search->count : !index)
			return false;
		index = step > 0 ? index + 1 : index - 1;
		hits = search_hits_in(search, index);
		if (!hits)
			continue;
		*hit = (struct search_hit){ index, step > 0 ? 0 : hits - 1 };
		return true;
	}
}

bool search_locate(const struct search *search, struct search_hit hit,
		   struct strbuf *text, struct regex_match *match)
{
	struct regex_scan scan;
	uint32_t left = hit.ordinal + 1;
	enum regex_result result;

	strbuf_reset(text);
	if (!search->re || !search->conv ||
	    hit.index >= search->conv->item_count)
		return false;
	item_text_search(text, search->conv, &search->conv->items[hit.index]);
	scan = regex_scan_of(strbuf_slice(text));
	while ((result = regex_scan_next(search->re, &scan, match)))
		if (result == REGEX_MATCH && !--left)
			return true;
	return false;
}
