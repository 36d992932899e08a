#ifndef JPD_STORE_PROMPTS_H
#define JPD_STORE_PROMPTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/event.h"
#include "proto/host-message.h"

/*
 * Pending approvals and inquiries, oldest first, across all conversations and
 * hosts, and their accounts (doc/HACKING, "Approvals" 6): each one that was
 * received either ended in exactly one of the ways below, or is pending.
 */
enum prompt_end {
	PROMPT_WAITING,
	PROMPT_ALLOWED,   /* approve or modify was sent */
	PROMPT_REJECTED,  /* reject was sent */
	PROMPT_ANSWERED,  /* an inquiry's answer was sent */
	PROMPT_EXPIRED,   /* the host's timeout passed */
	PROMPT_WITHDRAWN, /* answered elsewhere, cancelled, the turn ended */
	PROMPT_LOST,      /* the host disconnected */
	PROMPT_END_COUNT,
};

struct prompt {
	uint64_t serial; /* 1, 2, …: never reused */
	/* The same for what it asks: changes when the host changes it. */
	uint64_t number;
	enum respond_kind kind;
	int host;
	char *conversation;
	char *sub_id;       /* the subscription to answer through */
	char *id;           /* tool_call_id or inquiry_id */
	struct event event; /* decoded; arguments raw */
	uint32_t revision;  /* grows when the host repeats it with changes */
	bool again;       /* this id was answered before, with other content */
	int64_t since_ms; /* our clock */
	int64_t deadline_ms; /* our clock, or TIMESTAMP_NONE */
	char *fallback;      /* what the host then does, or NULL */
	bool modified;       /* being answered with changed arguments */
	char *refusal;       /* `again`: why that answer was refused, or NULL */
};

/*
 * An answered prompt, as hashes. A repeat of it (from another subscription, for
 * example) is not asked again until its result has come, its turn is over, or
 * its id has asked for something else.
 */
struct answered {
	uint64_t key, conversation; /* identify it */
	uint64_t content;
	enum prompt_end end;
	bool modified;
	bool superseded; /* its id has asked for something else, or again */
};

struct prompts {
	struct prompt **waiting; /* oldest first */
	size_t count, cap;
	uint64_t last_serial, last_number;
	uint64_t received;
	uint64_t ended[PROMPT_END_COUNT]; /* [PROMPT_WAITING] unused */
	/* Decided by the host, because no one answered in time. */
	uint64_t host_approved, host_rejected, host_answered;
	struct answered *answered; /* newest last */
	size_t answered_count, answered_cap;
	char *refusal; /* of the last one that was refused, or NULL */
	uint64_t refusal_key;
};

void prompts_init(struct prompts *ps);
void prompts_release(struct prompts *ps);

enum prompt_arrival {
	PROMPT_NEW,
	PROMPT_REPEATED, /* known and unchanged: nothing to do */
	PROMPT_CHANGED,  /* known, with other content: locked again */
	PROMPT_OVER,     /* we just answered it: not asked again */
};

/* A prompt as a host asks it. */
struct prompt_asked {
	int host;
	const char *conversation, *sub_id;
	enum respond_kind kind;
	struct event *event; /* moved from on NEW and CHANGED */
	int64_t timeout_ms;  /* -1: none */
	const char *fallback;
};

/* `*which`, if not NULL, is set to the pending prompt. */
enum prompt_arrival prompts_receive(struct prompts *ps,
				    const struct prompt_asked *asked,
				    int64_t now_ms, struct prompt **which);

struct prompt *prompts_find(const struct prompts *ps, uint64_t serial);
struct prompt *prompts_find_id(const struct prompts *ps, int host,
			       const char *conversation, enum respond_kind kind,
			       const char *id);
/* 0-based place in the queue, or SIZE_MAX. */
size_t prompts_index(const struct prompts *ps, uint64_t serial);
/* When the oldest of them was asked, by the wall clock; TIMESTAMP_NONE: none is
 * pending. */
int64_t prompts_oldest_ms(const struct prompts *ps, int host,
			  const char *conversation);
/* How many are pending in one conversation. */
size_t prompts_waiting_in(const struct prompts *ps, int host,
			  const char *conversation);

/*
 * The result for this id has come, so it is done: from now on the same id is a
 * new request, because models reuse ids. `id` NULL: all of the conversation,
 * whose turn is over. True if we had answered one of them: the result is then
 * not that of a pending one with the same id.
 */
bool prompts_forget_answered(struct prompts *ps, int host,
			     const char *conversation, enum respond_kind kind,
			     const char *id);

/* Our recent answer to it; NULL: none. */
const struct answered *prompts_answered(const struct prompts *ps, int host,
					const char *conversation,
					enum respond_kind kind, const char *id);

/*
 * The host did not accept our answer, and says why: it is lost, and the same
 * request that comes next is a new one. False if we did not answer it, or have
 * heard this.
 */
bool prompts_refused(struct prompts *ps, int host, const char *conversation,
		     enum respond_kind kind, const char *id, const char *why);

/* End a prompt and free it. */
void prompts_end(struct prompts *ps, struct prompt *prompt,
		 enum prompt_end end);

/* An answer of this kind did not reach its host: count it as lost. */
void prompts_lose_answer(struct prompts *ps, enum prompt_end end);

/* Invariant: received == sum of the ended + pending. */
bool prompts_balanced(const struct prompts *ps);

#endif
