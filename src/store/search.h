#ifndef JPD_STORE_SEARCH_H
#define JPD_STORE_SEARCH_H

#include "src/base/regex.h"
#include "src/store/conversation.h"
#include "src/store/search-pass.h"

/*
 * How often a pattern matches in each item of one conversation, found a little
 * at a time, outward from a place, so that near hits are known first. Items
 * that appear, change or disappear are searched again. Empty matches do not
 * count.
 */
struct search_entry {
	uint32_t id, revision; /* of the item; 0: not searched */
	uint32_t hits;
	bool gave_up; /* on part of it */
};

struct search {
	struct regex *re;     /* NULL: no pattern */
	struct regex *needed; /* finds what each match contains, or NULL */
	struct regex *loose;  /* its letters and digits, or NULL */
	search_shown *shown;  /* draws an item; NULL: search its source */
	bool plain;           /* such a hit is always a match */
	char *pattern;
	const struct conversation *conv;
	struct search_entry *entries; /* by the item's index */
	size_t count, cap;
	uint64_t total;
	size_t gave_up;    /* items */
	uint64_t revision; /* changes with the known hits */

	/* One sweep over all items; [low, high) is done. */
	size_t low, high;
	bool upward;
	bool sweeping;
	int64_t again_ms; /* when search_work() begins the next one */
	uint64_t swept;   /* the conversation's revision when it began */

	/* The item being searched. */
	bool active;
	size_t index;
	struct search_entry entry;
	struct search_pass pass;
};

/* A match: the `ordinal`th (from 0) of an item. */
struct search_hit {
	size_t index;
	uint32_t ordinal;
};

void search_init(struct search *search, search_shown *shown);
void search_release(struct search *search);
/*
 * Search for something else from now on. -1 with a sentence in `err` if the
 * pattern is invalid; nothing is then searched for.
 */
int search_set(struct search *search, struct slice pattern, struct strbuf *err);
/* Search this conversation, outward from item `from`. */
void search_begin(struct search *search, const struct conversation *conv,
		  size_t from);

/*
 * Search about `bytes` more. False if all that exists now is done. Call it
 * again when the conversation's revision has changed.
 */
bool search_step(struct search *search, size_t bytes);
/* Whether search_step() has something to do. */
bool search_is_behind(const struct search *search);

/*
 * Search a little, between other work. A streaming conversation changes all the
 * time, so the next sweep begins some time after the last. False if there is
 * nothing to do now.
 */
#define SEARCH_WORK_BYTES ((size_t)4 << 10)
bool search_work(struct search *search, int64_t now_ms);
bool search_is_due(const struct search *search, int64_t now_ms);
/* When search_work() is due, or -1. */
int64_t search_wake_ms(const struct search *search, int64_t now_ms);

/* Hits in item `index`, as far as known. */
uint32_t search_hits_in(const struct search *search, size_t index);
/* How many known hits precede this one. */
uint64_t search_hits_before(const struct search *search, struct search_hit hit);
/*
 * The next known hit after `hit`, or before it if `step` is negative. False,
 * and `*hit` unchanged, if there is none.
 */
bool search_next(const struct search *search, int step, struct search_hit *hit);
/*
 * The place of the hit in a text of the item, drawn or source, which replaces
 * the content of `text`. False if it no longer exists.
 */
bool search_locate(const struct search *search, struct search_hit hit,
		   struct strbuf *text, struct regex_match *match);

#endif
