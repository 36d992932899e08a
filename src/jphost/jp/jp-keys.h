#ifndef JPD_JP_JP_KEYS_H
#define JPD_JP_JP_KEYS_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * What comes from a terminal, apart: what the person typed, and what the
 * terminal says by itself (where its cursor is, what it is, that it has the
 * focus). A program that asked waits for the second, even while keys of the
 * first kind are held. Arithmetic on bytes.
 */
struct jp_keys {
	char open[512]; /* a sequence that has begun */
	size_t len;
};

/* Append what is whole to one of the two. */
void jp_keys_take(struct jp_keys *keys, struct slice bytes,
		  struct strbuf *typed, struct strbuf *replies);
/* Whether a sequence has begun and has not ended. */
bool jp_keys_is_open(const struct jp_keys *keys);
/* Nothing follows: what began is the key Escape. */
void jp_keys_settle(struct jp_keys *keys, struct strbuf *typed);

#endif
