#ifndef JPD_TESTS_UNIT_RANDOM_H
#define JPD_TESTS_UNIT_RANDOM_H

#include <stdint.h>

/* The same numbers on every machine and in every run (xorshift64*). */
static inline uint32_t random_next(uint64_t *seed)
{
	*seed ^= *seed >> 12;
	*seed ^= *seed << 25;
	*seed ^= *seed >> 27;
	return (uint32_t)((*seed * 0x2545f4914f6cdd1du) >> 32);
}

/* 0 to `below` - 1. */
static inline uint32_t random_below(uint64_t *seed, uint32_t below)
{
	return below ? random_next(seed) % below : 0;
}

#endif
