#ifndef JPD_SERVE_SESSION_CONVERSATION_H
#define JPD_SERVE_SESSION_CONVERSATION_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "proto/event.h"
#include "src/jphost/jp/trace-follow.h"
#include "src/jphost/live/live.h"
#include "src/jphost/serve/known-events.h"
#include "src/jphost/serve/session.h"
#include "src/jphost/turn/live-turn.h"

/* State shared by the files of a session; no other file includes this. */

#define SESSION_SUBS_MAX 10000
/* Events read from the file just before their turn's socket was found. */
#define SESSION_RECENT_MAX 8

/* A subscription. */
struct session_sub {
	char *sub_id;
	struct session_conversation *conv;
	bool all;            /* no filter */
	uint32_t kinds;      /* one bit per enum event_kind */
	struct strmap asked; /* raw ids of prompts that were pushed */
	char **others;       /* event types that we do not know */
	size_t other_count;
	/*
	 * Connection to a turn that runs elsewhere. Each subscription has its
	 * own, so that each gets a replay of what it missed.
	 */
	struct live_client *live;
	bool live_complete; /* query_complete was received */
	uint64_t recent[SESSION_RECENT_MAX];
	size_t recent_count;
};

/* A conversation that the plugin uses. */
struct session_conversation {
	struct session *session;
	char *id; /* digits */
	struct session_sub **subs;
	size_t sub_count, sub_cap;

	struct known_events baseline;
	bool changed;      /* its files may have changed */
	bool dropped;      /* events did not fit into the outbox */
	bool turn_dropped; /* the same, in a turn that is still running */
	uint64_t recent[SESSION_RECENT_MAX];
	size_t recent_count;

	struct conversation_lock lock;
	bool locked; /* by the plugin */

	struct live_turn live; /* a turn that runs here, for the plugin */
	size_t fds_at;

	bool live_fresh;   /* a turn elsewhere has sent nothing yet */
	bool busy;         /* another process has the lock, no socket */
	size_t live_count; /* subscriptions with a turn elsewhere */
	/*
	 * The log of the jp that holds the lock, or NULL. `caught_up` is set
	 * once the log's older content was read. `trace_more`: a round did not
	 * read all that there is.
	 */
	struct trace_follow *trace;
	bool caught_up, trace_more;
	/*
	 * That jp runs in a jphost's terminal: the socket is for what it asks,
	 * its log reports the rest.
	 */
	bool driven;
	pid_t jp_pid; /* of a query that jp runs for the plugin, or 0 */
	int jp_fd;    /* to poll for its exit, or -1 */
	int jp_error; /* a memory file with its stderr, or -1 */
};

/* Find by digits; NULL if there is none. */
struct session_conversation *session_conversation_find(struct session *session,
						       const char *id);
/* The same, but creates one if there is none. */
struct session_conversation *session_conversation_get(struct session *session,
						      const char *id);
/* Let through the types in the array, or all if it is not an array. */
void session_sub_set_filter(struct session_sub *sub, struct slice events);
void session_sub_free(struct session_sub *sub);
/* Free it if it is no longer used. */
void session_conversation_settle(struct session_conversation *conv);
void session_conversation_free(struct session_conversation *conv);

/* --- session-conversation.c: pushing --- */

/* Push to every subscription whose filter lets the event through. */
void session_conversation_push(struct session_conversation *conv,
			       struct slice event, enum respond_kind respond,
			       int64_t timeout_ms, const char *fallback);
/* Push to one subscription. */
void session_sub_push(struct session_sub *sub, struct slice event,
		      enum respond_kind respond, int64_t timeout_ms,
		      const char *fallback);
/* An event of its type only. */
void session_sub_push_plain(struct session_sub *sub, enum event_kind kind);
/* The state of a turn elsewhere, which cannot send it itself. */
void session_sub_push_state(struct session_sub *sub, enum event_state state);
void session_conversation_push_changed(struct session_conversation *conv);

/* Read the files and push new events, except those that a turn sends itself. */
void session_conversation_refresh(struct session_conversation *conv);
/* The same, if the files have changed. */
void session_conversation_check(struct session_conversation *conv);

/* Events of a turn that were dropped are stored now: report a change. */
void session_conversation_turn_ended(struct session_conversation *conv);
/* Read the present events, so that later ones are known to be new. */
void session_conversation_learn(struct session_conversation *conv);

/* --- session-live.c: turns, here and elsewhere --- */

/* Connect if another process runs a turn with a socket. */
void session_live_attach(struct session_sub *sub);
void session_live_detach(struct session_sub *sub);
/* Send a new subscription the present state. */
void session_live_join(struct session_sub *sub);
/* Report when another process starts or stops working on it. */
void session_live_look(struct session_conversation *conv);
/* Start a turn, which holds the conversation's lock. -1 with a sentence. */
int session_live_query(struct session_conversation *conv,
		       const struct plugin_message *msg, struct strbuf *err);
/* Pass an answer to its turn. */
void session_live_respond(struct session_sub *sub,
			  const struct plugin_message *msg);
/* End the turn that runs here, and store what there is. */
void session_live_stop(struct session_conversation *conv);
/* Reply in the middle of a turn. -1 with a sentence. */
int session_live_reply(struct session_conversation *conv, struct slice content,
		       struct strbuf *err);
/*
 * Cancel its turn, which may run until its tools have exited. A turn elsewhere
 * is asked to stop. False if there is none.
 */
bool session_live_cancel(struct session_conversation *conv);
/* Add what to poll for; lowers `*wake_ms` (or -1) if necessary. */
void session_live_poll(struct session_conversation *conv, int64_t now_ms,
		       int64_t *wake_ms);
void session_live_ready(struct session_conversation *conv, int64_t now_ms);
/* All input of this round was read: give answers, and run the turn. */
void session_live_run(struct session_conversation *conv, int64_t now_ms);

/* --- session-lost.c --- */

/* The socket of the turn elsewhere is gone, and the turn did not end. */
void session_live_lost(struct session_sub *sub);

/* --- session-trace.c: a turn of the real jp --- */

/* Follow the log of `pid`, which holds the lock, if it is a jp; 0: unknown. */
void session_trace_begin(struct session_conversation *conv, int64_t pid);
/* The lock was released: read the rest of the log, and end. */
void session_trace_end(struct session_conversation *conv);
/* Replay the log so far for a new subscription. */
void session_trace_join(struct session_sub *sub);
void session_trace_ready(struct session_conversation *conv);

/* --- session-jp.c: a query that the real jp runs --- */

int session_jp_query(struct session_conversation *conv,
		     const struct plugin_message *msg, struct strbuf *err);
void session_jp_poll(struct session_conversation *conv, int64_t now_ms,
		     int64_t *wake_ms);
void session_jp_ready(struct session_conversation *conv);
void session_jp_stop(struct session_conversation *conv);

/* --- session.c --- */

/* Watch the workspace, from the first subscription on. */
void session_watch(struct session *session);

/* --- session-request.c --- */

/* Handle one line from the plugin. */
void session_request_take(struct session *session, struct slice line);
/* Take the present list as known to the plugin. */
void session_request_list_known(struct session *session);
/* Send conversations_changed, if they have changed. */
void session_request_list_check(struct session *session, int64_t now_ms);
/* Load events for an `events` reply; see struct session_queue_source. */
int session_request_load(void *user, const char *conversation,
			 struct history *history, struct strbuf *err);

/* --- session-strict.c --- */

/* Handle `ready`: in newer jp, the protocol of the plugin, at most `init`'s. */
void session_strict_ready(struct session *session, int64_t protocol);
/*
 * Check whether a jp of protocol 1 would accept the line. Returns false if the
 * session ends here. Otherwise the first such line is kept, to be reported. A
 * line that our capabilities allow is not a fault.
 */
bool session_strict_take(struct session *session, struct slice line,
			 enum plugin_message_type type);

/* --- push-check.c --- */

/*
 * Store a plugin's events (RFD 072), after a turn_start if one is needed. -1
 * with a sentence in `err`, and nothing is stored.
 */
int push_check_events(struct session_conversation *conv, struct slice pushed,
		      size_t *count, struct strbuf *err);

#endif
