#include "config.h"

#include "src/store/search.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/regex-literal.h"
#include "src/base/xalloc.h"
#include "src/store/item-text.h"

enum {
	ITEM_COST = 16,          /* bytes that reading an item counts as */
	MATCH_COST = 64,         /* and each match */
	PLAIN_WINDOW = 64 << 10, /* bytes: no word is slow to search for */
	COUNTED_RAW = 256 << 10, /* bytes of a string searched in one step */
	RAW_SHARE = 8,           /* a raw byte costs this part of one decoded */
	DRAWN_COST = 8,          /* a drawn byte costs this many decoded ones */
	TEXT_KEPT = 256 << 10,   /* memory kept for the next text */
};

void search_init(struct search *search, search_shown *shown)
{
	*search = (struct search){ .shown = shown };
	search_pass_init(&search->pass);
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

static void drop_pattern(struct search *search)
{
	regex_free(search->re);
	regex_free(search->needed);
	regex_free(search->loose);
	free(search->pattern);
	search->re = search->needed = search->loose = NULL;
	search->pattern = NULL;
}

void search_release(struct search *search)
{
	forget(search);
	drop_pattern(search);
	search_pass_release(&search->pass);
	search_init(search, search->shown);
}

/*
 * Find the part of the pattern that is spelled alike in JSON and in the text:
 * no quotes, no backslashes and (because some write "\/") no slashes.
 */
static void find_needed(struct search *search, struct slice pattern)
{
	unsigned flags = REGEX_LITERAL;
	struct strbuf text = STRBUF_INIT, loose = STRBUF_INIT;
	struct strbuf err = STRBUF_INIT;
	enum regex_needs needs = regex_literal(&text, pattern, "\"\\/");

	if (regex_is_caseless(search->re))
		flags |= REGEX_CASELESS;
	if (needs)
		search->needed = regex_new(strbuf_slice(&text), flags, &err);
	search->plain = search->needed && needs == REGEX_IS_RUN;
	if (search->shown)
		search_loose_add(&loose, strbuf_slice(&text));
	if (loose.len)
		search->loose = regex_new(strbuf_slice(&loose), flags, &err);
	strbuf_release(&loose);
	strbuf_release(&text);
	strbuf_release(&err);
}

int search_set(struct search *search, struct slice pattern, struct strbuf *err)
{
	forget(search);
	drop_pattern(search);
	search->conv = NULL;
	search->re =
		regex_new(pattern, REGEX_SMART_CASE | REGEX_NOT_EMPTY, err);
	if (!search->re)
		return -1;
	find_needed(search, pattern);
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
	search->revision += entry->hits || entry->gave_up;
	*entry = (struct search_entry){ 0 };
}

/* Make the entries match the current number of items. */
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
	search_pass_trim(&search->pass, TEXT_KEPT);
	/* The item may be gone by now. */
	if (search->index >= search->count ||
	    search->conv->items[search->index].id != search->entry.id)
		return;
	entry = &search->entries[search->index];
	drop(search, entry);
	*entry = search->entry;
	search->total += entry->hits;
	search->gave_up += entry->gave_up;
	search->revision += entry->hits || entry->gave_up;
}

/* --- looking --- */

static bool is_in(struct regex *re, struct slice text)
{
	struct regex_match match;

	return regex_find(re, text, 0, &match) != REGEX_NO_MATCH;
}

/* Whether byte `at` of a raw string belongs to an escape that began earlier. */
static bool is_in_escape(struct slice raw, size_t at)
{
	for (size_t back = 1; back < 6 && back <= at; back++) {
		size_t slash = at - back, before = slash;

		if (raw.ptr[slash] != '\\')
			continue;
		while (before && raw.ptr[before - 1] == '\\')
			before--;
		/* The last of an even number of backslashes is escaped. */
		return (slash - before) % 2 == 0 &&
		       (back == 1 || raw.ptr[slash + 1] == 'u');
	}
	return false;
}

/* How often a word without escapes occurs in a text, or in a raw string. */
static uint32_t count_plain(struct regex *re, struct slice text, bool raw)
{
	struct regex_match match;
	uint32_t count = 0;
	size_t at = 0;

	while (regex_find(re, text, at, &match) == REGEX_MATCH) {
		bool escape = raw && is_in_escape(text, match.start);

		at = escape ? match.start + 1 : match.end;
		count += !escape;
	}
	return count;
}

/* Count the hits in one raw value; false if its text must be built. */
static bool search_value(struct search *search, struct slice value)
{
	struct regex *re = search->needed;

	if (!is_in(re, value))
		return true;
	if (!search->plain || value.len > COUNTED_RAW)
		return false;
	if (value.ptr[0] == '"') {
		search->entry.hits += count_plain(re, value, true);
		return true;
	}
	strbuf_reset(&search->pass.text);
	item_text_value(&search->pass.text, value);
	search->entry.hits +=
		count_plain(re, strbuf_slice(&search->pass.text), false);
	return true;
}

/* Whether the drawn text cannot match, whatever else of it is not drawn. */
static bool misses_loosely(struct search *search, const struct item *item,
			   const struct slice *raws, size_t count)
{
	struct strbuf *letters = &search->pass.text;

	if (!search->loose)
		return false;
	for (size_t i = 0; i < count; i++) {
		strbuf_reset(letters);
		if (!search_loose_add_raw(letters, item, raws, i) ||
		    is_in(search->loose, strbuf_slice(letters)))
			return false;
	}
	return true;
}

/*
 * Search an item's raw JSON, at a fraction of the cost of building its text.
 * True if that settles it: nothing matches, or the hits are known.
 */
static bool search_raw(struct search *search, const struct item *item)
{
	struct slice raws[ITEM_RAWS], values[ITEM_RAWS];
	size_t count = 0, value_count;

	if (search->needed)
		count = item_text_raw(raws, search->conv, item);
	if (!count)
		return false;
	if (search->shown && search_pass_differs(item, raws, count))
		return misses_loosely(search, item, raws, count);
	for (size_t i = 0; i < count; i++) {
		if (!is_in(search->needed, raws[i]))
			continue;
		/* The match may be in a member's name, which is not shown. */
		value_count = item_text_values(values, item, raws[i]);
		for (size_t j = 0; j < value_count; j++) {
			if (search_value(search, values[j]))
				continue;
			search->entry.hits = 0;
			return false;
		}
	}
	return true;
}

/* Returns the cost. */
static size_t open_item(struct search *search, size_t index)
{
	const struct item *item = &search->conv->items[index];

	search->active = true;
	search->index = index;
	search->entry =
		(struct search_entry){ item->id, item->revision, 0, false };
	if (search_raw(search, item)) {
		size_t hits = search->entry.hits;

		store(search);
		return ITEM_COST + hits * MATCH_COST / 2 +
		       item_text_cost(search->conv, item) / RAW_SHARE;
	}
	search->pass.window = search->plain ? PLAIN_WINDOW : 0;
	search_pass_begin(&search->pass, search->shown, search->conv, item);
	/* Decoding costs about as much as searching; drawing far more. */
	return search->pass.text.len / 2 + search->pass.drawn.len * DRAWN_COST;
}

/* Continue with the active item; returns the cost. */
static size_t scan_item(struct search *search, size_t bytes)
{
	struct search_pass *pass = &search->pass;
	struct regex_match match;
	size_t cost = 0;

	while (cost < bytes) {
		size_t start = pass->scan.pos;
		enum regex_result result =
			search_pass_next(pass, search->re, &match);

		switch (result) {
		case REGEX_MATCH:
			search->entry.hits++;
			break;
		case REGEX_GAVE_UP:
			search->entry.gave_up = true;
			/* It cost much more than its bytes suggest. */
			return bytes;
		case REGEX_MORE:
			if (pass->scan.slow)
				return bytes;
			break;
		case REGEX_NO_MATCH:
			cost += pass->scan.text.len - start + ITEM_COST;
			store(search);
			return cost;
		}
		/* The next text starts over; a match found in both is skipped,
		 * but costs the same. */
		cost += pass->scan.pos > start ? pass->scan.pos - start : 1;
		cost += result == REGEX_MATCH || pass->has_drawn ? MATCH_COST
								 : 0;
	}
	return bytes;
}

/* The next item of the sweep, nearest first; false at the end. */
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
	       (search->active || search->sweeping || search->conv->head ||
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
			cost = open_item(search, index);
		} else {
			cost = 1;
		}
		bytes -= cost < bytes ? cost : bytes;
	}
	return true;
}

bool search_is_due(const struct search *search, int64_t now_ms)
{
	return search_is_behind(search) &&
	       (search->sweeping || search->active ||
		now_ms >= search->again_ms);
}

bool search_work(struct search *search, int64_t now_ms)
{
	enum { AGAIN_MS = 250 };

	if (!search_is_due(search, now_ms))
		return false;
	if (!search->sweeping && !search->active)
		search->again_ms = now_ms + AGAIN_MS;
	search_step(search, SEARCH_WORK_BYTES);
	return search_is_due(search, now_ms);
}

int64_t search_wake_ms(const struct search *search, int64_t now_ms)
{
	if (!search_is_behind(search))
		return -1;
	return search_is_due(search, now_ms) ? now_ms : search->again_ms;
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
	struct search_pass pass;
	uint32_t left = hit.ordinal + 1;
	enum regex_result result;
	bool found = false;

	strbuf_reset(text);
	if (!search->re || !search->conv ||
	    hit.index >= search->conv->item_count)
		return false;
	search_pass_init(&pass);
	search_pass_begin(&pass, search->shown, search->conv,
			  &search->conv->items[hit.index]);
	while (!found && (result = search_pass_next(&pass, search->re, match)))
		found = result == REGEX_MATCH && !--left;
	strbuf_addslice(text, search_pass_text(&pass));
	search_pass_release(&pass);
	return found;
}
