#include "config.h"

#include "src/store/prompts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/strmap.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"

/* Answered prompts to remember; a repeat comes soon or never. */
#define ANSWERED_MAX 4096
/* Longer timeouts count as a year. */
#define DEADLINE_MAX_MS ((int64_t)365 * 24 * 3600 * 1000)

void prompts_init(struct prompts *ps)
{
	*ps = (struct prompts){ 0 };
}

static void prompt_free(struct prompt *prompt)
{
	free(prompt->conversation);
	free(prompt->sub_id);
	free(prompt->id);
	free(prompt->fallback);
	free(prompt->refusal);
	event_release(&prompt->event);
	free(prompt);
}

void prompts_release(struct prompts *ps)
{
	if (!ps)
		return;
	for (size_t i = 0; i < ps->count; i++)
		prompt_free(ps->waiting[i]);
	free(ps->waiting);
	free(ps->answered);
	free(ps->refusal);
	prompts_init(ps);
}

static uint64_t hash_str(const char *text, uint64_t seed)
{
	return hash_bytes(text ? text : "", text ? strlen(text) + 1 : 0, seed);
}

static uint64_t hash_key(int host, const char *conversation,
			 enum respond_kind kind, const char *id)
{
	uint64_t hash = hash_str(id, (uint64_t)host * 4 + kind);

	return hash_str(conversation, hash);
}

static uint64_t hash_conversation(int host, const char *conversation)
{
	return hash_str(conversation, (uint64_t)host);
}

/* Covers all that the user sees and that the answer depends on. */
static uint64_t hash_content(const struct event *event)
{
	uint64_t hash = hash_bytes(event->arguments ? event->arguments : "",
				   event->arguments_len, 1);

	hash = hash_str(event->name, hash);
	hash = hash_bytes(event->text ? event->text : "", event->text_len,
			  hash);
	hash = hash_str(event->answer_default, hash);
	for (size_t i = 0; i < event->option_count; i++)
		hash = hash_str(event->options[i].value, hash);
	return hash;
}

static bool same_str(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static bool same_options(const struct event *a, const struct event *b)
{
	if (a->option_count != b->option_count)
		return false;
	for (size_t i = 0; i < a->option_count; i++) {
		const struct inquiry_option *x = &a->options[i];
		const struct inquiry_option *y = &b->options[i];

		if (!same_str(x->value, y->value) ||
		    !same_str(x->label, y->label) ||
		    !same_str(x->description, y->description))
			return false;
	}
	return true;
}

/* Compares bytes: whoever writes the arguments could make hashes collide. */
static bool same_content(const struct event *a, const struct event *b)
{
	return slice_equal(slice_of(a->arguments, a->arguments_len),
			   slice_of(b->arguments, b->arguments_len)) &&
	       slice_equal(slice_of(a->text, a->text_len),
			   slice_of(b->text, b->text_len)) &&
	       same_str(a->name, b->name) && same_str(a->source, b->source) &&
	       same_str(a->answer_default, b->answer_default) &&
	       a->answer_kind == b->answer_kind && a->multi == b->multi &&
	       a->other == b->other && same_options(a, b);
}

struct prompt *prompts_find_id(const struct prompts *ps, int host,
			       const char *conversation, enum respond_kind kind,
			       const char *id)
{
	for (size_t i = 0; i < ps->count; i++) {
		struct prompt *p = ps->waiting[i];

		if (p->host == host && p->kind == kind && !strcmp(p->id, id) &&
		    !strcmp(p->conversation, conversation))
			return p;
	}
	return NULL;
}

static struct answered *find_answered(const struct prompts *ps, uint64_t key)
{
	for (size_t i = ps->answered_count; i-- > 0;) {
		if (ps->answered[i].key == key)
			return &ps->answered[i];
	}
	return NULL;
}

static void remember_answered(struct prompts *ps, const struct prompt *p,
			      enum prompt_end end)
{
	uint64_t key = hash_key(p->host, p->conversation, p->kind, p->id);
	struct answered *old = find_answered(ps, key);

	if (!old && ps->answered_count == ANSWERED_MAX) {
		ps->answered_count /= 2;
		memmove(ps->answered, ps->answered + ps->answered_count,
			ps->answered_count * sizeof(*ps->answered));
	}
	if (!old) {
		ALLOC_GROW(ps->answered, ps->answered_count + 1,
			   ps->answered_cap);
		old = &ps->answered[ps->answered_count++];
	}
	*old = (struct answered){
		.key = key,
		.conversation = hash_conversation(p->host, p->conversation),
		.content = hash_content(&p->event),
		.end = end,
		.modified = p->modified,
	};
}

const struct answered *prompts_answered(const struct prompts *ps, int host,
					const char *conversation,
					enum respond_kind kind, const char *id)
{
	return find_answered(ps, hash_key(host, conversation, kind, id));
}

bool prompts_refused(struct prompts *ps, int host, const char *conversation,
		     enum respond_kind kind, const char *id, const char *why)
{
	uint64_t key = hash_key(host, conversation, kind, id);
	struct answered *a = find_answered(ps, key);

	if (!a || a->superseded)
		return false;
	a->superseded = true;
	prompts_lose_answer(ps, a->end);
	free(ps->refusal);
	ps->refusal = xstrdup(why);
	ps->refusal_key = key;
	return true;
}

static char *take_refusal(struct prompts *ps, uint64_t key)
{
	char *refusal = ps->refusal;

	if (ps->refusal_key != key)
		return NULL;
	ps->refusal = NULL;
	return refusal;
}

bool prompts_forget_answered(struct prompts *ps, int host,
			     const char *conversation, enum respond_kind kind,
			     const char *id)
{
	uint64_t of = hash_conversation(host, conversation);
	uint64_t key = id ? hash_key(host, conversation, kind, id) : 0;
	size_t count = ps->answered_count, kept = 0;

	for (size_t i = 0; i < count; i++) {
		const struct answered *a = &ps->answered[i];

		if (id ? a->key != key : a->conversation != of)
			ps->answered[kept++] = *a;
	}
	ps->answered_count = kept;
	return kept < count;
}

static void set_deadline(struct prompt *prompt,
			 const struct prompt_asked *asked, int64_t now_ms)
{
	int64_t timeout_ms = asked->timeout_ms;

	if (timeout_ms > DEADLINE_MAX_MS)
		timeout_ms = DEADLINE_MAX_MS;
	prompt->deadline_ms =
		timeout_ms >= 0 ? now_ms + timeout_ms : TIMESTAMP_NONE;
	free(prompt->fallback);
	prompt->fallback = asked->fallback ? xstrdup(asked->fallback) : NULL;
}

static void move_event(struct prompts *ps, struct prompt *prompt,
		       struct event *event)
{
	event_release(&prompt->event);
	prompt->event = *event;
	*event = (struct event)EVENT_INIT;
	prompt->revision++;
	prompt->number = ++ps->last_number;
}

static void take_subscription(struct prompt *p, const char *sub_id)
{
	if (!strcmp(p->sub_id, sub_id))
		return;
	/* The newest subscription will last longest. */
	free(p->sub_id);
	p->sub_id = xstrdup(sub_id);
}

/* It is pending already: take what the host says of it now. */
static enum prompt_arrival hear_again(struct prompts *ps, struct prompt *p,
				      const struct prompt_asked *asked,
				      int64_t now_ms)
{
	enum prompt_arrival arrival = PROMPT_REPEATED;

	if (!same_content(asked->event, &p->event)) {
		move_event(ps, p, asked->event);
		arrival = PROMPT_CHANGED;
	}
	take_subscription(p, asked->sub_id);
	if (asked->timeout_ms >= 0)
		set_deadline(p, asked, now_ms);
	return arrival;
}

static struct prompt *add(struct prompts *ps, const struct prompt_asked *asked,
			  int64_t now_ms)
{
	struct prompt *p = xcalloc(1, sizeof(*p));

	p->serial = ++ps->last_serial;
	p->kind = asked->kind;
	p->host = asked->host;
	p->conversation = xstrdup(asked->conversation);
	p->sub_id = xstrdup(asked->sub_id);
	p->id = xstrdup(asked->event->id);
	p->since_ms = now_ms;
	p->event = (struct event)EVENT_INIT;
	move_event(ps, p, asked->event);
	set_deadline(p, asked, now_ms);
	ALLOC_GROW(ps->waiting, ps->count + 1, ps->cap);
	ps->waiting[ps->count++] = p;
	ps->received++;
	return p;
}

enum prompt_arrival prompts_receive(struct prompts *ps,
				    const struct prompt_asked *asked,
				    int64_t now_ms, struct prompt **which)
{
	const char *id = asked->event->id;
	struct prompt *p = prompts_find_id(ps, asked->host, asked->conversation,
					   asked->kind, id);
	enum prompt_arrival arrival = PROMPT_NEW;
	struct answered *answer;

	if (p) {
		arrival = hear_again(ps, p, asked, now_ms);
		goto out;
	}
	answer = find_answered(ps, hash_key(asked->host, asked->conversation,
					    asked->kind, id));
	if (answer && !answer->superseded &&
	    answer->content == hash_content(asked->event))
		return PROMPT_OVER;
	p = add(ps, asked, now_ms);
	if (answer) {
		answer->superseded = true;
		p->again = true;
		p->refusal = take_refusal(ps, answer->key);
	}
out:
	if (which)
		*which = p;
	return arrival;
}

size_t prompts_index(const struct prompts *ps, uint64_t serial)
{
	for (size_t i = 0; i < ps->count; i++) {
		if (ps->waiting[i]->serial == serial)
			return i;
	}
	return SIZE_MAX;
}

struct prompt *prompts_find(const struct prompts *ps, uint64_t serial)
{
	size_t i = prompts_index(ps, serial);

	return i == SIZE_MAX ? NULL : ps->waiting[i];
}

int64_t prompts_oldest_ms(const struct prompts *ps, int host,
			  const char *conversation)
{
	int64_t oldest = TIMESTAMP_NONE;

	for (size_t i = 0; i < ps->count; i++) {
		const struct prompt *p = ps->waiting[i];

		if (p->host == host && !strcmp(p->conversation, conversation) &&
		    (oldest == TIMESTAMP_NONE || p->since_ms < oldest))
			oldest = p->since_ms;
	}
	return oldest;
}

size_t prompts_waiting_in(const struct prompts *ps, int host,
			  const char *conversation)
{
	size_t waiting = 0;

	for (size_t i = 0; i < ps->count; i++) {
		waiting += ps->waiting[i]->host == host &&
			   !strcmp(ps->waiting[i]->conversation, conversation);
	}
	return waiting;
}

void prompts_end(struct prompts *ps, struct prompt *prompt, enum prompt_end end)
{
	size_t i = prompts_index(ps, prompt->serial);

	assert(i != SIZE_MAX && end > PROMPT_WAITING && end < PROMPT_END_COUNT);
	if (end == PROMPT_ALLOWED || end == PROMPT_REJECTED ||
	    end == PROMPT_ANSWERED)
		remember_answered(ps, prompt, end);
	ps->count--;
	memmove(&ps->waiting[i], &ps->waiting[i + 1],
		(ps->count - i) * sizeof(*ps->waiting));
	ps->ended[end]++;
	prompt_free(prompt);
	assert(prompts_balanced(ps));
}

void prompts_lose_answer(struct prompts *ps, enum prompt_end end)
{
	assert(ps->ended[end]);
	ps->ended[end]--;
	ps->ended[PROMPT_LOST]++;
}

bool prompts_balanced(const struct prompts *ps)
{
	uint64_t sum = ps->count;

	for (int end = PROMPT_WAITING + 1; end < PROMPT_END_COUNT; end++)
		sum += ps->ended[end];
	return sum == ps->received;
}
