#ifndef JPD_TERM_TERM_LOCALE_H
#define JPD_TERM_TERM_LOCALE_H

#include <stdint.h>

#include "src/base/strbuf.h"

/* Output in a locale that is not UTF-8. */

/* The character itself if the locale has it, otherwise an ASCII substitute: "-"
 * for a dash, "?" if there is none. */
uint32_t term_locale_char(uint32_t ch);
/* Append a character in the locale's encoding, or its substitute. */
void term_locale_add(struct strbuf *out, uint32_t ch);

#endif
