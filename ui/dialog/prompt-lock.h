#ifndef JPD_DIALOG_PROMPT_LOCK_H
#define JPD_DIALOG_PROMPT_LOCK_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Whether an allow may count (doc/HACKING, "Approvals" 1 and 3): only if a
 * frame that shows exactly this prompt, complete and on top, was written to the
 * terminal, `guard_ms` have passed since, and the user sent nothing for
 * PROMPT_LOCK_QUIET_MS before the key. Anything that could make the user look
 * at something else locks again. The key must be known to have been pressed
 * after that, not only read after it.
 *
 * Pure arithmetic; times are of one monotonic clock, in milliseconds.
 */
#define PROMPT_LOCK_QUIET_MS 250
#define PROMPT_LOCK_GUARD_MS 500
#define PROMPT_LOCK_NEVER    INT64_MIN

/*
 * For terminals that do not report key releases: the first repeat of a held key
 * comes within REST, the next ones within FOLLOWS.
 */
#define PROMPT_LOCK_REST_MS    1000
#define PROMPT_LOCK_FOLLOWS_MS 100

struct prompt_lock {
	uint64_t serial;    /* of the prompt shown; 0: none */
	uint32_t revision;  /* of its content */
	bool drawn;         /* in the frame being made */
	int64_t written_ms; /* when the first frame that shows it was written */
	int64_t input_ms;   /* time of the user's last byte */
	int64_t empty_ms;   /* when no input was left to read */
	uint32_t ask;       /* query whose answer means it arrived; 0 */
};

#define PROMPT_LOCK_INIT                                           \
	{                                                          \
		0, 0, false, PROMPT_LOCK_NEVER, PROMPT_LOCK_NEVER, \
			PROMPT_LOCK_NEVER, 0                       \
	}

/* Resize, resume, focus change, dialog closed: the user must look again. */
void prompt_lock_reset(struct prompt_lock *lock);
/* The frame being made shows this, complete and on top. Another prompt or
 * revision than before locks again. */
void prompt_lock_show(struct prompt_lock *lock, uint64_t serial,
		      uint32_t revision);
/* The frame being made does not show it complete: locked. */
void prompt_lock_hide(struct prompt_lock *lock);
/* The frame was written to the terminal. */
void prompt_lock_written(struct prompt_lock *lock, int64_t now_ms);
/* The frame arrives when this query of the terminal is answered. True if it is
 * the first query for what is shown. */
bool prompt_lock_sent(struct prompt_lock *lock, uint32_t ask);
/* This many queries are answered: it was written if its own is among them. */
void prompt_lock_arrived(struct prompt_lock *lock, uint32_t answered,
			 int64_t now_ms);
/* Whether an answer is pending. */
bool prompt_lock_awaits(const struct prompt_lock *lock);
/* A key, paste or mouse byte came, whatever its target. */
void prompt_lock_input(struct prompt_lock *lock, int64_t now_ms);

/*
 * The terminal had no input at this time. Only later keys are known to have
 * been pressed later: while we were busy or stopped, keys may have queued, and
 * were pressed earlier than they are read.
 */
void prompt_lock_empty(struct prompt_lock *lock, int64_t now_ms);
/* The user sent nothing for PROMPT_LOCK_QUIET_MS. */
bool prompt_lock_quiet(const struct prompt_lock *lock, int64_t now_ms);

/* Whether an allow for this prompt may count, if its key came now. Call before
 * prompt_lock_input() for that key. */
bool prompt_lock_open(const struct prompt_lock *lock, uint64_t serial,
		      uint32_t revision, int64_t guard_ms, int64_t now_ms);
/* When it opens without further input; PROMPT_LOCK_NEVER: not by waiting. */
int64_t prompt_lock_opens_ms(const struct prompt_lock *lock, int64_t guard_ms);
/* Whether it was on the screen at all: earlier keys were meant for others. */
bool prompt_lock_seen(const struct prompt_lock *lock);
/* Whether it was visible for `guard_ms`, whatever was typed meanwhile. */
bool prompt_lock_was_read(const struct prompt_lock *lock, int64_t guard_ms,
			  int64_t now_ms);

#endif
