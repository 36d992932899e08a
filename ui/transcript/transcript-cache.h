#ifndef JPD_TRANSCRIPT_TRANSCRIPT_CACHE_H
#define JPD_TRANSCRIPT_TRANSCRIPT_CACHE_H

#include "ui/transcript/transcript-item.h"

/*
 * Rows of the most recently used items, and the user's folds. Limited by number
 * and bytes; the least recently used items are dropped first.
 */
struct fold_choice {
	uint32_t id;
	uint8_t kind; /* enum item_kind */
	uint8_t fold; /* enum fold */
};

struct transcript_cache {
	bool held; /* the end is not followed: visible rows must not shrink */
	struct transcript_item **slots; /* by id; NULL: free */
	size_t cap;                     /* a power of two, or 0 */
	size_t count;
	size_t limit; /* items */
	uint64_t clock;

	struct fold_choice *choices; /* by id */
	size_t choice_count, choice_cap;
	enum fold tools, reasoning; /* of items without a choice */
};

void transcript_cache_init(struct transcript_cache *cache);
void transcript_cache_release(struct transcript_cache *cache);

/*
 * The rows of item `index`, up to date; valid until the next call. Never
 * returns NULL.
 */
struct transcript_item *
transcript_cache_get(struct transcript_cache *cache,
		     const struct conversation *conv, size_t index, int cols,
		     const struct transcript_filter *filter);
/* The cached rows of an item, at whatever width; or NULL. */
struct transcript_item *transcript_cache_peek(const struct transcript_cache *c,
					      uint32_t id);

void transcript_cache_choose(struct transcript_cache *cache,
			     const struct item *item, enum fold fold);
/* Unfold all items of this kind, or fold them if one is unfolded. */
void transcript_cache_toggle_kind(struct transcript_cache *cache,
				  enum item_kind kind);

#endif
