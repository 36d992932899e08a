#ifndef JPD_QUERY_QUERY_GATE_H
#define JPD_QUERY_QUERY_GATE_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/dialog/prompt-lock.h"

/*
 * Whether a deciding key counts, at a prompt in a terminal that does not report
 * key presses and releases: the dashboard's rules (doc/HACKING, "Approvals" 1,
 * 3 and 4). An allow counts once the question has been on the screen for
 * PROMPT_LOCK_GUARD_MS and nothing was typed for PROMPT_LOCK_QUIET_MS. The same
 * key counts again only after another key, or after PROMPT_LOCK_REST_MS without
 * it, because the first repeat of a held key comes late. A key followed by more
 * within PROMPT_LOCK_FOLLOWS_MS is a repeat or part of a paste.
 *
 * Arithmetic only; all times are milliseconds of one monotonic clock.
 */
enum query_gate_use {
	GATE_USE_NONE,  /* it decides nothing */
	GATE_USE_DENY,  /* counts immediately, but once per press */
	GATE_USE_LATER, /* the same, unless more follows: Esc */
	GATE_USE_ALLOW,
};
enum query_gate_verdict {
	GATE_YES,
	GATE_NO,     /* a held key, or part of a paste */
	GATE_LOCKED, /* an allow that is too early: report it */
	GATE_WAITS,  /* until query_gate_quiet() returns the key */
};

struct query_gate {
	struct prompt_lock lock;
	uint32_t revision; /* of the prompt: grows each time it is written */
	char key;          /* the last one */
	int64_t key_ms;    /* its time; PROMPT_LOCK_NEVER: none, or a paste */
	/* A line that was being typed was cut off, at the latest at this time:
	 * its last key may still be down. PROMPT_LOCK_NEVER: none was. */
	bool cut;
	int64_t cut_ms;
	char waiting; /* an allow that may be followed by more; 0: none */
	int64_t waiting_ms;
};

void query_gate_init(struct query_gate *gate);
/* A prompt is rewritten, or was covered: lock it, and drop a waiting key. */
void query_gate_ask(struct query_gate *gate);
/* A line was being typed, for what is not asked any more. */
void query_gate_cut(struct query_gate *gate);
/* All of the prompt was written to the terminal. */
void query_gate_written(struct query_gate *gate, int64_t now_ms);
/* A single key was read. */
enum query_gate_verdict query_gate_key(struct query_gate *gate, char key,
				       enum query_gate_use use, int64_t now_ms);
/*
 * Whether the prompt was on the screen for PROMPT_LOCK_GUARD_MS: for lines,
 * which arrive complete.
 */
bool query_gate_was_read(const struct query_gate *gate, int64_t now_ms);
/* Several bytes arrived together, or a line: not a single key. */
void query_gate_other(struct query_gate *gate, int64_t now_ms);
/* Nothing is left to read. Returns a waiting key that now counts, or 0. */
char query_gate_quiet(struct query_gate *gate, int64_t now_ms);
/* When to call query_gate_quiet(), or -1. */
int64_t query_gate_wake_ms(const struct query_gate *gate);

#endif
