#ifndef JPD_JP_JP_KEYS_H
#define JPD_JP_JP_KEYS_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Separates the bytes from a terminal: what the user typed, and the terminal's
 * own reports (its cursor position, its type, its focus). A program that asked
 * for a report waits for it, even while typed keys are held. Pure computation
 * on bytes.
 */
struct jp_keys {
	char open[512]; /* an incomplete sequence */
	size_t len;
};

/* Append what is complete to one of the two. */
void jp_keys_take(struct jp_keys *keys, struct slice bytes,
		  struct strbuf *typed, struct strbuf *replies);
/* Whether a sequence is incomplete. */
bool jp_keys_is_open(const struct jp_keys *keys);
/* Nothing follows, so an incomplete sequence is the Escape key. */
void jp_keys_settle(struct jp_keys *keys, struct strbuf *typed);

#endif
