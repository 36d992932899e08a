#include "config.h"

#include "src/jphost/query/query-gate.h"

/* One number for all prompts: only `revision` distinguishes them. */
#define SERIAL 1

void query_gate_init(struct query_gate *gate)
{
	*gate = (struct query_gate){ .lock = PROMPT_LOCK_INIT,
				     .key_ms = PROMPT_LOCK_NEVER,
				     .cut_ms = PROMPT_LOCK_NEVER };
}

void query_gate_ask(struct query_gate *gate)
{
	gate->waiting = 0;
	prompt_lock_show(&gate->lock, SERIAL, ++gate->revision);
}

void query_gate_cut(struct query_gate *gate)
{
	gate->cut = true;
}

void query_gate_written(struct query_gate *gate, int64_t now_ms)
{
	if (gate->cut)
		gate->cut_ms = now_ms;
	gate->cut = false;
	prompt_lock_written(&gate->lock, now_ms);
}

static bool is_open(const struct query_gate *gate, int64_t now_ms)
{
	if (gate->cut_ms != PROMPT_LOCK_NEVER &&
	    now_ms - gate->cut_ms < PROMPT_LOCK_REST_MS)
		return false;
	return prompt_lock_open(&gate->lock, SERIAL, gate->revision,
				PROMPT_LOCK_GUARD_MS, now_ms);
}

static enum query_gate_verdict judge(struct query_gate *gate, char key,
				     enum query_gate_use use, bool held,
				     int64_t now_ms)
{
	if (use == GATE_USE_NONE)
		return GATE_YES;
	if (held)
		return GATE_NO;
	if (use == GATE_USE_DENY)
		return GATE_YES;
	if (use == GATE_USE_ALLOW && !is_open(gate, now_ms))
		return GATE_LOCKED;
	gate->waiting = key;
	gate->waiting_ms = now_ms;
	return GATE_WAITS;
}

enum query_gate_verdict query_gate_key(struct query_gate *gate, char key,
				       enum query_gate_use use, int64_t now_ms)
{
	bool followed = gate->waiting;
	bool held = gate->key_ms != PROMPT_LOCK_NEVER && gate->key == key &&
		    now_ms - gate->key_ms < PROMPT_LOCK_REST_MS;
	enum query_gate_verdict verdict;

	/* Neither this key nor the one before it was a separate press. */
	gate->waiting = 0;
	verdict = followed ? GATE_NO : judge(gate, key, use, held, now_ms);
	gate->key = key;
	gate->key_ms = now_ms;
	prompt_lock_input(&gate->lock, now_ms);
	return verdict;
}

bool query_gate_was_read(const struct query_gate *gate, int64_t now_ms)
{
	return prompt_lock_was_read(&gate->lock, PROMPT_LOCK_GUARD_MS, now_ms);
}

void query_gate_other(struct query_gate *gate, int64_t now_ms)
{
	gate->waiting = 0;
	gate->key_ms = PROMPT_LOCK_NEVER;
	prompt_lock_input(&gate->lock, now_ms);
}

char query_gate_quiet(struct query_gate *gate, int64_t now_ms)
{
	char key = gate->waiting;

	prompt_lock_empty(&gate->lock, now_ms);
	if (!key || now_ms - gate->waiting_ms < PROMPT_LOCK_FOLLOWS_MS)
		return 0;
	gate->waiting = 0;
	return key;
}

int64_t query_gate_wake_ms(const struct query_gate *gate)
{
	int64_t opens = prompt_lock_opens_ms(&gate->lock, PROMPT_LOCK_GUARD_MS);

	if (gate->waiting)
		return gate->waiting_ms + PROMPT_LOCK_FOLLOWS_MS;
	/* The caller must then see that no earlier key is still unread. */
	if (opens == PROMPT_LOCK_NEVER || gate->lock.empty_ms >= opens)
		return -1;
	return opens;
}
