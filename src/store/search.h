#ifndef JPD_STORE_SEARCH_H
#define JPD_STORE_SEARCH_H

#include "src/base/regex.h"
#include "src/store/conversation.h"

/*
 * How often a pattern matches in each item of one conversation, found a
 * little at a time: from a place outward, so that what is near is known
 * first. Items that come, change or go are looked at again. Matches of
 * nothing do not count.
 */
struct search_entry {
	uint32_t id, revision; /* of the item; 0: not searched */
	uint32_t hits;
	bool gave_up; /* on a part of it */
};

struct search {
	struct regex *re;     /* NULL: no pattern */
	struct regex *needed; /* finds what each match holds, or NULL */
	bool plain;           /* each match is just that */
	char *pattern;
	const struct conversation *conv;
	struct search_entry *entries; /* by the item's index */
	size_t count, cap;
	uint64_t total;
	size_t gave_up;    /* items */
	uint64_t revision; /* changes with the hits that are known */

	/* One sweep over all items; [low, high) is behind it. */
	size_t low, high;
	bool upward;
	bool sweeping;
	int64_t again_ms; /* search_work() begins the next one then */
	uint64_t swept;   /* the conversation's revision when it began */

	/* The item in work. */
	bool active;
	size_t index;
	struct search_entry entry;
	struct strbuf text;
	struct regex_scan scan;
};

/* A match: the `ordinal`th (from 0) of an item. */
struct search_hit {
	size_t index;
	uint32_t ordinal;
};

void search_init(struct search *search);
void search_release(struct search *search);
/*
 * Search for something else from now on. -1 with a sentence in `err` where
 * the pattern is bad; then nothing is searched for.
 */
int search_set(struct search *search, struct slice pattern, struct strbuf *err);
/* In this conversation, from item `from` outward. */
void search_begin(struct search *search, const struct conversation *conv,
		  size_t from);

/*
 * Look at about `bytes` more. False where all is searched that there is now.
 * Call it again when the conversation's revision has changed.
 */
bool search_step(struct search *search, size_t bytes);
/* Whether search_step() has something to do. */
bool search_is_behind(const struct search *search);

/*
 * A little of it, between other work. What streams in changes all the time, so
 * the next sweep begins some time after the last. False where nothing is to be
 * done now.
 */
#define SEARCH_WORK_BYTES ((size_t)4 << 10)
bool search_work(struct search *search, int64_t now_ms);
bool search_is_due(const struct search *search, int64_t now_ms);
/* When that is, or -1. */
int64_t search_wake_ms(const struct search *search, int64_t now_ms);

/* Hits in item `index`, as far as they are known. */
uint32_t search_hits_in(const struct search *search, size_t index);
/* How many are known before this one. */
uint64_t search_hits_before(const struct search *search, struct search_hit hit);
/*
 * The next known hit after `hit`, or the one before it where `step` is below
 * 0. False where there is none; `*hit` stays then.
 */
bool search_next(const struct search *search, int step, struct search_hit *hit);
/*
 * Where it stands in the item's text, which is put in place of what `text`
 * holds. False where it is not there any more.
 */
bool search_locate(const struct search *search, struct search_hit hit,
		   struct strbuf *text, struct regex_match *match);

#endif
