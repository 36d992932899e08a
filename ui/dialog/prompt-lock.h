#ifndef JPD_DIALOG_PROMPT_LOCK_H
#define JPD_DIALOG_PROMPT_LOCK_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Whether an allow may count (doc/HACKING, "Approvals" 1 and 3). It may only
 * when a frame that shows this very prompt, complete and on top, was written
 * to the terminal, `guard_ms` have passed since, and nothing came from the
 * person for PROMPT_LOCK_QUIET_MS before the key. Anything that could make
 * the person look at something else than what was read locks anew. The key
 * must be known to have been pressed after that, not only read after it.
 *
 * Arithmetic only; times are of one monotonic clock, in milliseconds.
 */
#define PROMPT_LOCK_QUIET_MS 250
#define PROMPT_LOCK_GUARD_MS 500
#define PROMPT_LOCK_NEVER    INT64_MIN

/*
 * Of a terminal that does not report that keys are let go: the first repeat of
 * a key that is held comes within REST, the next ones within FOLLOWS.
 */
#define PROMPT_LOCK_REST_MS    1000
#define PROMPT_LOCK_FOLLOWS_MS 100

struct prompt_lock {
	uint64_t serial;    /* of the prompt that is shown; 0: none */
	uint32_t revision;  /* of its content */
	bool drawn;         /* in the frame that is being made */
	int64_t written_ms; /* that frame's, the first that showed it */
	int64_t input_ms;   /* when the person's last byte came */
	int64_t empty_ms;   /* when nothing was left to read of them */
	uint32_t ask;       /* whose answer says that the frame arrived; 0 */
};

#define PROMPT_LOCK_INIT                                           \
	{                                                          \
		0, 0, false, PROMPT_LOCK_NEVER, PROMPT_LOCK_NEVER, \
			PROMPT_LOCK_NEVER, 0                       \
	}

/* Resize, resume, focus change, the dialog closed: look again. */
void prompt_lock_reset(struct prompt_lock *lock);
/* A frame is made and shows this, complete and on top. Another prompt or
 * another revision than before locks anew. */
void prompt_lock_show(struct prompt_lock *lock, uint64_t serial,
		      uint32_t revision);
/* A frame is made and does not show it complete: locked. */
void prompt_lock_hide(struct prompt_lock *lock);
/* The frame was written to the terminal. */
void prompt_lock_written(struct prompt_lock *lock, int64_t now_ms);
/* Not yet known: the answer to this ask of the terminal tells. True where it
 * is the first that is asked for what is shown. */
bool prompt_lock_sent(struct prompt_lock *lock, uint32_t ask);
/* So many asks are answered: written, where its own is among them. */
void prompt_lock_arrived(struct prompt_lock *lock, uint32_t answered,
			 int64_t now_ms);
/* Whether an answer is waited for. */
bool prompt_lock_awaits(const struct prompt_lock *lock);
/* A key, paste or mouse byte came, whatever it was for. */
void prompt_lock_input(struct prompt_lock *lock, int64_t now_ms);

/*
 * The terminal had nothing to read at this time. A key is only known to have
 * been pressed after that: while we were busy or stopped, keys may have
 * waited for us, and were pressed before whatever time they are read at.
 */
void prompt_lock_empty(struct prompt_lock *lock, int64_t now_ms);
/* Nothing came from the person for PROMPT_LOCK_QUIET_MS. */
bool prompt_lock_quiet(const struct prompt_lock *lock, int64_t now_ms);

/* May an allow for this prompt, whose key came now, count? Ask before
 * prompt_lock_input() is told of that key. */
bool prompt_lock_open(const struct prompt_lock *lock, uint64_t serial,
		      uint32_t revision, int64_t guard_ms, int64_t now_ms);
/* When it opens if nothing more comes; PROMPT_LOCK_NEVER: not by waiting. */
int64_t prompt_lock_opens_ms(const struct prompt_lock *lock, int64_t guard_ms);
/* Whether it was on the screen at all: keys before belong to others. */
bool prompt_lock_seen(const struct prompt_lock *lock);
/* Whether it was for `guard_ms`, whatever was typed meanwhile. */
bool prompt_lock_was_read(const struct prompt_lock *lock, int64_t guard_ms,
			  int64_t now_ms);

#endif
