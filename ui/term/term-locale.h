#ifndef JPD_TERM_TERM_LOCALE_H
#define JPD_TERM_TERM_LOCALE_H

#include <stdint.h>

#include "src/base/strbuf.h"

/* What a terminal is sent in a locale that is not UTF-8. */

/* The character itself if the locale has it, else one of ASCII that can stand
 * for it: "-" for a dash, "?" if nothing can. */
uint32_t term_locale_char(uint32_t ch);
/* Append a character in the locale's encoding, or what stands for it. */
void term_locale_add(struct strbuf *out, uint32_t ch);

#endif
