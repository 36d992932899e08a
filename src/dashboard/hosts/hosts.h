#ifndef JPD_HOSTS_HOSTS_H
#define JPD_HOSTS_HOSTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/framer.h"
#include "proto/host-message.h"
#include "proto/outbox.h"
#include "proto/pending.h"
#include "proto/plugin-message.h"
#include "src/base/line-log.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/base/strmap.h"
#include "src/store/store.h"

/*
 * All hosts: they are started, followed, queried and answered here, and what is
 * known of them is the store. Input is bytes of hosts and the time; output is
 * lines for them and the events below. No screen, no I/O.
 */
#define HOSTS_MAX       256
#define HOSTS_PARENT    "jp" /* name of the host that started us */
#define HOSTS_IN_FLIGHT 4    /* unanswered requests to one host */

/* How a conversation is followed. */
enum hosts_follow {
	HOSTS_NONE,
	HOSTS_WATCH, /* only prompts and states, by a filter */
	HOSTS_FULL,  /* everything: it is in a pane */
};

/* How a host is followed (protocol(7), "What a host can do"). */
enum dialect {
	DIALECT_PUSHES,  /* it has subscriptions: it said so, or granted one */
	DIALECT_PROBED,  /* its first subscription is a probe */
	DIALECT_POLLED,  /* protocol 1: read periodically */
	DIALECT_JP8,     /* the same, with jp 8's queries and locks */
	DIALECT_STANDBY, /* replaced by a jphost that we started */
	DIALECT_DEAF,    /* the same, and it reads nothing any more */
};

/*
 * A host, always at the same index: a conversation's key is (host, id). The
 * first one started us; the others are processes that the loop starts and ends
 * for us as `run` says: 0 for none, otherwise the number of the wanted run. A
 * restarted host gets a new number.
 */
struct host {
	char *name;    /* NULL: the slot is free */
	char *command; /* as the user wrote it; NULL: it started us */
	char **words;  /* of a command that we made, NULL-terminated; or NULL */
	enum dialect dialect;
	int64_t probe_ms; /* when the probe times out; -1: not sent yet */
	int64_t list_ms;  /* polled: when to ask for the list again */
	uint64_t run, last_run;
	unsigned failures;  /* consecutive */
	int64_t since_ms;   /* start of this run, or of its connection */
	int64_t restart_ms; /* start of the next run; -1: none */
	struct line_log log;
	struct strbuf log_part; /* incomplete line of its stderr */

	struct framer framer;
	struct outbox outbox;
	struct host_answer *answers; /* that may not be written yet */
	size_t answer_count;
	struct pending pending;
	struct host_message init; /* its `config` slice is no longer valid */
	bool subscribed, refused; /* in this run */
	bool gone;                /* disconnected: nothing can be sent */
	char *first_message;      /* of a conversation being created, or NULL */
	char *asks; /* jp 8: a tool that may ask, "" for none; NULL: unknown */
	bool listing, want_list, listed_once;
	char *list_error; /* why the last list was refused, or NULL */
	struct strmap subscriptions; /* by conversation id */
	struct strmap subs;          /* sub_id to its subscription */
	struct subscription **work;  /* those with a request to send */
	size_t work_count, work_cap;
	uint64_t last_sub;
	/* elements of a reply whose line is incomplete */
	struct event_log incoming;
	struct conversation_summary *summaries;
	size_t summary_count, summary_cap, incoming_bytes;
	bool incoming_waits; /* its events may stay unread */
	uint64_t bad_lines, unknown_types;
};

/* How to treat a host that does not announce its capabilities (protocol(7)). */
enum hosts_live {
	LIVE_AUTO,      /* probe it once, remember, fall back */
	LIVE_SUBSCRIBE, /* it has subscriptions, unannounced */
	LIVE_SIDECAR,   /* run `jphost serve` beside it */
	LIVE_POLL,      /* poll it */
};

enum hosts_tone { HOSTS_DIM, HOSTS_ERROR };

/* What became of a message. BUSY: refused because a turn runs. */
enum hosts_outcome { HOSTS_TAKEN, HOSTS_REFUSED, HOSTS_BUSY, HOSTS_LOST };

/*
 * Events, sent from within a function of hosts at the very moment, so that
 * lines leave in order: a rule's answer goes out before the next line of the
 * same read. A handler may respond, query and follow; it must not pass in
 * bytes, nor add or remove hosts. NULL: ignored.
 */
struct hosts_events {
	void *user;
	/* Something that a screen may show has changed. */
	void (*changed)(void *user);
	void (*message)(void *user, enum hosts_tone tone, const char *text);
	/* The host identified itself: stored rules for it may apply now. */
	void (*connected)(void *user, int host);
	/* Its conversations are known. */
	void (*listed)(void *user, int host);
	/* Its conversations are freed on return; `replaced`: another host will
	 * show them again. */
	void (*forget)(void *user, int host, bool replaced);
	/* `items` were inserted before its former first item. */
	void (*prepended)(void *user, const struct conversation *conv,
			  size_t items);
	/* `how` is NEW or CHANGED; the handler may answer, which frees it. */
	void (*prompt)(void *user, const struct prompt *prompt,
		       enum prompt_arrival how);
	/* Called before it is freed. `outcome`: how it was answered elsewhere,
	 * a word for the user, or NULL. */
	void (*prompt_ended)(void *user, const struct prompt *prompt,
			     enum prompt_end end, const char *outcome);
	/* In this conversation, or in all of the host's (NULL). */
	void (*turn_over)(void *user, int host, const char *conversation);
	/* `why` a message was not accepted, or NULL. */
	void (*query)(void *user, struct conversation *conv,
		      enum hosts_outcome how, const char *why);
	/* Created for this message; NULL: the host already has it. */
	void (*created)(void *user, struct conversation *conv,
			const char *first_message);
	/* Everything that happens in it is received from now on. */
	void (*followed)(void *user, struct conversation *conv);
	/* The first host was found to have no subscriptions, or to have them:
	 * remember it. */
	void (*learned)(void *user, bool deaf);
	/* A line is on its way; a secret must not be recorded. */
	void (*sent)(void *user, int host, struct slice line, bool secret);
	/* The first host exited, or asked us to exit. */
	void (*leave)(void *user, int code, const char *reason);
};

struct hosts_options {
	bool read_only; /* nothing is sent except for reading */
	bool once;      /* a single answer is wanted, then exit */
	enum hosts_live live;
};

struct hosts {
	struct hosts_events on;
	struct hosts_options options;
	struct store store; /* only written here */
	struct host *list;  /* HOSTS_MAX and a sidecar: never moved */
	size_t count;
	int64_t now_ms, wall_offset_ms;
	char *jphost;       /* program for a sidecar, with --as; or NULL */
	bool parent_deaf;   /* the first is known to have no subscriptions */
	int sidecar;        /* its index, or -1 */
	bool history_waits; /* some is left for hosts_work() */
	bool leaving, replay_over;
};

struct hosts *hosts_new(const struct hosts_options *options,
			const struct hosts_events *on, int64_t now_ms,
			int64_t wall_offset_ms);
void hosts_free(struct hosts *hosts);
/* Facts about our environment, set before there is a host: the path of jphost
 * (or NULL), and whether an earlier run found the first host to be deaf. */
void hosts_surroundings(struct hosts *hosts, const char *jphost,
			bool parent_deaf);

/* Set the time, before any other call at that time. */
static inline void hosts_time(struct hosts *hosts, int64_t now_ms)
{
	hosts->now_ms = now_ms;
}

/*
 * Add the host that started us, which is the first: when it exits, so do we.
 * `init` is moved from.
 */
void hosts_add_parent(struct hosts *hosts, const char *name,
		      struct host_message *init);
/*
 * Hosts that we start. `text` is NAME=COMMAND. Removing one removes its
 * conversations. -1 with a sentence in `err`.
 */
int hosts_add(struct hosts *hosts, struct slice text, struct strbuf *err);
int hosts_remove(struct hosts *hosts, struct slice name, struct strbuf *err);
int hosts_restart(struct hosts *hosts, struct slice name, struct strbuf *err);

/* Bytes that came from a host; they may be changed. */
void hosts_bytes(struct hosts *hosts, int host, char *bytes, size_t len);
/* The host exited, or closed its pipe. Those that we start are restarted. */
void hosts_gone(struct hosts *hosts, int host);
/* The host closed its stdin: today's jp, asked for a subscription, stops
 * reading. */
void hosts_closed(struct hosts *hosts, int host);
/* It could not be started. `for_good`: nor could it next time. */
void hosts_failed(struct hosts *hosts, int host, const char *why,
		  bool for_good);
/* Add a line to its log. Bytes of its stderr are cut into such lines. */
void hosts_log(struct hosts *hosts, int host, struct slice line);
void hosts_stderr(struct hosts *hosts, int host, struct slice bytes);
struct outbox *hosts_outbox(struct hosts *hosts, int host); /* lines for it */

void hosts_tick(struct hosts *hosts);
int64_t hosts_wake_ms(const struct hosts *hosts); /* or -1 */
/* Do a little deferred work; true if there is more. */
bool hosts_work(struct hosts *hosts);
/* Send the requests wanted by now; call after the user's input. */
void hosts_pump(struct hosts *hosts);
/* Release our locks; nothing is sent after that. */
void hosts_leave(struct hosts *hosts);

bool hosts_is_deaf(const struct hosts *hosts, int host);
bool hosts_is_probing(const struct hosts *hosts); /* how to follow it */
/* Position in the recording that the first host plays; -1: it plays none. */
int64_t hosts_replay_ms(const struct hosts *hosts);
bool hosts_can(const struct hosts *hosts, int host, enum capability cap);
/* Whether it runs on this machine, where its terminals are reachable. */
bool hosts_is_here(const struct hosts *hosts, int host);
int hosts_find(const struct hosts *hosts, struct slice name); /* or -1 */
/* The one that has the conversations of our workspace. */
int hosts_main(const struct hosts *hosts);
/* Whether the user sees this host, as one may replace another; how many. */
bool hosts_is_shown(const struct hosts *hosts, int host);
size_t hosts_shown(const struct hosts *hosts);
/* The host's name; NULL if there is only one, or no conversation. */
const char *hosts_name_shown(const struct hosts *hosts,
			     const struct conversation *conv);

void hosts_follow(struct hosts *hosts, const struct conversation *conv,
		  enum hosts_follow how);
/* Read it once, as it is now, without following it. */
void hosts_peek(struct hosts *hosts, const struct conversation *conv);
/* Ask all hosts for their conversations again. */
void hosts_list(struct hosts *hosts);
/* Make all of its history available now. */
void hosts_complete(struct hosts *hosts, struct conversation *conv);

/*
 * Requests of the user. -1 if nothing was sent, with a sentence in `err` unless
 * it was already shown.
 */

/* Send a message. `files` and `schema` are raw JSON, or empty. */
int hosts_query(struct hosts *hosts, struct conversation *conv,
		struct slice text, struct slice files, struct slice schema,
		struct strbuf *err);
/* Whether a message was sent whose fate is unknown. */
bool hosts_is_sending(const struct hosts *hosts,
		      const struct conversation *conv);
/* How many turns of queries from here are running, on one host or on all
 * (-1). */
size_t hosts_running(const struct hosts *hosts, int host);
/* Stop the running turn. */
int hosts_cancel(struct hosts *hosts, struct conversation *conv,
		 struct strbuf *err);
/* Start a conversation with this message. */
int hosts_create(struct hosts *hosts, int host, struct slice text,
		 struct strbuf *err);

/* Lock it: until it is unlocked, no one else can write to it. */
int hosts_lock(struct hosts *hosts, struct conversation *conv,
	       struct strbuf *err);
int hosts_unlock(struct hosts *hosts, struct conversation *conv,
		 struct strbuf *err);
bool hosts_is_locked(const struct hosts *hosts,
		     const struct conversation *conv);
/* Append events: a JSON array, or one per line. */
int hosts_push(struct hosts *hosts, struct conversation *conv,
	       struct slice text, struct strbuf *err);
int hosts_may_push(struct hosts *hosts, struct conversation *conv,
		   struct strbuf *err);

int hosts_set_title(struct hosts *hosts, struct conversation *conv,
		    struct slice title, struct strbuf *err);
int hosts_archive(struct hosts *hosts, struct conversation *conv,
		  struct strbuf *err);

/*
 * Answer a pending request and remove it from the queue. Answers are always
 * sent, even if the outbox is full: users wait for them.
 */
int hosts_respond_approval(struct hosts *hosts, uint64_t serial,
			   enum respond_action action, struct slice arguments,
			   const char *reason, struct strbuf *err);
/* `value` is JSON; if it is a secret the caller wipes it. */
int hosts_respond_inquiry(struct hosts *hosts, uint64_t serial,
			  struct slice value, struct strbuf *err);

#endif
