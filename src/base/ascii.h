#ifndef JPD_BASE_ASCII_H
#define JPD_BASE_ASCII_H

#include <stdbool.h>
#include <stdint.h>

/* Of a byte or a code point, whatever the locale. */

static inline bool ascii_is_digit(uint32_t c)
{
	return c >= '0' && c <= '9';
}

static inline bool ascii_is_letter(uint32_t c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool ascii_is_alnum(uint32_t c)
{
	return ascii_is_digit(c) || ascii_is_letter(c);
}

#endif
