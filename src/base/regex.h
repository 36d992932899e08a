#ifndef JPD_BASE_REGEX_H
#define JPD_BASE_REGEX_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * PCRE2 patterns over UTF-8 text, which may have invalid bytes: they match
 * nothing. ^ and $ also match at line breaks. No pattern and no text can make a
 * search run forever: it gives up, which differs from finding no match.
 */
struct regex;

enum regex_flags {
	REGEX_SMART_CASE = 1, /* case matters only if it has a capital */
	REGEX_LITERAL = 2,    /* no character is special */
	REGEX_ANCHORED = 4,   /* matches begin where the search begins */
	REGEX_NOT_EMPTY = 8,  /* an empty match does not count */
	REGEX_CASELESS = 16,  /* case never matters */
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
	REGEX_GROUPS = 10,        /* that are reported: the whole, \1 to \9 */
};

/*
 * NULL with a sentence in `err` that gives the place (in characters, from 1):
 * "missing closing parenthesis at character 4".
 */
struct regex *regex_new(struct slice pattern, unsigned flags,
			struct strbuf *err);
void regex_free(struct regex *re);
/* Whether case is ignored, by a flag or by the pattern. */
bool regex_is_caseless(const struct regex *re);

/* The first match that begins at byte `from` or later. */
enum regex_result regex_find(struct regex *re, struct slice text, size_t from,
			     struct regex_match *match);
/* Group `n` of the last match, 0 to REGEX_GROUPS - 1; false: not matched. */
bool regex_group(const struct regex *re, unsigned n, struct regex_match *match);

/*
 * All matches of a text, in order and without overlap; an empty one uses up no
 * byte. Each call tries at most `window` bytes, so that the caller can stop
 * between calls, and reads REGEX_SCAN_REACH beyond, so no match is longer than
 * that. In words of more than REGEX_SCAN_WORD bytes it reads far less, because
 * (\w+)\s\1 and the like take time that is quadratic in the word.
 * REGEX_GAVE_UP: a window was skipped; continue. `text` must not change.
 */
#define REGEX_SCAN_REACH ((size_t)8 << 10)
#define REGEX_SCAN_WORD  ((size_t)256)

struct regex_scan {
	struct slice text;
	size_t pos;
	size_t window;    /* may be changed between calls */
	bool slow;        /* the last call may have been slow by its nature */
	bool after_empty; /* the last match was empty, at `pos` */
};

static inline struct regex_scan regex_scan_of(struct slice text)
{
	return (struct regex_scan){ text, 0, 512, false, false };
}

enum regex_result regex_scan_next(struct regex *re, struct regex_scan *scan,
				  struct regex_match *match);

#endif
