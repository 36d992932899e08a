#ifndef JPD_TESTS_UNIT_RANDOM_H
#define JPD_TESTS_UNIT_RANDOM_H

#include <stdint.h>

/*
 * `./dev test` makes every random test twice: with sanitizers, where a round
 * takes several times as long, and without. They share the rounds of both, and
 * each has seeds of its own, so that neither repeats the other.
 */
#ifdef __SANITIZE_ADDRESS__
enum { RANDOM_SANITIZED = 1 };
#else
enum { RANDOM_SANITIZED = 0 };
#endif

/* Of twice as many rounds, those of this build: an eighth, or all others. */
static inline int random_rounds(int rounds)
{
	return RANDOM_SANITIZED ? rounds / 4 : 2 * rounds - rounds / 4;
}

/* What this build begins with where the other one begins with `seed`. */
static inline uint64_t random_seed(uint64_t seed)
{
	return RANDOM_SANITIZED ? seed + 1000003 : seed;
}

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
