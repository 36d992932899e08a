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
/* The one character, as wide as `base`, for both; 0 where there is none. */
uint32_t codepoint_compose(uint32_t base, uint32_t mark);

#endif
