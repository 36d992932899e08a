#ifndef JPD_PROTO_FRAMER_H
#define JPD_PROTO_FRAMER_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/strbuf.h"

/*
 * Cuts a host's bytes into lines, and the top-level "data" array of a line into
 * its elements as they arrive, so that an `events` reply of any size is never
 * held, searched or parsed as a whole. Each byte is read once.
 *
 * A raw newline always ends the line (JSON has none inside a string), so a
 * broken line costs only itself.
 */
enum framer_result {
	FRAMER_MORE,      /* all bytes consumed, nothing complete */
	FRAMER_ELEMENT,   /* one element of the line's "data" array */
	FRAMER_LINE,      /* a line is complete; see framer_item */
	FRAMER_TOO_LARGE, /* an element or a line was over its limit */
};

struct framer_item {
	/*
	 * The element, or the whole line with the elements removed from its
	 * "data":[] (white space around an element is dropped, an empty line is
	 * not reported). The caller may change the bytes, which are valid until
	 * the next call. Empty for TOO_LARGE.
	 */
	char *text;
	size_t len;
	size_t elements;  /* LINE: in the data array, with those too large */
	size_t too_large; /* TOO_LARGE: bytes dropped so far */
	bool whole_line;  /* TOO_LARGE: the line, not just one element */
};

struct framer {
	size_t max_element; /* bytes of one element */
	size_t max_line;    /* bytes of a line without its elements */
	/* The rest is private to framer.c. */
	struct strbuf envelope; /* the line's, as far as it was read */
	struct strbuf element;  /* started in an earlier chunk */
	size_t elements;
	size_t dropped; /* bytes of the line or element that was too large */
	size_t depth;   /* open containers */
	size_t matched; /* bytes of "data" matched in the string at depth 1 */
	int key;        /* whether "data": was just read */
	int place;      /* in the data array, or outside */
	bool in_string, escaped;
	bool line_too_large, element_too_large;
	bool envelope_is_out, element_is_out; /* in the caller's hands */
	const char *asked, *newline; /* end of the last search, its result */
};

void framer_init(struct framer *fr, size_t max_element, size_t max_line);
void framer_release(struct framer *fr);

/*
 * Consume bytes from `*bytes` (`*len` of them) until something is complete, and
 * advance both past what was consumed. Call until FRAMER_MORE. The bytes may be
 * changed. A line that lies in one chunk is not copied.
 */
enum framer_result framer_next(struct framer *fr, char **bytes, size_t *len,
			       struct framer_item *item);

#endif
