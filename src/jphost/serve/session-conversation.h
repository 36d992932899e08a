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

/* What the files of a session share; nobody else includes it. */

#define HOST_SUBS_MAX 10000
/* Events that came by file just before their turn's socket was found. */
#define TOPIC_RECENT_MAX 8

/* A subscription. */
struct host_sub {
	char *sub_id;
	struct host_topic *topic;
	bool all;            /* no filter */
	uint32_t kinds;      /* bit per enum event_kind */
	struct strmap asked; /* raw ids of prompts that were pushed */
	char **others;       /* types that we do not know */
	size_t other_count;
	/*
	 * Of a turn that runs elsewhere. Each subscription has its own, so
	 * that each is greeted with what it missed.
	 */
	struct live_client *live;
	bool live_complete; /* query_complete came */
	uint64_t recent[TOPIC_RECENT_MAX];
	size_t recent_count;
};

/* A conversation that the plugin has to do with. */
struct host_topic {
	struct host_session *session;
	char *id; /* digits */
	struct host_sub **subs;
	size_t sub_count, sub_cap;

	struct host_baseline baseline;
	bool changed;      /* its files may have */
	bool dropped;      /* events did not fit into the outbox */
	bool turn_dropped; /* or did not in a turn that still runs */
	uint64_t recent[TOPIC_RECENT_MAX];
	size_t recent_count;

	struct conversation_lock lock;
	bool locked; /* by the plugin */

	struct live_turn live; /* that runs here, for the plugin */
	size_t fds_at;

	bool live_fresh;   /* a turn elsewhere has said nothing yet */
	bool busy;         /* another process has the lock, and no socket */
	size_t live_count; /* subscriptions with a turn elsewhere */
	/* The log of the jp that has the lock, or NULL; `caught_up` once what
	 * it held before we came was read. */
	struct trace_follow *trace;
	bool caught_up;
	/* That jp is on a terminal of a jphost's: the socket is for what it
	 * asks, and its log tells the rest. */
	bool driven;
	pid_t jp_pid; /* of a query that jp runs for the plugin, or 0 */
	int jp_fd;    /* to poll for its end, or -1 */
	int jp_error; /* a file in memory with what it said of that, or -1 */
};

/* By digits; NULL where there is none. */
struct host_topic *host_topic_find(struct host_session *session,
				   const char *id);
/* The same, made where there is none. */
struct host_topic *host_topic_get(struct host_session *session, const char *id);
/* Let through what is in the array, or all where it is none. */
void host_sub_set_filter(struct host_sub *sub, struct slice events);
void host_sub_free(struct host_sub *sub);
/* Free it where nothing holds it any more. */
void host_topic_settle(struct host_topic *topic);
void host_topic_free(struct host_topic *topic);

/* --- host-topic.c: pushing --- */

/* To every subscription whose filter lets it through. */
void host_topic_push(struct host_topic *topic, struct slice event,
		     enum respond_kind respond, int64_t timeout_ms,
		     const char *fallback);
/* To one. */
void host_sub_push(struct host_sub *sub, struct slice event,
		   enum respond_kind respond, int64_t timeout_ms,
		   const char *fallback);
void host_topic_push_changed(struct host_topic *topic);

/* Read the files and push what is new, but for what a turn tells itself. */
void host_topic_refresh(struct host_topic *topic);
/* The same, if they look changed. */
void host_topic_check(struct host_topic *topic);

/* What a turn told and could not be passed on is stored now: say so. */
void host_topic_turn_ended(struct host_topic *topic);
/* Know what there is, so that what comes is new. */
void host_topic_learn(struct host_topic *topic);

/* --- host-live.c: turns, here and elsewhere --- */

/* Connect where a turn of another process is to be seen. */
void host_live_attach(struct host_sub *sub);
void host_live_detach(struct host_sub *sub);
/* Tell a new subscription what goes on. */
void host_live_join(struct host_sub *sub);
/* Tell when another process begins or ends to work on it. */
void host_live_look(struct host_topic *topic);
/* Begin a turn; -1 with a sentence. The topic's lock is held for it. */
int host_live_query(struct host_topic *topic, const struct plugin_message *msg,
		    struct strbuf *err);
/* Hand an answer to the turn it belongs to. */
void host_live_respond(struct host_sub *sub, const struct plugin_message *msg);
/* Store what there is and end the turn that runs here. */
void host_live_stop(struct host_topic *topic);
/* Say something in its middle; -1 with a sentence. */
int host_live_reply(struct host_topic *topic, struct slice content,
		    struct strbuf *err);
/*
 * Cancel it; it may go on until its tools have ended. One that runs elsewhere
 * is asked to. False where there is none.
 */
bool host_live_cancel(struct host_topic *topic);
/* Add what to poll for; earlier than `*wake_ms` (or -1) where it must be. */
void host_live_poll(struct host_topic *topic, int64_t now_ms, int64_t *wake_ms);
void host_live_ready(struct host_topic *topic, int64_t now_ms);
/* When all that came in this round was read: answers count, the turn goes on. */
void host_live_run(struct host_topic *topic, int64_t now_ms);

/* --- session-trace.c: a turn of the real jp --- */

/* Follow the log of `pid`, which has the lock, if it is a jp's; 0: of none. */
void host_trace_begin(struct host_topic *topic, int64_t pid);
/* The lock was let go of: the rest of it, and the end. */
void host_trace_end(struct host_topic *topic);
/* What it told already, for a new subscription. */
void host_trace_join(struct host_sub *sub);
void host_trace_ready(struct host_topic *topic);

/* --- session-jp.c: a query that the real jp runs --- */

int host_jp_query(struct host_topic *topic, const struct plugin_message *msg,
		  struct strbuf *err);
void host_jp_poll(struct host_topic *topic, int64_t now_ms, int64_t *wake_ms);
void host_jp_ready(struct host_topic *topic);
void host_jp_stop(struct host_topic *topic);

/* --- host-session.c --- */

/* From the first subscription on the workspace is watched. */
void host_session_watch(struct host_session *session);

/* --- host-request.c --- */

/* One line of the plugin. */
void host_request_take(struct host_session *session, struct slice line);
/* What the plugin knows of the list, from now on. */
void host_request_list_known(struct host_session *session);
/* conversations_changed, if they have. */
void host_request_list_check(struct host_session *session, int64_t now_ms);
/* Load for an `events` reply; see struct host_out_source. */
int host_request_load(void *user, const char *conversation,
		      struct history *history, struct strbuf *err);

/* --- session-strict.c --- */

/* `ready`: as newer jp, it is what the plugin speaks, of `init`'s at most. */
void host_strict_ready(struct host_session *session, int64_t protocol);
/*
 * What a jp of protocol 1 makes of the line: false where it ends here. Else
 * the first such line is kept, to be told; what our capabilities allow is no
 * fault.
 */
bool host_strict_take(struct host_session *session, struct slice line,
		      enum plugin_message_type type);

/* --- push-check.c --- */

/*
 * Store the events of a plugin (RFD 072), with a turn_start before them where
 * one must be there. -1 with a sentence in `err`, and nothing is stored.
 */
int host_push_events(struct host_topic *topic, struct slice pushed,
		     size_t *count, struct strbuf *err);

#endif
