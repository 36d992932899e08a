#ifndef JPD_PROTO_HOST_MESSAGE_H
#define JPD_PROTO_HOST_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * What a host sends (RFD 072, D18). `init` is called HELLO here, because
 * HOST_MESSAGE_INIT is the initializer of a struct host_message.
 */
#define HOST_MESSAGES(X)                      \
	X(HELLO, "init")                      \
	X(DESCRIBE, "describe")               \
	X(SHUTDOWN, "shutdown")               \
	X(CONVERSATIONS, "conversations")     \
	X(EVENTS, "events")                   \
	X(CONFIG, "config")                   \
	X(LOCKED, "locked")                   \
	X(UNLOCKED, "unlocked")               \
	X(PUSHED, "pushed")                   \
	X(CREATED, "created")                 \
	X(ERROR, "error")                     \
	X(SUBSCRIBED, "subscribed")           \
	X(UNSUBSCRIBED, "unsubscribed")       \
	X(EVENT, "event")                     \
	X(QUERY_STARTED, "query_started")     \
	X(QUERY_CANCELLED, "query_cancelled") \
	X(QUERY_COMPLETE, "query_complete")   \
	X(DONE, "done")                       \
	X(CONVERSATIONS_CHANGED, "conversations_changed") /* `changes` */

enum host_message_type {
	HOST_MESSAGE_UNKNOWN, /* traced, counted, ignored */
#define X(type, name) HOST_MESSAGE_##type,
	HOST_MESSAGES(X)
#undef X
};

/* "unknown" for HOST_MESSAGE_UNKNOWN. */
const char *host_message_type_name(enum host_message_type type);

/* What a host may support (protocol(7), "Extensions"). */
#define CAPABILITIES(X)                                              \
	X(SUBSCRIBE, "subscribe")                                    \
	X(RESPOND, "respond")                                        \
	X(QUERY, "query")                                            \
	X(LOCK, "lock")                                              \
	X(DEADLINE, "deadline")                                      \
	X(WITHDRAW, "withdraw")                                      \
	X(REASON, "reason")                                          \
	X(MODIFY, "modify") /* runs changed arguments */             \
	X(CANCEL_QUERY, "cancel_query")                              \
	X(TOOL_OUTPUT, "tool_output")                                \
	X(STATUS, "status")                                          \
	X(ELSEWHERE, "elsewhere") /* of a status */                  \
	X(NOTICE, "notice")                                          \
	X(USAGE, "usage")                                            \
	X(EXACT, "exact")                                            \
	X(HISTORY, "history")     /* pushes history_changed */       \
	X(CHANGES, "changes")     /* pushes conversations_changed */ \
	X(INTERRUPT, "interrupt") /* takes a reply in a turn */

enum capability {
#define X(cap, name) CAPABILITY_##cap,
	CAPABILITIES(X)
#undef X
		CAPABILITY_COUNT
};

const char *capability_name(enum capability cap);

/* `lock` of `events` (jp 8 and newer): who has the conversation's lock. */
#define LOCK_HOLDERS(X)             \
	X(LOCK_HOLDER_HERE, "here") \
	X(LOCK_HOLDER_ELSEWHERE, "elsewhere")

/* NOBODY is also the meaning of null; OTHER is an unknown word. */
enum lock_holder {
	LOCK_HOLDER_NOBODY,
	LOCK_HOLDER_OTHER,
#define X(holder, name) holder,
	LOCK_HOLDERS(X)
#undef X
};

/* "here", …; NULL for NOBODY and OTHER. */
const char *lock_holder_name(enum lock_holder holder);

enum respond_kind { RESPOND_NONE, RESPOND_TOOL_APPROVAL, RESPOND_INQUIRY };

/* One entry of `conversations.data`. */
struct conversation_summary {
	char *id;
	char *title;                          /* NULL if it has none */
	int64_t last_activated_ms, pinned_ms; /* or TIMESTAMP_NONE */
	int last_activated_rest_ns; /* nanoseconds below it; as written */
	int64_t events_count;       /* or -1 */
	char *unreadable;    /* our extension: why it cannot be read, or NULL */
	char *first_message; /* our extension: if it has no title; or NULL */
};

int conversation_summary_decode(struct conversation_summary *summary,
				struct slice raw, struct strbuf *err);
void conversation_summary_release(struct conversation_summary *summary);

/*
 * One line of a host. Every char * is owned, and NULL if missing. The framer
 * delivers the elements of `data` in `events` and `conversations` beforehand.
 */
struct host_message {
	enum host_message_type type;
	char *type_name; /* as received */
	char *id;        /* of the request being answered */
	char *conversation;
	char *sub_id;
	char *request;         /* error: the type that failed */
	char *message;         /* error */
	char *title;           /* events, of jp 8 and newer */
	enum lock_holder lock; /* events, of jp 8 and newer */
	int64_t count;         /* pushed; else -1 */

	/* event: `data`, raw, a slice of the line that was decoded */
	struct slice data;
	enum respond_kind respond;
	int64_t timeout_ms; /* how long the host waits, or -1 */
	char *fallback;     /* what it will then do */

	/* config, init: raw, slices of the line */
	struct slice config;
	char *path;

	/* init */
	int64_t version;
	char *workspace_root, *workspace_storage, *workspace_id;
	char *user_workspace; /* paths.user_workspace */
	struct slice options; /* raw object, or empty */
	/* Options set by the workspace, without the user's consent, that were
	 * taken out of `options`. If the host sends them, even as {}, `options`
	 * are the user's own; otherwise anyone may have set them. */
	struct slice untrusted_options;
	bool says_untrusted;
	char **args; /* argc of them */
	size_t argc;
	int64_t log_level;
	/* It plays a recording of this length. A speed of 1000 is the original
	 * one, 0 is without pauses. */
	bool replays;
	int64_t replay_permille, replay_length_ms;
	uint32_t capabilities; /* bit per enum capability */
	bool says_capabilities;
};

#define HOST_MESSAGE_INIT                     \
	{                                     \
		.count = -1, .timeout_ms = -1 \
	}

static inline bool host_message_can(const struct host_message *init,
				    enum capability cap)
{
	return init->capabilities >> cap & 1;
}

/*
 * Decode one line. The slices in it point into `line`, which must live as long.
 * -1 with a sentence in `err` if it is not a JSON object with a `type`. An
 * unknown type is HOST_MESSAGE_UNKNOWN, not an error.
 */
int host_message_decode(struct host_message *msg, struct slice line,
			struct strbuf *err);
void host_message_release(struct host_message *msg);

/*
 * The line that comes thousands of times a second, read without allocating: an
 * `event` without `respond` whose data is a chat_response with only timestamp,
 * type, agent and one of message or reasoning. False for anything else, which
 * host_message_decode() then reads; a false never loses a line.
 */
struct host_chunk {
	struct slice sub_id;    /* without quotes; has no escapes */
	struct slice text;      /* raw, with its quotes */
	struct slice timestamp; /* raw, with its quotes; or empty */
	struct slice agent;     /* the same */
	bool reasoning;
};

bool host_chunk_scan(struct host_chunk *chunk, struct slice line);

/* --- The other direction: what a host writes. Each appends one line. --- */

struct host_init {
	const char *root, *storage, *workspace_id;
	const char *user_data, *user_config, *user_workspace; /* or NULL */
	struct slice config;                                  /* raw object */
	struct slice options;           /* raw object, or empty */
	struct slice untrusted_options; /* raw object, or empty */
	const char *const *args;
	size_t argc;
	int log_level;
	uint32_t capabilities;
};

void host_write_init(struct strbuf *out, const struct host_init *init);
/* describe, shutdown, conversations_changed: only a type. */
void host_write_plain(struct strbuf *out, enum host_message_type type);
/* `id` may be NULL in all of these: the answer then has none. */
void host_write_conversations(struct strbuf *out, const char *id,
			      const struct conversation_summary *list,
			      size_t count);
/* An `events` reply in pieces: begin, add raw events (compacted), end. */
void host_write_events_begin(struct strbuf *out, const char *id,
			     const char *conversation);
void host_write_events_add(struct strbuf *out, struct slice event);
void host_write_events_end(struct strbuf *out);
void host_write_config(struct strbuf *out, const char *id, const char *path,
		       struct slice json);
/* locked, unlocked, created, query_started, query_cancelled. */
void host_write_conversation(struct strbuf *out, enum host_message_type type,
			     const char *id, const char *conversation);
void host_write_pushed(struct strbuf *out, const char *id,
		       const char *conversation, int64_t count);
void host_write_error(struct strbuf *out, const char *id, const char *request,
		      const char *conversation, const char *message);
/* subscribed, unsubscribed. */
void host_write_sub(struct strbuf *out, enum host_message_type type,
		    const char *id, const char *sub_id);
/* timeout_ms < 0 and fallback NULL: omitted. */
void host_write_event(struct strbuf *out, const char *sub_id,
		      enum respond_kind respond, struct slice event,
		      int64_t timeout_ms, const char *fallback);

#endif
