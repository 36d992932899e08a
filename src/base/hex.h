#ifndef JPD_BASE_HEX_H
#define JPD_BASE_HEX_H

#include <stdint.h>

/* The value of `digits` hexadecimal digits, or -1. */
int32_t hex_read(const char *at, int digits);

#endif
