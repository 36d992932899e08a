#include "config.h"

#include "ui/transcript/transcript-cache.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"

enum {
	LIMIT = 512,     /* items */
	MIN_SLOTS = 256, /* a power of two */
	BYTES_MAX = 64 << 20,
	COUNT_EVERY = 1024, /* lookups between two counts of the bytes */
};

void transcript_cache_init(struct transcript_cache *cache)
{
	*cache = (struct transcript_cache){ .limit = LIMIT };
}

void transcript_cache_release(struct transcript_cache *cache)
{
	for (size_t i = 0; i < cache->cap; i++)
		transcript_item_free(cache->slots[i]);
	free(cache->slots);
	free(cache->choices);
	transcript_cache_init(cache);
}

/* The slot of `id`, or the free one where it would go. */
static size_t slot_of(const struct transcript_cache *cache, uint32_t id)
{
	/* Ids are consecutive: the hash spreads neighbours over the table. */
	size_t slot = (size_t)id * 2654435761u & (cache->cap - 1);

	while (cache->slots[slot] && cache->slots[slot]->id != id)
		slot = (slot + 1) & (cache->cap - 1);
	return slot;
}

/* A new table of `cap` slots with the items used after `since`. */
static void rebuild(struct transcript_cache *cache, size_t cap, uint64_t since)
{
	struct transcript_item **old = cache->slots;
	size_t old_cap = cache->cap;

	cache->slots = xcalloc(cap, sizeof(*cache->slots));
	cache->cap = cap;
	cache->count = 0;
	for (size_t i = 0; i < old_cap; i++) {
		if (!old[i])
			continue;
		if (old[i]->used < since) {
			transcript_item_free(old[i]);
			continue;
		}
		cache->slots[slot_of(cache, old[i]->id)] = old[i];
		cache->count++;
	}
	free(old);
}

static int compare_ages(const void *a, const void *b)
{
	uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;

	return (first > second) - (first < second);
}

/* Drop the least recently used half. */
static void drop_half(struct transcript_cache *cache)
{
	uint64_t *ages = xcalloc(cache->count, sizeof(*ages));
	size_t n = 0;

	for (size_t i = 0; i < cache->cap; i++)
		if (cache->slots[i])
			ages[n++] = cache->slots[i]->used;
	qsort(ages, n, sizeof(*ages), compare_ages);
	rebuild(cache, cache->cap, ages[n / 2]);
	free(ages);
}

static bool is_too_big(const struct transcript_cache *cache)
{
	size_t bytes = 0;

	for (size_t i = 0; i < cache->cap; i++) {
		const struct transcript_item *it = cache->slots[i];

		if (it)
			bytes += it->rows.text.cap +
				 it->rows.span_cap * sizeof(struct span) +
				 it->rows.cap * sizeof(struct row);
	}
	return bytes > BYTES_MAX;
}

struct transcript_item *transcript_cache_peek(const struct transcript_cache *c,
					      uint32_t id)
{
	return c->cap ? c->slots[slot_of(c, id)] : NULL;
}

/* The index of the choice for `id`, or where it would go. */
static size_t choice_of(const struct transcript_cache *cache, uint32_t id)
{
	size_t low = 0, high = cache->choice_count;

	while (low < high) {
		size_t mid = (low + high) / 2;

		if (cache->choices[mid].id < id)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static bool is_choice(const struct transcript_cache *cache, size_t at,
		      uint32_t id)
{
	return at < cache->choice_count && cache->choices[at].id == id;
}

static enum fold fold_of(const struct transcript_cache *cache,
			 const struct item *item)
{
	size_t at = choice_of(cache, item->id);

	if (is_choice(cache, at, item->id))
		return (enum fold)cache->choices[at].fold;
	if (item->kind == ITEM_TOOL_CALL)
		return cache->tools;
	return item->kind == ITEM_REASONING ? cache->reasoning : FOLD_AUTO;
}

struct transcript_item *
transcript_cache_get(struct transcript_cache *cache,
		     const struct conversation *conv, size_t index, int cols,
		     const struct transcript_filter *filter)
{
	const struct item *item = &conv->items[index];
	struct transcript_item *it;

	if (++cache->clock % COUNT_EVERY == 0 && is_too_big(cache))
		drop_half(cache);
	it = transcript_cache_peek(cache, item->id);
	if (!it) {
		if (cache->count >= cache->limit)
			drop_half(cache);
		if (2 * (cache->count + 1) > cache->cap)
			rebuild(cache, cache->cap ? 2 * cache->cap : MIN_SLOTS,
				0);
		it = transcript_item_new();
		cache->slots[slot_of(cache, item->id)] = it;
		cache->count++;
	}
	it->used = cache->clock;
	it->held = cache->held;
	transcript_item_update(it, conv, index, cols, fold_of(cache, item),
			       filter);
	return it;
}

void transcript_cache_choose(struct transcript_cache *cache,
			     const struct item *item, enum fold fold)
{
	size_t at = choice_of(cache, item->id);

	if (!is_choice(cache, at, item->id)) {
		ALLOC_GROW(cache->choices, cache->choice_count + 1,
			   cache->choice_cap);
		memmove(&cache->choices[at + 1], &cache->choices[at],
			(cache->choice_count - at) * sizeof(*cache->choices));
		cache->choice_count++;
	}
	cache->choices[at] = (struct fold_choice){
		.id = item->id,
		.kind = (uint8_t)item->kind,
		.fold = (uint8_t)fold,
	};
}

void transcript_cache_toggle_kind(struct transcript_cache *cache,
				  enum item_kind kind)
{
	enum fold *all =
		kind == ITEM_TOOL_CALL ? &cache->tools : &cache->reasoning;
	bool open = *all > FOLD_CLOSED;
	size_t kept = 0;

	for (size_t i = 0; i < cache->choice_count; i++) {
		if (cache->choices[i].kind == kind)
			open |= cache->choices[i].fold > FOLD_CLOSED;
		else
			cache->choices[kept++] = cache->choices[i];
	}
	cache->choice_count = kept;
	*all = open                     ? FOLD_AUTO
	       : kind == ITEM_TOOL_CALL ? FOLD_PREVIEW
					: FOLD_ALL;
}
