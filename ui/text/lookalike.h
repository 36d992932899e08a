#ifndef JPD_TEXT_LOOKALIKE_H
#define JPD_TEXT_LOOKALIKE_H

#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Characters that look like ASCII ones and are not: "раypal.com", "rm –rf",
 * "https：//". After UTS #39, with Unicode's own table of confusables. A word
 * is found where
 *
 *   it has look-alike and Latin letters;
 *   it is of look-alike letters alone, and no word beside it is of the same
 *   script beyond doubt ("сору" in a command, and not "с" in Russian);
 *   it has a sign like one of ASCII: dash, quote, slash, colon;
 *   it is in another normal form than Unicode's C: "é" as two characters, the
 *   Kelvin sign for K;
 *   it is "xn--", behind which a host's name hides its letters.
 *
 * Chinese and Japanese signs among their own letters are no look-alikes.
 *
 * Calls back with where each word begins and ends, in bytes of `text`, which
 * should be UTF-8 but may be anything.
 */
typedef void lookalike_found(void *data, size_t start, size_t end);

/* In what is run, or names something. */
void lookalike_find(struct slice text, lookalike_found *found, void *data);
/* In what is read: quotes, dashes, dots and signs where writers put them, and
 * single letters (α, ∪), are none. */
void lookalike_find_in_prose(struct slice text, lookalike_found *found,
			     void *data);
/* The lines of `after` that look like a line of `before` which they are to
 * replace, and differ from it; in bytes of `after`. */
void lookalike_find_same(struct slice before, struct slice after,
			 lookalike_found *found, void *data);

/* What of ASCII this character looks like; empty where nothing. */
struct slice lookalike_of(uint32_t cp);
/* Append `text` so that what looks alike is equal. */
void lookalike_add_skeleton(struct strbuf *out, struct slice text);
/* Append a word with the code points of such letters: "раypal U+0440 U+0430". */
void lookalike_describe(struct strbuf *out, struct slice word);

#endif
