#ifndef JPD_TEXT_SANITIZE_H
#define JPD_TEXT_SANITIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Makes foreign text safe to measure and draw. Afterwards it is valid UTF-8
 * whose code points all have a width (wcwidth() >= 0), but for \n and \t.
 *
 * For reading: escape sequences (CSI, OSC, DCS, APC, PM, SOS, C1) are taken
 * out whole, \r\n is \n, other controls become U+FFFD; zero-width
 * characters, joiners, variation selectors, skin tones, bidi controls, soft
 * hyphens and BOMs go, because terminals disagree about them; a lone
 * regional indicator and what has no width become U+FFFD. A mark joins its
 * letter where Unicode has one character for both; at most four others stay
 * with a letter, which is what a cell holds. No text hides what stands beside
 * it: an escape string that has no end on its line, or is longer than 1 KiB,
 * is none, and stays there behind a U+FFFD.
 *
 * What a program wrote for a terminal (`terminal`) is read as that shows it: a
 * lone \r goes back to the line's start, so that the last state of a progress
 * line stays, moves of the cursor to the right are blanks, and ESC k, a title
 * of screen's, is an escape string too.
 *
 * Text may come in pieces, cut anywhere: the state carries over, so that
 * pieces give what the whole would have given.
 */
#define SANITIZE_STRING_MAX 1024

struct sanitizer {
	bool terminal;
	/*
	 * Bytes of the output that the last call left as they were: less
	 * than there were where a mark joined the last letter or \r took the
	 * open line back.
	 */
	size_t kept;
	size_t line_start; /* in the output: where the open line begins; who
			      takes lines off the front adapts it */
	/* sanitize.c's own */
	uint8_t state;
	uint8_t marks;   /* on the last letter */
	char partial[4]; /* of a code point cut by the end of a piece */
	uint8_t partial_len;
	bool pending_cr;
	uint32_t pending_flag; /* one regional indicator, or 0 */
	uint16_t number;       /* the only one of a CSI sequence, 0: none */
	uint16_t string_len;
	char string[SANITIZE_STRING_MAX]; /* the escape string so far */
};

#define SANITIZER_INIT \
	{              \
		false  \
	}

/* Append a piece. */
void sanitize(struct sanitizer *state, struct strbuf *out, struct slice text);
/* The text is at its end: what was kept back comes out. */
void sanitize_end(struct sanitizer *state, struct strbuf *out);
/* All at once. */
void sanitize_all(struct strbuf *out, struct slice text);
/* What a program wrote for a terminal. */
void sanitize_output(struct strbuf *out, struct slice text);
/* One line: line breaks and tabs become a blank too (titles, names). */
void sanitize_line(struct strbuf *out, struct slice text);

/*
 * For deciding (doc/HACKING, "Approvals" 7): nothing is taken out. Whatever
 * a person could not see or could take for something else becomes a visible
 * escape such as \u{202E}, \x1B, <300 spaces>: Cc (but \n; \t is <tab>), Cf,
 * Zl, Zp, Zs but the blank, Co, Cn, default ignorables, bad bytes, runs of
 * blanks over 8 (of line breaks and tabs too), skin tones, lone regional
 * indicators, the blank Braille cell, and what has no width: letters of Hangul
 * that others should combine with, and combining marks, but for up to 4 on a
 * letter that they belong to (codepoint_mark_fits()). `escapes`, if not NULL,
 * gets where in `out` they stand, for their face.
 */
struct escape_span {
	size_t start, len; /* bytes of `out` */
};
struct escape_list {
	struct escape_span *spans;
	size_t count, cap;
};
void sanitize_visible(struct strbuf *out, struct slice text,
		      struct escape_list *escapes);
/* For the record of what was decided: the same, but that blanks, tabs and line
 * breaks stay as they are. */
void sanitize_record(struct strbuf *out, struct slice text,
		     struct escape_list *escapes);
/* The same of JSON in valid UTF-8, which it stays. */
void sanitize_json(struct strbuf *out, struct slice json);
void escape_list_release(struct escape_list *list);

#endif
