#include "config.h"

#include "ui/dialog/prompt-desk.h"

#include "src/base/clock.h"

void prompt_desk_init(struct prompt_desk *desk)
{
	*desk = (struct prompt_desk){
		.lock = PROMPT_LOCK_INIT,
		.batch_lock = PROMPT_LOCK_INIT,
		.key_ms = PROMPT_LOCK_NEVER,
		.rest_ms = -1,
		.note = STRBUF_INIT,
	};
}

void prompt_desk_release(struct prompt_desk *desk)
{
	strbuf_release(&desk->note);
}

static void lock(struct prompt_desk *desk)
{
	prompt_lock_reset(&desk->lock);
	prompt_lock_reset(&desk->batch_lock);
}

void prompt_desk_look_again(struct prompt_desk *desk)
{
	lock(desk);
	desk->look = 0;
	desk->waiting.any = false;
	if (desk->asked)
		strbuf_reset(&desk->note);
	desk->asked = false;
}

void prompt_desk_in_front(struct prompt_desk *desk, bool in_front,
			  int64_t now_ms)
{
	desk->hidden = !in_front;
	prompt_desk_look_again(desk);
	/* The keys that opened it are not an answer. */
	prompt_desk_input(desk, now_ms);
}

void prompt_desk_covered(struct prompt_desk *desk)
{
	desk->presented = false;
	prompt_desk_look_again(desk);
}

void prompt_desk_open(struct prompt_desk *desk, uint64_t serial, bool by_itself)
{
	desk->serial = serial;
	desk->drawn = desk->presented = false;
	desk->uninvited = by_itself;
	if (by_itself)
		desk->burst = DESK_BURST_COVERED;
	/* The key that opened it may still be down. */
	desk->used = true;
	desk->wordy = false;
	prompt_desk_look_again(desk);
	strbuf_reset(&desk->note);
}

void prompt_desk_left_text(struct prompt_desk *desk)
{
	desk->wordy = true;
}

void prompt_desk_no_text(struct prompt_desk *desk)
{
	desk->burst = DESK_BURST_CUT;
	desk->burst_seen_ms = PROMPT_LOCK_NEVER;
}

/* From here on, what is being typed would go to something else. */
static void cut_burst(struct prompt_desk *desk)
{
	if (desk->presented)
		prompt_desk_no_text(desk);
}

void prompt_desk_close(struct prompt_desk *desk, bool cut)
{
	if (cut)
		cut_burst(desk);
	desk->serial = 0;
	prompt_desk_look_again(desk);
	strbuf_reset(&desk->note);
}

void prompt_desk_changed(struct prompt_desk *desk, bool writing)
{
	if (writing)
		cut_burst(desk);
	desk->drawn = desk->presented = false;
	prompt_desk_look_again(desk);
}

void prompt_desk_note(struct prompt_desk *desk, const char *text,
		      int64_t now_ms)
{
	strbuf_reset(&desk->note);
	strbuf_addstr(&desk->note, text);
	desk->note_until_ms = now_ms + PROMPT_DESK_NOTE_MS;
	desk->asked = false;
}

void prompt_desk_ask(struct prompt_desk *desk, const char *text)
{
	/* The answer does not count before the question was on the screen. */
	prompt_desk_look_again(desk);
	prompt_desk_note(desk, text, 0);
	desk->note_until_ms = INT64_MAX;
	desk->asked = true;
	desk->asked_key = desk->key;
}

bool prompt_desk_all_seen(struct prompt_desk *desk)
{
	if (!desk->asked)
		return false;
	desk->asked = false;
	strbuf_reset(&desk->note);
	return true;
}

const char *prompt_desk_noted(const struct prompt_desk *desk, int64_t now_ms)
{
	return desk->note.len && now_ms < desk->note_until_ms ? desk->note.buf
							      : NULL;
}

/* A key right after an Esc is read as Alt and the key, but its repeats are not:
 * they belong to one press. */
static bool is_same(struct key a, struct key b)
{
	a.mods &= ~(unsigned)KEY_ALT;
	b.mods &= ~(unsigned)KEY_ALT;
	return key_equal(a, b);
}

void prompt_desk_press(struct prompt_desk *desk, struct key key, int64_t now_ms)
{
	bool equal = is_same(key, desk->key);

	if (desk->repeats) {
		/* The press of this key preceded another key. */
		desk->used = desk->used || !equal;
		desk->rest_ms = 0;
	} else if (equal && desk->key_ms != PROMPT_LOCK_NEVER) {
		desk->rest_ms = now_ms - desk->key_ms;
		desk->used = desk->used || !key_equal(key, desk->key);
	} else {
		desk->used = false;
		desk->rest_ms = -1;
	}
	desk->repeats = false;
	desk->key = key;
	desk->key_ms = now_ms;
}

void prompt_desk_repeats(struct prompt_desk *desk)
{
	desk->repeats = true;
}

void prompt_desk_let_go(struct prompt_desk *desk, struct key key)
{
	if (key_equal(key, desk->key))
		desk->key_ms = PROMPT_LOCK_NEVER;
}

void prompt_desk_paste(struct prompt_desk *desk, int64_t now_ms)
{
	desk->key_ms = PROMPT_LOCK_NEVER;
	/* Whether it is held would not be known any more. */
	desk->waiting.any = false;
	prompt_desk_input(desk, now_ms);
}

bool prompt_desk_is_held(const struct prompt_desk *desk)
{
	return !desk->lines && desk->rest_ms >= 0 &&
	       desk->rest_ms < PROMPT_LOCK_REST_MS;
}

bool prompt_desk_runs(const struct prompt_desk *desk)
{
	return prompt_desk_is_held(desk) &&
	       desk->rest_ms < PROMPT_LOCK_QUIET_MS;
}

/* Whether a key belongs to text whose target disappeared during typing. */
static bool is_of_burst(struct prompt_desk *desk, struct key key,
			int64_t now_ms)
{
	bool seen = desk->burst == DESK_BURST_COVERED ||
		    (desk->burst_seen_ms != PROMPT_LOCK_NEVER &&
		     now_ms - desk->burst_seen_ms >= PROMPT_LOCK_GUARD_MS);

	if (desk->burst == DESK_BURST_NONE)
		return false;
	/* A line is whole: it continues none before it. */
	if (!key_is_escape(key) &&
	    (!seen ||
	     (!desk->lines && !prompt_lock_quiet(&desk->lock, now_ms))))
		return true;
	desk->burst = DESK_BURST_NONE;
	return false;
}

static enum desk_route route(struct prompt_desk *desk, struct key key,
			     bool on_top, int64_t now_ms)
{
	/* Typed before the dialog was on the screen: meant for the panes. */
	if (on_top && desk->uninvited && !desk->presented)
		return DESK_PANES;
	if (is_of_burst(desk, key, now_ms))
		return DESK_NOBODY;
	/* A dialog that is not on the screen yet gets no keys. */
	return on_top && !desk->presented ? DESK_NOBODY : DESK_TOP;
}

enum desk_route prompt_desk_route(struct prompt_desk *desk, struct key key,
				  bool on_top, int64_t now_ms)
{
	enum desk_route to = route(desk, key, on_top, now_ms);

	/* This press was not meant for the dialog, nor are its repeats, however
	 * late the first of them comes. */
	if (to != DESK_TOP)
		desk->used = true;
	return to;
}

enum desk_hold prompt_desk_hold(struct prompt_desk *desk, enum desk_use use,
				int64_t now_ms)
{
	bool decides = use >= DESK_USE_DENY;

	if (desk->judging || desk->lines)
		return DESK_FREE;
	/* An arrow right after Esc is Alt and that arrow. */
	if ((desk->key.sym != KEY_SYM_NONE || desk->key.mods) &&
	    prompt_lock_quiet(&desk->lock, now_ms))
		desk->wordy = false;
	if (desk->wordy && use == DESK_USE_ALLOW)
		return DESK_TYPED;
	if (prompt_desk_is_held(desk)) {
		/* Another repeat: neither was a separate press. */
		desk->waiting.any = false;
		/* Whatever it was before: a letter, or another layer's key. */
		if (decides || (desk->used && use == DESK_USE_NONE &&
				desk->rest_ms < PROMPT_LOCK_QUIET_MS))
			return DESK_HELD;
		return DESK_FREE;
	}
	if (use == DESK_USE_ALLOW && desk->rest_ms >= 0) {
		desk->waiting =
			(struct desk_waiting){ true, desk->key, now_ms,
					       desk->lock, desk->batch_lock };
		return DESK_WAITS;
	}
	desk->used = decides;
	return DESK_FREE;
}

bool prompt_desk_take_waiting(struct prompt_desk *desk, bool other,
			      struct key *key, int64_t now_ms)
{
	if (!desk->waiting.any ||
	    (!other && now_ms - desk->waiting.at_ms < PROMPT_LOCK_FOLLOWS_MS))
		return false;
	desk->waiting.any = false;
	desk->judging = true;
	*key = desk->waiting.key;
	return true;
}

void prompt_desk_judged(struct prompt_desk *desk)
{
	desk->judging = false;
}

static bool awaits(const struct prompt_desk *desk)
{
	return prompt_lock_awaits(&desk->lock) ||
	       prompt_lock_awaits(&desk->batch_lock) || desk->look;
}

int64_t prompt_desk_wake_ms(const struct prompt_desk *desk)
{
	int64_t wake_ms = -1;

	if (desk->waiting.any)
		wake_ms = desk->waiting.at_ms + PROMPT_LOCK_FOLLOWS_MS;
	/* The note about it appears with the next second of the age. */
	if (awaits(desk) && !desk->ask_again)
		sooner_ms(&wake_ms, (desk->answers == DESK_ANSWERS_MAYBE
					     ? desk->start_ms
					     : desk->asked_ms) +
					    PROMPT_DESK_ANSWER_MS);
	return wake_ms;
}

void prompt_desk_input(struct prompt_desk *desk, int64_t now_ms)
{
	prompt_lock_input(&desk->lock, now_ms);
	prompt_lock_input(&desk->batch_lock, now_ms);
}

bool prompt_desk_quiet(struct prompt_desk *desk, int guard_ms, int64_t now_ms)
{
	int64_t opens = prompt_lock_opens_ms(&desk->lock, guard_ms);
	bool turns = opens != PROMPT_LOCK_NEVER && now_ms >= opens &&
		     desk->lock.empty_ms < opens;

	prompt_lock_empty(&desk->lock, now_ms);
	prompt_lock_empty(&desk->batch_lock, now_ms);
	return turns;
}

void prompt_desk_drawn(struct prompt_desk *desk, uint32_t revision,
		       bool complete, size_t identical)
{
	desk->drawn = desk->serial != 0;
	complete = complete && !desk->hidden;
	if (complete)
		prompt_lock_show(&desk->lock, desk->serial, revision);
	else
		prompt_lock_hide(&desk->lock);
	/* An answer to all of them also approves their number. */
	if (complete && identical)
		prompt_lock_show(&desk->batch_lock, desk->serial,
				 (uint32_t)identical);
	else
		prompt_lock_hide(&desk->batch_lock);
}

static void ask(struct prompt_desk *desk, bool fresh, int64_t now_ms)
{
	uint32_t next = desk->asks + 1;
	bool one = prompt_lock_sent(&desk->lock, next);
	bool all = prompt_lock_sent(&desk->batch_lock, next);

	if (fresh && !desk->look)
		desk->look = next;
	else
		fresh = false;
	if (!one && !all && !fresh && !(desk->ask_again && awaits(desk)))
		return;
	if (one || all)
		desk->sent_ms = now_ms;
	/* Pending answers may be for earlier queries: send one more. */
	desk->ask_due = 1 + (desk->doubtful ? desk->asks - desk->answered : 0);
	desk->doubtful = false;
	desk->asks = next;
	desk->asked_ms = now_ms;
	desk->ask_again = false;
}

void prompt_desk_expect(struct prompt_desk *desk, int64_t now_ms)
{
	desk->answers = DESK_ANSWERS_MAYBE;
	desk->start_ms = desk->asked_ms = now_ms;
	desk->asks = 1;
}

void prompt_desk_answered(struct prompt_desk *desk, int64_t now_ms)
{
	desk->answers = DESK_ANSWERS_ALL;
	if (desk->answered < desk->asks)
		desk->answered++;
	prompt_lock_arrived(&desk->lock, desk->answered, now_ms);
	prompt_lock_arrived(&desk->batch_lock, desk->answered, now_ms);
	if (desk->look <= desk->answered)
		desk->look = 0;
}

bool prompt_desk_looks(const struct prompt_desk *desk)
{
	return desk->look;
}

void prompt_desk_doubt_asks(struct prompt_desk *desk)
{
	enum { MOST = 16 };

	if (desk->asks - desk->answered > MOST)
		desk->answered = desk->asks - MOST;
	desk->doubtful = true;
	desk->ask_due = 0;
	desk->ask_again = false;
}

bool prompt_desk_take_ask(struct prompt_desk *desk)
{
	bool due = desk->ask_due > 0;

	desk->ask_due -= due;
	return due;
}

bool prompt_desk_await(struct prompt_desk *desk, int64_t now_ms)
{
	bool waits = awaits(desk);

	if (desk->answers == DESK_ANSWERS_MAYBE &&
	    now_ms - desk->start_ms >= PROMPT_DESK_ANSWER_MS) {
		desk->answers = DESK_ANSWERS_NOT;
		desk->look = 0;
		prompt_lock_arrived(&desk->lock, desk->asks, now_ms);
		prompt_lock_arrived(&desk->batch_lock, desk->asks, now_ms);
		return waits;
	}
	if (desk->answers != DESK_ANSWERS_ALL || !waits || desk->ask_again ||
	    now_ms - desk->asked_ms < PROMPT_DESK_ANSWER_MS)
		return false;
	desk->ask_again = true;
	return true;
}

bool prompt_desk_is_late(const struct prompt_desk *desk, int64_t now_ms)
{
	enum { LATE_MS = 500 };

	return prompt_lock_awaits(&desk->lock) &&
	       now_ms - desk->sent_ms >= LATE_MS;
}

void prompt_desk_written(struct prompt_desk *desk, bool on_top, bool fresh,
			 int64_t now_ms)
{
	prompt_desk_await(desk, now_ms);
	if (desk->answers != DESK_ANSWERS_NOT) {
		ask(desk, fresh, now_ms);
	} else {
		prompt_lock_written(&desk->lock, now_ms);
		prompt_lock_written(&desk->batch_lock, now_ms);
	}
	if (desk->burst_seen_ms == PROMPT_LOCK_NEVER)
		desk->burst_seen_ms = now_ms;
	if (on_top)
		desk->presented = true;
}

int64_t prompt_desk_opens_ms(const struct prompt_desk *desk, int guard_ms)
{
	return prompt_lock_opens_ms(&desk->lock, guard_ms);
}

bool prompt_desk_is_open(const struct prompt_desk *desk, uint32_t revision,
			 int guard_ms, int64_t now_ms)
{
	return prompt_lock_open(&desk->lock, desk->serial, revision, guard_ms,
				now_ms);
}

/* Whether this lock is open, or was when the key came. */
static bool was_open(const struct prompt_desk *desk, bool batch,
		     uint32_t revision, int guard_ms, int64_t now_ms)
{
	const struct prompt_lock *now = batch ? &desk->batch_lock : &desk->lock;
	const struct prompt_lock *then =
		batch ? &desk->waiting.batch_lock : &desk->waiting.lock;

	if (!desk->judging)
		return prompt_lock_open(now, desk->serial, revision, guard_ms,
					now_ms);
	/* Nothing may have locked it since then. */
	return now->serial == then->serial && now->revision == then->revision &&
	       now->written_ms == then->written_ms &&
	       prompt_lock_open(then, desk->serial, revision, guard_ms,
				desk->waiting.at_ms);
}

/* Whether it was on the screen long enough, ignoring keys. */
static bool is_read(const struct prompt_lock *lock, uint64_t serial,
		    uint32_t revision, int guard_ms, int64_t now_ms)
{
	return lock->serial == serial && lock->revision == revision &&
	       prompt_lock_was_read(lock, guard_ms, now_ms);
}

enum desk_verdict prompt_desk_allow(struct prompt_desk *desk, uint32_t revision,
				    size_t unseen, size_t identical,
				    int guard_ms, int64_t now_ms)
{
	uint32_t others = (uint32_t)identical;

	if (!is_read(&desk->lock, desk->serial, revision, guard_ms, now_ms) ||
	    (identical && !is_read(&desk->batch_lock, desk->serial, others,
				   guard_ms, now_ms)))
		return DESK_LOCKED;
	if (!was_open(desk, false, revision, guard_ms, now_ms) ||
	    (identical && !was_open(desk, true, others, guard_ms, now_ms)))
		return DESK_TOO_QUICK;
	if (!unseen || (desk->asked && key_equal(desk->asked_key, desk->key)))
		return DESK_YES;
	return DESK_ASK_AGAIN;
}
