#ifndef JPD_TEXT_LOOKALIKE_H
#define JPD_TEXT_LOOKALIKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Letters that look like Latin ones and are not, in words that also have
 * Latin ones or that stand in a host's name or a path with such: "раypal.com".
 * After UTS #39 (mixed scripts, confusables), for the letters that a person
 * takes for each other; a word in one script, however foreign, is none. So
 * is "xn--", behind which a host's name hides its letters.
 *
 * Calls back with where each word begins and ends, in bytes of `text`, which
 * must be UTF-8 but may be anything.
 */
typedef void lookalike_found(void *data, size_t start, size_t end);

void lookalike_find(struct slice text, lookalike_found *found, void *data);

/* Whether this letter is one of those. */
bool lookalike_letter(uint32_t cp);
/* Append a word with the code points of such letters: "раypal U+0440 U+0430". */
void lookalike_describe(struct strbuf *out, struct slice word);

#endif
