#ifndef JPD_UNICODE_CODEPOINT_H
#define JPD_UNICODE_CODEPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What sanitising asks about a code point. */

/* Default_Ignorable_Code_Point, and the annotation marks: nothing to see. */
bool codepoint_is_ignorable(uint32_t cp);
/* One half of a flag. */
bool codepoint_is_regional(uint32_t cp);
/* Colours the emoji before it, in terminals that know. */
bool codepoint_is_skin_tone(uint32_t cp);
/*
 * Whether a person could not see it, or could take it for the blank: Cc, Cf,
 * Zl, Zp, Zs, Co, Cn, ignorables, and what has no width.
 */
bool codepoint_is_hidden(uint32_t cp);
/* The script of a letter, digit or mark; 0 where it has none of its own. */
uint32_t codepoint_script(uint32_t cp);
/*
 * Whether a terminal can be trusted to draw this mark on this letter, and a
 * person to see it: a mark of the letter's own script, or one of those that
 * Unicode takes letters with marks apart into. Not so for vowels of Hangul,
 * which take a column in some terminals, and for whatever has no width and is
 * no mark.
 */
bool codepoint_mark_fits(uint32_t letter, uint32_t mark);
/* A letter, a digit or a mark, of any script. */
bool codepoint_is_word(uint32_t cp);
/* What it is taken apart into where it is the same as that to Unicode; at
 * least itself. Returns how many `parts` that are. */
enum { CODEPOINT_PARTS_MAX = 4 };
size_t codepoint_decompose(uint32_t cp, uint32_t parts[CODEPOINT_PARTS_MAX]);
/* Whether normal form C has another character instead of `cp` behind `prev`
 * (0: none), or one for both. */
bool codepoint_is_unusual(uint32_t prev, uint32_t cp);
/* The one character, as wide as `base`, for both; 0 where there is none. */
uint32_t codepoint_compose(uint32_t base, uint32_t mark);

#endif
