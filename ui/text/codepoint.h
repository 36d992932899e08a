#ifndef JPD_TEXT_CODEPOINT_H
#define JPD_TEXT_CODEPOINT_H

#include <stdbool.h>
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
/* The one character, as wide as `base`, for both; 0 where there is none. */
uint32_t codepoint_compose(uint32_t base, uint32_t mark);

#endif
