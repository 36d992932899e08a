#include "config.h"

#include "ui/dialog/prompt-lock.h"

void prompt_lock_reset(struct prompt_lock *lock)
{
	lock->serial = 0;
	lock->drawn = false;
	lock->written_ms = PROMPT_LOCK_NEVER;
	lock->ask = 0;
}

void prompt_lock_hide(struct prompt_lock *lock)
{
	prompt_lock_reset(lock);
}

void prompt_lock_show(struct prompt_lock *lock, uint64_t serial,
		      uint32_t revision)
{
	if (lock->serial != serial || lock->revision != revision)
		prompt_lock_reset(lock);
	lock->serial = serial;
	lock->revision = revision;
	lock->drawn = true;
}

void prompt_lock_written(struct prompt_lock *lock, int64_t now_ms)
{
	if (lock->drawn && lock->written_ms == PROMPT_LOCK_NEVER)
		lock->written_ms = now_ms;
}

bool prompt_lock_sent(struct prompt_lock *lock, uint32_t ask)
{
	if (!lock->drawn || lock->ask || prompt_lock_seen(lock))
		return false;
	lock->ask = ask;
	return true;
}

bool prompt_lock_awaits(const struct prompt_lock *lock)
{
	return lock->ask && !prompt_lock_seen(lock);
}

void prompt_lock_arrived(struct prompt_lock *lock, uint32_t answered,
			 int64_t now_ms)
{
	if (prompt_lock_awaits(lock) && lock->ask <= answered)
		prompt_lock_written(lock, now_ms);
}

void prompt_lock_input(struct prompt_lock *lock, int64_t now_ms)
{
	lock->input_ms = now_ms;
}

void prompt_lock_empty(struct prompt_lock *lock, int64_t now_ms)
{
	lock->empty_ms = now_ms;
}

bool prompt_lock_quiet(const struct prompt_lock *lock, int64_t now_ms)
{
	return lock->input_ms == PROMPT_LOCK_NEVER ||
	       now_ms - lock->input_ms >= PROMPT_LOCK_QUIET_MS;
}

bool prompt_lock_seen(const struct prompt_lock *lock)
{
	return lock->written_ms != PROMPT_LOCK_NEVER;
}

bool prompt_lock_was_read(const struct prompt_lock *lock, int64_t guard_ms,
			  int64_t now_ms)
{
	return prompt_lock_seen(lock) && now_ms - lock->written_ms >= guard_ms;
}

int64_t prompt_lock_opens_ms(const struct prompt_lock *lock, int64_t guard_ms)
{
	int64_t guard, quiet;

	if (!prompt_lock_seen(lock))
		return PROMPT_LOCK_NEVER;
	guard = lock->written_ms + guard_ms;
	if (lock->input_ms == PROMPT_LOCK_NEVER)
		return guard;
	quiet = lock->input_ms + PROMPT_LOCK_QUIET_MS;
	return guard > quiet ? guard : quiet;
}

bool prompt_lock_open(const struct prompt_lock *lock, uint64_t serial,
		      uint32_t revision, int64_t guard_ms, int64_t now_ms)
{
	int64_t opens = prompt_lock_opens_ms(lock, guard_ms);

	return serial && lock->serial == serial && lock->revision == revision &&
	       opens != PROMPT_LOCK_NEVER && now_ms >= opens &&
	       lock->empty_ms >= opens;
}
