#ifndef JPD_STORE_PROMPTS_H
#define JPD_STORE_PROMPTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/event.h"
#include "proto/host-message.h"

/*
 * Approvals and inquiries that wait for the person, oldest first, across all
 * conversations and hosts, and their accounts (doc/HACKING, "Approvals" 6): every one
 * that was received ends in exactly one of the ways below, or still waits.
 */
enum prompt_end {
	PROMPT_WAITING,
	PROMPT_ALLOWED,   /* approve or modify was sent */
	PROMPT_REJECTED,  /* reject was sent */
	PROMPT_ANSWERED,  /* an inquiry's answer was sent */
	PROMPT_EXPIRED,   /* the host's time ran out */
	PROMPT_WITHDRAWN, /* answered elsewhere, cancelled, the turn ended */
	PROMPT_LOST,      /* the host is gone */
	PROMPT_END_COUNT,
};

struct prompt {
	uint64_t serial; /* 1, 2, …: never reused */
	/* Likewise, of what it asks: another one when the host changes it. */
	uint64_t number;
	enum respond_kind kind;
	int host;
	char *conversation;
	char *sub_id;       /* the subscription to answer through */
	char *id;           /* tool_call_id or inquiry_id */
	struct event event; /* decoded; arguments raw */
	uint32_t revision;  /* grows when the host repeats it changed */
	bool again;       /* this id was answered before, with other content */
	int64_t since_ms; /* our clock */
	int64_t deadline_ms; /* our clock, or TIMESTAMP_NONE */
	char *fallback;      /* what the host does then, or NULL */
	bool modified;       /* it is answered with other arguments */
};

/*
 * An answered prompt, as hashes. A repeat of it (by another subscription,
 * say) is not asked again, until its result came or its turn is over.
 */
struct answered {
	uint64_t key, conversation; /* what names it */
	uint64_t content;
	enum prompt_end end;
	bool modified;
};

struct prompts {
	struct prompt **waiting; /* oldest first */
	size_t count, cap;
	uint64_t last_serial, last_number;
	uint64_t received;
	uint64_t ended[PROMPT_END_COUNT]; /* [PROMPT_WAITING] unused */
	/* Decided by the host, for nobody answered it in time. */
	uint64_t host_approved, host_rejected, host_answered;
	struct answered *answered; /* the newest last */
	size_t answered_count, answered_cap;
};

void prompts_init(struct prompts *ps);
void prompts_release(struct prompts *ps);

enum prompt_arrival {
	PROMPT_NEW,
	PROMPT_REPEATED, /* known and the same: nothing to do */
	PROMPT_CHANGED,  /* known, but other content: locked anew */
	PROMPT_OVER,     /* answered by us just now: not asked again */
};

/*
 * A prompt came. `event` is copied out of (moved) on NEW and CHANGED.
 * `*which`, if not NULL, is set where it waits now.
 */
enum prompt_arrival prompts_receive(struct prompts *ps, int host,
				    const char *conversation,
				    const char *sub_id, enum respond_kind kind,
				    struct event *event, int64_t now_ms,
				    int64_t timeout_ms, const char *fallback,
				    struct prompt **which);

struct prompt *prompts_find(const struct prompts *ps, uint64_t serial);
struct prompt *prompts_find_id(const struct prompts *ps, int host,
			       const char *conversation, enum respond_kind kind,
			       const char *id);
/* 0-based place in the queue, or SIZE_MAX. */
size_t prompts_index(const struct prompts *ps, uint64_t serial);
/* How many wait in one conversation. */
/* When the oldest of them was asked, by the wall clock; TIMESTAMP_NONE: none
 * waits. */
int64_t prompts_oldest_ms(const struct prompts *ps, int host,
			  const char *conversation);
size_t prompts_waiting_in(const struct prompts *ps, int host,
			  const char *conversation);

/*
 * What was asked under this id is over for good (its result came): the same
 * id is a new request from now on, for models reuse them. `id` NULL: all of
 * the conversation, whose turn is over. True where one of them was answered
 * by us: then the result is not one of what waits under the same id.
 */
bool prompts_forget_answered(struct prompts *ps, int host,
			     const char *conversation, enum respond_kind kind,
			     const char *id);

/* What we answered to it just now; NULL: nothing. */
const struct answered *prompts_answered(const struct prompts *ps, int host,
					const char *conversation,
					enum respond_kind kind, const char *id);

/* It is over; the prompt is freed. */
void prompts_end(struct prompts *ps, struct prompt *prompt,
		 enum prompt_end end);

/* An answer that ended one so did not reach its host: it was lost. */
void prompts_lose_answer(struct prompts *ps, enum prompt_end end);

/* received == sum of the ended + waiting: always. */
bool prompts_balanced(const struct prompts *ps);

#endif
