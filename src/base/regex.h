#ifndef JPD_BASE_REGEX_H
#define JPD_BASE_REGEX_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Patterns of PCRE2, over UTF-8 in which bad bytes may stand: they match
 * nothing. ^ and $ stand at line breaks too. No pattern and no text can make
 * a search go on for ever: it gives up, which is not the same as no match.
 */
struct regex;

enum regex_flags {
	REGEX_SMART_CASE = 1, /* capitals count only if the pattern has one */
	REGEX_LITERAL = 2,    /* no character is special */
	REGEX_ANCHORED = 4,   /* matches begin where the search begins */
	REGEX_NOT_EMPTY = 8,  /* a match of nothing is none */
	REGEX_CASELESS = 16,  /* capitals never count */
};

enum regex_result {
	REGEX_NO_MATCH,
	REGEX_MATCH,
	REGEX_GAVE_UP, /* over the limits of steps or memory */
	REGEX_MORE,    /* regex_scan_next(): not at the end yet, call again */
};

/* Bytes [start, end) of the text. */
struct regex_match {
	size_t start, end;
};

enum {
	REGEX_PATTERN_MAX = 4096, /* bytes */
	REGEX_GROUPS = 10,        /* that are told: the whole, \1 to \9 */
};

/*
 * NULL with a sentence in `err` that names the place (in characters, from 1):
 * "missing closing parenthesis at character 4".
 */
struct regex *regex_new(struct slice pattern, unsigned flags,
			struct strbuf *err);
void regex_free(struct regex *re);
/* Whether capitals do not count, as a flag or the pattern has it. */
bool regex_is_caseless(const struct regex *re);

/* The first match that begins at byte `from` or later. */
enum regex_result regex_find(struct regex *re, struct slice text, size_t from,
			     struct regex_match *match);
/* Group `n` of the last match, 0 to REGEX_GROUPS - 1; false: not matched. */
bool regex_group(const struct regex *re, unsigned n, struct regex_match *match);

/*
 * All matches of a text, one after the other, none within another; an empty
 * one takes no byte away from the next. Each call tries `window` bytes at
 * most, so that the caller can stop between calls, and looks REGEX_SCAN_REACH
 * beyond, so no match is longer than that; far less in words of more than
 * REGEX_SCAN_WORD bytes, where (\w+)\s\1 and the like take time that grows
 * with the square of the word. REGEX_GAVE_UP: a window was passed over; go
 * on. `text` must stay what it is.
 */
#define REGEX_SCAN_REACH ((size_t)8 << 10)
#define REGEX_SCAN_WORD  ((size_t)256)

struct regex_scan {
	struct slice text;
	size_t pos;
	size_t window;    /* may be changed between calls */
	bool slow;        /* the last call may have taken long by its nature */
	bool after_empty; /* the last match was empty, at `pos` */
};

static inline struct regex_scan regex_scan_of(struct slice text)
{
	return (struct regex_scan){ text, 0, 512, false, false };
}

enum regex_result regex_scan_next(struct regex *re, struct regex_scan *scan,
				  struct regex_match *match);

#endif
