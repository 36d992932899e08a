#ifndef JPD_UNICODE_CODEPOINT_H
#define JPD_UNICODE_CODEPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Properties of code points for sanitising. */

/* Default_Ignorable_Code_Point and annotation marks: invisible. */
bool codepoint_is_ignorable(uint32_t cp);
/* One half of a flag. */
bool codepoint_is_regional(uint32_t cp);
/* Colours the preceding emoji, in terminals that support it. */
bool codepoint_is_skin_tone(uint32_t cp);
/*
 * Whether a user could not see it, or could mistake it for a blank: Cc, Cf, Zl,
 * Zp, Zs, Co, Cn, ignorables, and what has no width.
 */
bool codepoint_is_hidden(uint32_t cp);
/* The script of a letter, digit or mark; 0 if it has no particular one. */
uint32_t codepoint_script(uint32_t cp);
/*
 * Whether a terminal draws this mark reliably on this letter, so that the user
 * sees it: a mark of the letter's own script, or one into which Unicode
 * decomposes letters. Not so for Hangul vowels, which take a column in some
 * terminals, and for whatever has no width and is not a mark.
 */
bool codepoint_mark_fits(uint32_t letter, uint32_t mark);
/* A letter, a digit or a mark, of any script. */
bool codepoint_is_word(uint32_t cp);
/* The canonical decomposition, or the character itself. Returns how many
 * `parts` it has. */
enum { CODEPOINT_PARTS_MAX = 4 };
size_t codepoint_decompose(uint32_t cp, uint32_t parts[CODEPOINT_PARTS_MAX]);
/* Whether normal form C would replace `cp` after `prev` (0: none), or would
 * compose both. */
bool codepoint_is_unusual(uint32_t prev, uint32_t cp);
/* The composed character, as wide as `base`; 0 if there is none. */
uint32_t codepoint_compose(uint32_t base, uint32_t mark);

#endif
