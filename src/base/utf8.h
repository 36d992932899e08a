#ifndef JPD_BASE_UTF8_H
#define JPD_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UTF8_REPLACEMENT 0xfffdu

/*
 * Decode the code point at `s`, which has `len` bytes, at least one. Returns
 * its length in bytes. A byte that starts no valid sequence (overlong forms,
 * surrogates and values over U+10FFFF are invalid) gives U+FFFD and has length
 * 1.
 */
size_t utf8_decode(const char *s, size_t len, uint32_t *cp);

/* As above, but returns whether it was valid: U+FFFD may be in the text. */
bool utf8_decode_valid(const char *s, size_t len, uint32_t *cp, size_t *took);

/* Write `cp` (a scalar value) to `out`, without NUL. Returns 1 to 4. */
size_t utf8_encode(uint32_t cp, char out[4]);

/* How many bytes at the start of `s` are complete, valid UTF-8. */
size_t utf8_valid_prefix(const char *s, size_t len);

/* Byte offset of the code point before, and after, the one at `pos`. */
size_t utf8_prev(const char *s, size_t pos);
size_t utf8_next(const char *s, size_t len, size_t pos);

#endif
