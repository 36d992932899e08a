#ifndef JPD_TRANSCRIPT_TRANSCRIPT_CACHE_H
#define JPD_TRANSCRIPT_TRANSCRIPT_CACHE_H

#include "ui/transcript/transcript-item.h"

/*
 * Rows of the items that were looked at last, and what the person folded.
 * Bounded by number and bytes; what was not looked at for longest goes first.
 */
struct fold_choice {
	uint32_t id;
	uint8_t kind; /* enum item_kind */
	uint8_t fold; /* enum fold */
};

struct transcript_cache {
	bool held; /* nobody follows the end: what shows must not shrink */
	struct transcript_item **slots; /* by id; NULL: free */
	size_t cap;                     /* a power of two, or 0 */
	size_t count;
	size_t limit; /* items */
	uint64_t clock;

	struct fold_choice *choices; /* by id */
	size_t choice_count, choice_cap;
	enum fold tools, reasoning; /* of those without a choice */
};

void transcript_cache_init(struct transcript_cache *cache);
void transcript_cache_release(struct transcript_cache *cache);

/*
 * The rows of item `index`, made ready; good until the next call. NULL is
 * never returned.
 */
struct transcript_item *
transcript_cache_get(struct transcript_cache *cache,
		     const struct conversation *conv, size_t index, int cols,
		     const struct transcript_filter *filter);
/* What there is of an item, at whatever width; or NULL. */
struct transcript_item *transcript_cache_peek(const struct transcript_cache *c,
					      uint32_t id);

enum fold transcript_cache_fold(const struct transcript_cache *cache,
				const struct item *item);
void transcript_cache_choose(struct transcript_cache *cache,
			     const struct item *item, enum fold fold);
/* Of all of this kind: unfold, or fold where one is unfolded. */
void transcript_cache_toggle_kind(struct transcript_cache *cache,
				  enum item_kind kind);

#endif
