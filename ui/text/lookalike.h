#ifndef JPD_TEXT_LOOKALIKE_H
#define JPD_TEXT_LOOKALIKE_H

#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Finds characters that look like ASCII ones but are not: "раypal.com", "rm
 * –rf", "https：//". After UTS #39, with Unicode's own table of confusables. A
 * word is reported if
 *
 *   it has look-alike and Latin letters;
 *   it has only look-alike letters, and no neighbouring word is certainly of
 *   the same script ("сору" in a command, but not "с" in Russian);
 *   it has a sign like an ASCII one: dash, quote, slash, colon;
 *   it is not in Unicode's normal form C: "é" as two characters, the Kelvin
 *   sign for K;
 *   it begins with "xn--", which hides the letters of a host name.
 *
 * Chinese and Japanese signs among their own letters are not look-alikes.
 *
 * Calls back with the start and end of each word, in bytes of `text`, which
 * should be UTF-8 but may be anything.
 */
typedef void lookalike_found(void *data, size_t start, size_t end);

/* In text that is run, or that names something. */
void lookalike_find(struct slice text, lookalike_found *found, void *data);
/* In text that is read: quotes, dashes, dots and signs in usual positions, and
 * single letters (α, ∪), are not reported. */
void lookalike_find_in_prose(struct slice text, lookalike_found *found,
			     void *data);
/* Find the lines of `after` that look like a line of `before`, which they
 * replace, but differ from it; in bytes of `after`. */
void lookalike_find_same(struct slice before, struct slice after,
			 lookalike_found *found, void *data);

/* The ASCII text that this character looks like; empty if there is none. */
struct slice lookalike_of(uint32_t cp);
/* Append a word and the code points of such letters: "раypal U+0440 U+0430". */
void lookalike_describe(struct strbuf *out, struct slice word);
/* Append a line that points out the words that are found, if there are any. */
void lookalike_add_warning(struct strbuf *out, const char *indent,
			   struct slice text);

#endif
