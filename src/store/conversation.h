#ifndef JPD_STORE_CONVERSATION_H
#define JPD_STORE_CONVERSATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/event.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/store/event-log.h"

/*
 * One conversation of one host: its events, made into the items that a
 * transcript shows. Events of the history stay raw text until somebody looks
 * at them; chunks that stream in are appended to the open item and are never
 * kept one by one.
 */
enum item_kind {
	ITEM_TURN,      /* a turn begins */
	ITEM_REQUEST,   /* the person's words */
	ITEM_MESSAGE,   /* the assistant's; neighbours are one item */
	ITEM_REASONING, /* likewise */
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
	TOOL_RUNNING, /* asked for, no result yet */
	TOOL_OK,
	TOOL_FAILED,
	TOOL_SKIPPED,     /* jp stores it as a success with known texts */
	TOOL_INTERRUPTED, /* the turn is over and no result came */
};

/* Who decided about a call or a question, where it was not the person here.
 * Known of what was told live, and of what its host keeps with the answer. */
enum consent {
	CONSENT_NONE, /* by the person here, or nothing is known */
	CONSENT_RULE_APPROVED,
	CONSENT_RULE_REJECTED,
	CONSENT_HOST_APPROVED, /* its time ran out */
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

/* What a host says of a prompt that was not answered here (prompt_closed). */
enum consent consent_of(const struct event *closed);
/* What was asked for will not run. */
bool consent_denies(enum consent consent);

/* What only items that came live have. */
struct item_live {
	struct strbuf text;   /* chunks joined, decoded */
	struct strbuf output; /* a running tool's, its last 64 KiB */
	size_t output_dropped, lines_dropped; /* before it: bytes, lines */
	bool output_again; /* it may be told from its beginning next */
	int64_t stamp_ms;  /* a text's, as its host told it; or NONE */
	int64_t asked_ms;  /* a call's: since then it waited for an answer */
	int64_t started_ms, ended_ms;   /* our clock; or TIMESTAMP_NONE */
	int64_t held_ms, held_since_ms; /* while it ran, by its questions */
	int64_t held_from_ms;           /* the first of them */
	bool unsure; /* who answered, and when, was not told */
};

#define NO_RECORD SIZE_MAX

struct item {
	uint32_t id;       /* unique in its conversation, for ever: views keep
			      folds and places by it */
	uint32_t revision; /* changes with what the item shows */
	enum item_kind kind : 8; /* a million of them: no byte is lost */
	enum tool_state tool_state : 8;
	enum consent consent : 8; /* tool, inquiry */
	bool open;                /* chunks may still be appended */
	uint32_t records;         /* neighbours that belong to it */
	size_t record;            /* first event in the log, or NO_RECORD */
	size_t response;  /* tool, inquiry: the answer's event, or NO_RECORD */
	uint64_t id_hash; /* tool, inquiry: of the id; else 0 */
	struct item_live *live; /* or NULL */
};

/* In order of importance; the first that holds. */
enum conversation_state {
	CONVERSATION_WAITING,
	CONVERSATION_FAILED,
	CONVERSATION_STREAMING,
	CONVERSATION_RUNNING,
	CONVERSATION_LOST,
	CONVERSATION_IDLE,
};

/* How far what a host tells again is known to be here. */
struct conversation_repeat {
	bool on, loose;
	size_t turn;    /* the first item of the last turn */
	size_t first;   /* items before it were told again, or passed over */
	size_t text_at; /* item whose text is being told again, or NO_RECORD */
	size_t told;    /* bytes of it */
	int64_t stamp_ms;
	struct strbuf text; /* all of it */
};

struct conversation {
	int host;
	char *id;
	char *title;  /* NULL: none yet */
	char *called; /* without one: by its first message; or NULL */
	int64_t last_activated_ms; /* the host's clock, or TIMESTAMP_NONE */
	int64_t pinned_ms;         /* or TIMESTAMP_NONE */
	int64_t events_count;      /* as listed, or -1 */
	char *unreadable;          /* why, or NULL */
	bool listed;               /* in the last list */

	struct event_log log;
	struct item *items;
	size_t item_count, item_cap;
	uint32_t last_item_id;
	uint32_t turn_over_id; /* items up to it are of turns that are over */
	bool ids_sorted;       /* items are in the order of their ids */
	size_t *open_calls; /* items: tool calls and inquiries without answer */
	size_t open_count, open_cap;
	uint64_t revision; /* changes with anything shown of it */
	uint32_t loads;    /* so often all of the items were made anew */
	bool loaded;       /* the history was read */
	/* Events before the first item, not made into items yet; or NULL. */
	struct conversation_head *head;
	char *load_error; /* or why it could not be */
	struct conversation_repeat repeat;

	/* live */
	bool turn_active;
	bool expected;   /* a message was taken, and its turn not told yet */
	int64_t sent_ms; /* it was sent then; or TIMESTAMP_NONE */
	bool elsewhere;  /* the turn is another process's, known by its lock */
	bool asks;       /* and that one asks in its own terminal */
	struct terminal_place *place; /* which is here; or NULL: not known */
	bool ours; /* the turn, or the next one, is of a query from here */
	bool turn_failed;
	bool host_lost;
	bool streaming;         /* a chunk was the last thing that came */
	size_t waiting;         /* prompts that wait; kept by prompts.c */
	int64_t state_since_ms; /* our clock */
	int64_t last_event_ms;  /* our clock, or TIMESTAMP_NONE */
	/* chunks in the last seconds, for the rate: one slot a quarter second */
	uint16_t rate_slots[8];
	int64_t rate_slot_at; /* our clock / 250 */
	int64_t input_tokens, output_tokens, context_limit; /* or -1 */
};

struct conversation *conversation_new(int host, const char *id);
void conversation_free(struct conversation *conv);

/*
 * A chunk of the open text of its kind; another kind closes it. `text` and
 * `stamp`, its timestamp, are raw JSON strings; `stamp` may be empty.
 * O(bytes of the chunk).
 */
void conversation_chunk(struct conversation *conv, bool reasoning,
			struct slice text, struct slice stamp, int64_t now_ms);

/*
 * An event that was pushed, raw (copied). `respond`: it waits for an answer.
 * `event` is the same decoded.
 */
void conversation_event(struct conversation *conv, struct slice raw,
			const struct event *event, bool respond,
			int64_t now_ms);

/*
 * A call's prompt was answered here, so its tool runs (or was refused) though
 * the host has not said so yet.
 */
void conversation_tool_answered(struct conversation *conv, const char *id,
				int64_t now_ms);

/* Who decided about the call or question of this id that is open. */
void conversation_decided(struct conversation *conv, const char *id,
			  enum consent consent);

/*
 * The history as the host has it now, in place of what there is. Items that
 * are the same keep their id; those that came live and are not in it yet
 * stay behind it. Takes over what `log` holds.
 */
void conversation_load(struct conversation *conv, struct event_log *log);

/*
 * Of a long history with unread events only the end is made into items at
 * first. Go on with the rest, as far as looking at about so many bytes goes;
 * true where there is more. It is put before the items in one step, which
 * changes the index of each, not its id.
 */
bool conversation_work(struct conversation *conv, size_t bytes);
/* All of it now: somebody wants to have the whole. */
void conversation_complete(struct conversation *conv);

/*
 * A host that is asked again and again: its history is what is here already,
 * byte for byte.
 */
bool conversation_has(const struct conversation *conv,
		      const struct event_log *log);

/*
 * Forget the text that is open: the host is about to tell it again from its
 * beginning.
 */
void conversation_drop_open_text(struct conversation *conv);

/* Forget what came live of one that nobody looks at, if it was never read. */
void conversation_forget_unread(struct conversation *conv);

/* The turn is over. */
void conversation_turn_ended(struct conversation *conv, int64_t now_ms);
/* Its host is gone, and the turn may go on when it is back. */
void conversation_lost(struct conversation *conv, int64_t now_ms);
/* A turn runs, of ours or of another process, or none does, as a lock tells
 * (jp 8). False where that was known. */
bool conversation_set_lock(struct conversation *conv, bool locked,
			   bool elsewhere, int64_t now_ms);
/* False where it has this title. */
bool conversation_set_title(struct conversation *conv, const char *title);
/* What it begins with is known: without a title it is called by that. */
void conversation_call(struct conversation *conv, struct slice message);
void conversation_set_host_lost(struct conversation *conv, bool lost);
/* A message was sent to the host, or comes to nothing. */
void conversation_query_sent(struct conversation *conv, int64_t now_ms);
void conversation_query_failed(struct conversation *conv);
/*
 * Since when nothing moves though something is to come: no text, no tool, no
 * prompt. TIMESTAMP_NONE: it does, or nothing is.
 */
int64_t conversation_quiet_since(const struct conversation *conv);
/* The request that the last turn, which is over as far as is known, left
 * without an answer: its item, or SIZE_MAX. */
size_t conversation_unanswered(const struct conversation *conv);
/* The host took a message: what failed was the turn before. */
void conversation_query_taken(struct conversation *conv);
/* Its history could not be read. */
void conversation_load_failed(struct conversation *conv, const char *why);

enum conversation_state conversation_state(const struct conversation *conv);
/* Chunks a second over the last two seconds. */
int conversation_rate(const struct conversation *conv, int64_t now_ms);

/* When an event was, or TIMESTAMP_NONE; without decoding it. */
int64_t conversation_record_time(const struct conversation *conv,
				 size_t record);

/* Index of the item that the turn of item `index` begins with; behind the last
 * item: of the last turn. 0 where none is told to begin. */
size_t conversation_turn_start(const struct conversation *conv, size_t index);

/* Index of the item with this id, or SIZE_MAX. O(log n). */
size_t conversation_find_item(const struct conversation *conv, uint32_t id);

/*
 * What an item shows, decoded; made anew on each call, for views that keep
 * the rows they make of it. Strings are NULL where there is nothing.
 */
struct item_content {
	struct event event; /* the first event: request, call, question … */
	struct event response; /* tool, inquiry; kind EVENT_UNKNOWN if none */
	bool has_event, has_response;
	struct strbuf text;   /* all chunks or neighbours joined */
	struct strbuf notice; /* a system notification block in front (RFD 011)
				  that was taken off the text or result */
};

void item_content_load(struct item_content *content,
		       const struct conversation *conv,
		       const struct item *item);
void item_content_release(struct item_content *content);

#endif
