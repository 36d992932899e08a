#ifndef JPD_TEXT_SANITIZE_H
#define JPD_TEXT_SANITIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Makes foreign text safe to measure and draw. The result is valid UTF-8 whose
 * code points all have a width (wcwidth() >= 0), except \n and \t.
 *
 * For reading: escape sequences (CSI, OSC, DCS, APC, PM, SOS, C1) are removed
 * whole, \r\n becomes \n, other controls become U+FFFD. Zero-width characters,
 * joiners, variation selectors, skin tones, bidi controls, soft hyphens and
 * BOMs are removed, because terminals disagree about them; a lone regional
 * indicator and anything without a width become U+FFFD. A mark is composed with
 * its letter if Unicode has one character for both; at most four others stay
 * with a letter, because a cell holds no more. No text can hide what follows
 * it: an escape string that does not end on its line, or is longer than 1 KiB,
 * is not one, and is kept after a U+FFFD; so is a control sequence that is not
 * well formed or longer than 64 bytes.
 *
 * The output of a program (`terminal`) is read as a terminal shows it: a lone
 * \r returns to the line's start, so that the last state of a progress line
 * remains, cursor movements to the right are blanks, and screen's title
 * sequence, ESC k, is an escape string too.
 *
 * Text may come in pieces, cut anywhere: the state carries over, so that pieces
 * give the same output as the whole text.
 */
#define SANITIZE_STRING_MAX 1024

struct sanitizer {
	bool terminal;
	/*
	 * Bytes of the output that the last call did not change: fewer than
	 * before if a mark joined the last letter or a \r restarted the open
	 * line.
	 */
	size_t kept;
	size_t line_start; /* in the output: start of the open line; whoever
			      removes lines from the front adjusts it */
	/* private to sanitize.c */
	uint8_t state;
	uint8_t marks;   /* on the last letter */
	char partial[4]; /* of a code point cut by a piece's end */
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
/* The text is complete: output what was held back. */
void sanitize_end(struct sanitizer *state, struct strbuf *out);
/* A complete text in one call. */
void sanitize_all(struct strbuf *out, struct slice text);
/* The output of a program for a terminal. */
void sanitize_output(struct strbuf *out, struct slice text);
/* For one line: line breaks and tabs become a blank too (titles, names). */
void sanitize_line(struct strbuf *out, struct slice text);

/*
 * For decisions (doc/HACKING, "Approvals" 7): nothing is removed. Whatever a
 * user could not see, or could mistake, becomes a visible escape such as
 * \u{202E}, \x1B, <300 spaces>: Cc (except \n; \t is <tab>), Cf, Zl, Zp, Zs
 * except the blank, Co, Cn, default ignorables, bad bytes, runs of more than 8
 * blanks (also of line breaks and tabs), skin tones, lone regional indicators,
 * the blank Braille cell, and what has no width: Hangul letters that combine
 * with others, and combining marks, except up to 4 on a letter that they belong
 * to (codepoint_mark_fits()). `escapes`, if not NULL, gets their places in
 * `out`, for their face.
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
/* For the record of a decision: the same, but blanks, tabs and line breaks stay
 * as they are. */
void sanitize_record(struct strbuf *out, struct slice text,
		     struct escape_list *escapes);
/* The same for JSON in valid UTF-8, which stays JSON. */
void sanitize_json(struct strbuf *out, struct slice json);
void escape_list_release(struct escape_list *list);

#endif
