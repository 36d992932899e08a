#ifndef JPD_QUERY_QUERY_GATE_H
#define JPD_QUERY_QUERY_GATE_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/dialog/prompt-lock.h"

/*
 * Whether a key that decides counts, at a prompt in a terminal that tells no
 * presses and releases: the dashboard's rules (doc/HACKING, "Approvals" 1, 3
 * and 4). An allow counts when the question has been on the screen for
 * PROMPT_LOCK_GUARD_MS and nothing was typed for PROMPT_LOCK_QUIET_MS. The
 * same key counts again only after another one, or after PROMPT_LOCK_REST_MS
 * without it, for the first repeat of a key that is held comes late. And what
 * is followed by more within PROMPT_LOCK_FOLLOWS_MS is a repeat or a paste.
 *
 * Arithmetic only; times are of one monotonic clock, in milliseconds.
 */
enum query_gate_use {
	GATE_USE_NONE,  /* it decides nothing */
	GATE_USE_DENY,  /* it counts at once, but once a press */
	GATE_USE_LATER, /* likewise, unless more follows: Esc */
	GATE_USE_ALLOW,
};
enum query_gate_verdict {
	GATE_YES,
	GATE_NO,     /* a key that is held, part of a paste */
	GATE_LOCKED, /* an allow before its time: say so */
	GATE_WAITS,  /* until query_gate_quiet() gives it back */
};

struct query_gate {
	struct prompt_lock lock;
	uint32_t revision; /* of what is asked: each time it is written */
	char key;          /* the last one */
	int64_t key_ms;    /* when; PROMPT_LOCK_NEVER: none, or a paste */
	char waiting;      /* an allow that more may follow; 0: none */
	int64_t waiting_ms;
};

void query_gate_init(struct query_gate *gate);
/* A question is written anew, or something was over it: locked. What waits is
 * forgotten. */
void query_gate_ask(struct query_gate *gate);
/* All of it has left for the terminal. */
void query_gate_written(struct query_gate *gate, int64_t now_ms);
/* A key came alone. */
enum query_gate_verdict query_gate_key(struct query_gate *gate, char key,
				       enum query_gate_use use, int64_t now_ms);
/* Whether it was on the screen for PROMPT_LOCK_GUARD_MS: for lines, which come
 * when they are at their end. */
bool query_gate_was_read(const struct query_gate *gate, int64_t now_ms);
/* Several bytes came at once, or a line: no key at all. */
void query_gate_other(struct query_gate *gate, int64_t now_ms);
/* Nothing is left to read. Returns the key that waited and counts now, or 0. */
char query_gate_quiet(struct query_gate *gate, int64_t now_ms);
/* When query_gate_quiet() is to be called, or -1. */
int64_t query_gate_wake_ms(const struct query_gate *gate);

#endif
