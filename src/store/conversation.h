#ifndef JPD_STORE_CONVERSATION_H
#define JPD_STORE_CONVERSATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/event.h"
#include "proto/host-message.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/store/agents.h"
#include "src/store/conversation-repeat.h"
#include "src/store/event-log.h"

/*
 * One conversation of one host: its events, made into the items that a
 * transcript shows. Events of the history stay raw text until needed; streamed
 * chunks are appended to the open item and never kept one by one.
 */
enum item_kind {
	ITEM_TURN,      /* start of a turn */
	ITEM_REQUEST,   /* the user's words */
	ITEM_MESSAGE,   /* the assistant's; neighbours are one item */
	ITEM_REASONING, /* the same */
	ITEM_DATA,      /* structured data, JSON */
	ITEM_TOOL_CALL, /* request, output, response */
	ITEM_INQUIRY,   /* question and answer */
	ITEM_CONFIG,
	ITEM_COMPACTION,
	ITEM_NOTICE,
	ITEM_OTHER,     /* of an unknown type */
	ITEM_TOO_LARGE, /* an event over the limit */
};

enum tool_state {
	TOOL_WAITING, /* for approval */
	TOOL_RUNNING, /* requested, no result yet */
	TOOL_OK,
	TOOL_FAILED,
	TOOL_SKIPPED,     /* jp stores it as a success with known texts */
	TOOL_INTERRUPTED, /* the turn ended without a result */
};

/* Who decided about a call or a question, if not the user here: from live
 * events, or from what the host stores beside the answer. */
enum consent {
	CONSENT_NONE, /* the user here, or unknown */
	CONSENT_RULE_APPROVED,
	CONSENT_RULE_REJECTED,
	CONSENT_HOST_APPROVED, /* on a timeout */
	CONSENT_HOST_REJECTED,
	CONSENT_HOST_ANSWERED,
	CONSENT_NOBODY,
	CONSENT_ELSEWHERE_APPROVED,
	CONSENT_ELSEWHERE_MODIFIED,
	CONSENT_ELSEWHERE_REJECTED,
	CONSENT_ELSEWHERE_ANSWERED,
	CONSENT_WITHDRAWN,
	CONSENT_COUNT,
};

/* A host's report of a prompt that was not answered here (prompt_closed). */
enum consent consent_of(const struct event *closed);
/* Whether what was requested will not run. */
bool consent_denies(enum consent consent);

/* Kept only for items that came live. */
struct item_live {
	struct strbuf text;   /* chunks joined, decoded */
	struct strbuf output; /* a running tool's, its last 64 KiB */
	size_t output_dropped, lines_dropped; /* dropped before: bytes, lines */
	bool output_again; /* the host may repeat it from its start next */
	int64_t stamp_ms;  /* a text's, from its host; or NONE */
	int64_t asked_ms;  /* a call's: when it began to wait for an answer */
	int64_t started_ms, ended_ms;   /* our clock; or TIMESTAMP_NONE */
	int64_t held_ms, held_since_ms; /* held by its questions; since when */
	int64_t held_from_ms;           /* the first of them */
	bool unsure;                    /* who answered, and when, is unknown */
};

#define NO_RECORD SIZE_MAX

struct item {
	uint32_t id;       /* unique in its conversation, forever: views keep
			      folds and places by it */
	uint32_t revision; /* changes with what the item shows */
	enum item_kind kind : 4; /* there are millions: no byte is wasted */
	enum tool_state tool_state : 3;
	enum consent consent : 4; /* tool, inquiry */
	bool open : 1;            /* chunks may still be appended */
	unsigned writer : 12;     /* an agent, by agents_number(), or 0 */
	uint32_t records; /* events from the first to the last that belong to
			     it; a text's may have other writers' between */
	size_t record;    /* first event in the log, or NO_RECORD */
	size_t response;  /* tool, inquiry: the answer's event, or NO_RECORD */
	uint64_t id_hash; /* tool, inquiry: of the id; else 0 */
	struct item_live *live; /* or NULL */
};

/* In order of importance; the first that applies. */
enum conversation_state {
	CONVERSATION_WAITING,
	CONVERSATION_FAILED,
	CONVERSATION_STREAMING,
	CONVERSATION_RUNNING,
	CONVERSATION_LOST,
	CONVERSATION_IDLE,
};

struct conversation {
	int host;
	char *id;
	char *title;               /* NULL if it has none */
	char *called;              /* name from its first message; or NULL */
	int64_t last_activated_ms; /* the host's clock, or TIMESTAMP_NONE */
	int64_t pinned_ms;         /* or TIMESTAMP_NONE */
	int64_t events_count;      /* as listed, or -1 */
	char *unreadable;          /* why, or NULL */
	bool listed;               /* in the last list */

	struct agents *agents;
	struct event_log log;
	struct item *items;
	size_t item_count, item_cap;
	uint32_t last_item_id;
	uint32_t turn_over_id; /* items up to it are of turns that are over */
	bool ids_sorted;       /* items are in the order of their ids */
	size_t *open_calls; /* items: tool calls and inquiries without answer */
	size_t open_count, open_cap;
	uint64_t revision; /* changes with anything that is shown of it */
	uint32_t loads;    /* how often all items were rebuilt */
	bool loaded;       /* the history was read */
	/* Events before the first item, not made into items yet; or NULL. */
	struct conversation_head *head;
	char *load_error; /* why reading failed, or NULL */
	struct conversation_repeat repeat;

	/* live */
	bool turn_active;
	bool expected;   /* a message was accepted, its turn not seen yet */
	int64_t sent_ms; /* when it was sent; or TIMESTAMP_NONE */
	bool elsewhere;  /* another process runs the turn, as its lock shows */
	bool asks;       /* and that process asks in its own terminal */
	struct terminal_place *place; /* the terminal; or NULL: unknown */
	bool ours; /* the turn, or the next one, is of our query */
	bool turn_failed;
	bool host_lost;
	bool streaming;         /* the last event was a chunk */
	size_t waiting;         /* pending prompts; kept by prompts.c */
	int64_t state_since_ms; /* our clock */
	int64_t last_event_ms;  /* our clock, or TIMESTAMP_NONE */
	/* chunks in the last seconds, for the rate; one slot is 250 ms */
	uint16_t rate_slots[8];
	int64_t rate_slot_at; /* our clock / 250 */
	/* What all agents of the last turn took; or -1. */
	int64_t input_tokens, output_tokens;
	bool usage_over; /* it is of a turn before */
	/* The context that the first agent to report it uses; or -1. */
	int64_t context_used, context_limit;
	unsigned context_writer;
};

struct conversation *conversation_new(int host, const char *id);
void conversation_free(struct conversation *conv);

/*
 * A chunk of its writer's open text; one of another kind closes that. O(bytes
 * of the chunk).
 */
void conversation_chunk(struct conversation *conv,
			const struct host_chunk *chunk, int64_t now_ms);

/*
 * A pushed event, raw (copied). `respond`: it waits for an answer. `event` is
 * the decoded form.
 */
void conversation_event(struct conversation *conv, struct slice raw,
			const struct event *event, bool respond,
			int64_t now_ms);

/*
 * A call's prompt was answered here, so its tool runs (or was refused) although
 * the host has not reported it yet.
 */
void conversation_tool_answered(struct conversation *conv, const char *id,
				int64_t now_ms);
/* The same for a question: nothing waits for it until it is asked again, which
 * TIMESTAMP_NONE says. */
void conversation_question_answered(struct conversation *conv, const char *id,
				    int64_t now_ms);
bool item_answered_here(const struct item *item);

/*
 * Who decided about the open call or question of this id, or about the last one
 * if that was answered already and not by the user here.
 */
void conversation_decided(struct conversation *conv, const char *id,
			  enum consent consent);

/*
 * Replace the content by the host's current history. Unchanged items keep their
 * id; live ones that it does not have yet are appended. Takes over the content
 * of `log`.
 */
void conversation_load(struct conversation *conv, struct event_log *log);

/*
 * Of a long history with unread events only the end is made into items at
 * first. Continue with the rest, for about this many bytes; true if more is
 * left. The rest is put before the items in one step, which changes their
 * indexes, not their ids.
 */
bool conversation_work(struct conversation *conv, size_t bytes);
/* Make all of it into items now. */
void conversation_complete(struct conversation *conv);

/*
 * Whether this history, from a host that is polled, is byte-identical to the
 * one that is here.
 */
bool conversation_has(const struct conversation *conv,
		      const struct event_log *log);

/* Drop the open text: the host is about to repeat it from its start. */
void conversation_drop_open_text(struct conversation *conv);

/* Drop what came live of a conversation not shown and never read. */
void conversation_forget_unread(struct conversation *conv);

/* The turn is over. */
void conversation_turn_ended(struct conversation *conv, int64_t now_ms);
/* The host was lost; the turn may continue when it is back. */
void conversation_lost(struct conversation *conv, int64_t now_ms);
/* The conversation's lock (jp 8) shows that a turn runs, ours or another
 * process's, or that none does. False if that was known. */
bool conversation_set_lock(struct conversation *conv, bool locked,
			   bool elsewhere, int64_t now_ms);
/* False if it already has this title. */
bool conversation_set_title(struct conversation *conv, const char *title);
/* The first message is known: it names a conversation without a title. */
void conversation_call(struct conversation *conv, struct slice message);
void conversation_set_host_lost(struct conversation *conv, bool lost);
/* A message was sent to the host, or failed. */
void conversation_query_sent(struct conversation *conv, int64_t now_ms);
void conversation_query_failed(struct conversation *conv);
/*
 * Since when nothing happens although something is expected: no text, no tool,
 * no prompt. TIMESTAMP_NONE: something does, or nothing is expected.
 */
int64_t conversation_quiet_since(const struct conversation *conv);
/* The request that the last turn, if it is over, left without an answer: its
 * item, or SIZE_MAX. */
size_t conversation_unanswered(const struct conversation *conv);
/* The host accepted a message: a failure belongs to the turn before. */
void conversation_query_taken(struct conversation *conv);
/* The history could not be read. */
void conversation_load_failed(struct conversation *conv, const char *why);

enum conversation_state conversation_state(const struct conversation *conv);
/* Chunks per second over the last two seconds. */
int conversation_rate(const struct conversation *conv, int64_t now_ms);

/* The time of an event, or TIMESTAMP_NONE; without decoding it. */
int64_t conversation_record_time(const struct conversation *conv,
				 size_t record);

/* Index of the first item of the turn that item `index` belongs to; `index`
 * past the last item means the last turn. 0 if no start of a turn is known. */
size_t conversation_turn_start(const struct conversation *conv, size_t index);

/* Index of the item with this id, or SIZE_MAX. O(log n). */
size_t conversation_find_item(const struct conversation *conv, uint32_t id);

/* Whether the event of a record belongs to this item of adjacent ones. */
bool conversation_joins(const struct conversation *conv,
			const struct item *item, size_t record);

/*
 * What an item shows, decoded; rebuilt on each call, for views that keep the
 * rows that they make from it. Strings are NULL if there is nothing.
 */
struct item_content {
	struct event event; /* the first event: request, call, question … */
	struct event response; /* tool, inquiry; kind EVENT_UNKNOWN if none */
	bool has_event, has_response;
	struct strbuf text;   /* all chunks or adjacent events joined */
	struct strbuf notice; /* a system notification block (RFD 011) removed
				 from the start of the text or result */
};

void item_content_load(struct item_content *content,
		       const struct conversation *conv,
		       const struct item *item);
void item_content_release(struct item_content *content);

#endif
