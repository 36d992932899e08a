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
 * Every host: started, followed, asked and answered, and what is known of it,
 * which is the store. Bytes of hosts and the time go in; lines for them and
 * the events below come out. No screen, no I/O.
 */
#define HOSTS_MAX       256
#define HOSTS_PARENT    "jp" /* what the one that started us is called */
#define HOSTS_IN_FLIGHT 4    /* requests of one host that wait for an answer */

/* How a conversation is followed. */
enum hosts_follow {
	HOSTS_NONE,
	HOSTS_WATCH, /* prompts and states only, by a filter */
	HOSTS_FULL,  /* everything: it is in a pane */
};

/* How a host is followed (protocol(7), "What a host can do"). */
enum dialect {
	DIALECT_PUSHES,  /* it has subscriptions: it said so, or answered one */
	DIALECT_PROBED,  /* it is asked for its first one, to find out */
	DIALECT_POLLED,  /* protocol 1: read again and again */
	DIALECT_JP8,     /* likewise, with jp 8's queries and locks */
	DIALECT_STANDBY, /* a jphost of ours speaks for it */
	DIALECT_DEAF,    /* likewise; and it hears nothing any more */
};

/*
 * A host, for ever at the same place in the list: a conversation's key
 * is (host, id). The first one started us; the others are processes that the
 * loop starts and ends for us, as `run` says: 0 for none, else the number of
 * the run that is wanted. One that ended comes back under a new number.
 */
struct host {
	char *name;    /* NULL: the place is free */
	char *command; /* as the person wrote it; NULL: it started us */
	char **words;  /* of the command, if we made it; ends with NULL */
	enum dialect dialect;
	int64_t probe_ms; /* when the probe is given up; -1: not sent yet */
	int64_t list_ms;  /* polled: when the list is asked for again */
	uint64_t run, last_run;
	unsigned failures;  /* in a row */
	int64_t since_ms;   /* of this run, or when it was connected */
	int64_t restart_ms; /* when the next run begins; -1: it does not */
	struct host_log log;
	struct strbuf log_part; /* a line of its stderr that is not whole */

	struct framer framer;
	struct outbox outbox;
	struct host_answer *answers; /* that may not be written yet */
	size_t answer_count;
	struct pending pending;
	struct host_message init; /* config slice is not valid any more */
	bool subscribed, refused; /* a subscription, in this run */
	bool gone;                /* not connected: nothing can be sent */
	char *first_message; /* of a conversation that is being made, or NULL */
	char *asks; /* jp 8: a tool that asks, "" for none; NULL: not known */
	bool listing, want_list, listed_once;
	struct strmap subscriptions; /* by conversation id */
	struct strmap subs;          /* sub_id to its subscription */
	struct subscription **work;  /* want something asked */
	size_t work_count, work_cap;
	uint64_t last_sub;
	/* elements of a reply whose line is not complete */
	struct event_log incoming;
	struct conversation_summary *summaries;
	size_t summary_count, summary_cap;
	size_t incoming_bytes;
	bool incoming_waits; /* its events may be left unread */
	uint64_t bad_lines, unknown_types;
};

/* What to do with a host that does not say what it can (protocol(7)). */
enum hosts_live {
	LIVE_AUTO,      /* ask it once, remember, fall back */
	LIVE_SUBSCRIBE, /* it has subscriptions though it does not say so */
	LIVE_SIDECAR,   /* have `jphost serve` beside it */
	LIVE_POLL,      /* read it again and again */
};

enum hosts_tone { HOSTS_DIM, HOSTS_ERROR };

/* What became of a message: the host has it, did not take it, or is gone. */
enum hosts_outcome { HOSTS_TAKEN, HOSTS_REFUSED, HOSTS_LOST };

/*
 * What is told, from within a function of hosts, at the very place where it
 * happens, so that lines leave in order: the answer of a rule goes out before
 * the next line of the same read. A handler may respond, query and follow;
 * it does not give bytes in, nor add or remove hosts. NULL: nobody listens.
 */
struct hosts_events {
	void *user;
	/* Something that a screen may show is another. */
	void (*changed)(void *user);
	void (*message)(void *user, enum hosts_tone tone, const char *text);
	/* It said who it is: stored rules for it may count now. */
	void (*connected)(void *user, int host);
	/* Its conversations are known. */
	void (*listed)(void *user, int host);
	/* They are forgotten on return; `replaced`: another host will show
	 * them again. */
	void (*forget)(void *user, int host, bool replaced);
	/* So many items came before those that it had. */
	void (*prepended)(void *user, const struct conversation *conv,
			  size_t items);
	/* `how` is NEW or CHANGED; this may answer it, which frees it. */
	void (*prompt)(void *user, const struct prompt *prompt,
		       enum prompt_arrival how);
	/* Before it is freed. `outcome`: what became of it elsewhere, a word
	 * for people, or NULL. */
	void (*prompt_ended)(void *user, const struct prompt *prompt,
			     enum prompt_end end, const char *outcome);
	/* Of this conversation, or of all of the host's (NULL). */
	void (*turn_over)(void *user, int host, const char *conversation);
	/* `why` a message was not taken, or NULL. */
	void (*query)(void *user, struct conversation *conv,
		      enum hosts_outcome how, const char *why);
	/* Made for this message; NULL: it has it already. */
	void (*created)(void *user, struct conversation *conv,
			const char *first_message);
	/* All that happens in it is told from now on. */
	void (*followed)(void *user, struct conversation *conv);
	/* The first host was found to have no subscriptions, or to have them:
	 * to be remembered. */
	void (*learned)(void *user, bool deaf);
	/* A line is on its way; a secret is not for a recording. */
	void (*sent)(void *user, int host, struct slice line, bool secret);
	/* The first host is gone, or asked us to go. */
	void (*leave)(void *user, int code, const char *reason);
};

struct hosts_options {
	bool read_only; /* nothing is sent but what is needed to look */
	bool once;      /* one answer is wanted, and then no more */
	enum hosts_live live;
};

struct hosts {
	struct hosts_events on;
	struct hosts_options options;
	struct store store; /* written here only */
	struct host *list;  /* HOSTS_MAX and a sidecar: they never move */
	size_t count;
	int64_t now_ms, wall_offset_ms;
	char *jphost;       /* what can be a sidecar, told by --as; or NULL */
	bool parent_deaf;   /* the first is known to have no subscriptions */
	int sidecar;        /* its place, or -1 */
	bool history_waits; /* some is left for hosts_work() */
	bool leaving, replay_over;
};

struct hosts *hosts_new(const struct hosts_options *options,
			const struct hosts_events *on, int64_t now_ms,
			int64_t wall_offset_ms);
void hosts_free(struct hosts *hosts);
/* What is known around us, before there is a host: where jphost is (or NULL),
 * and whether the first host was found to be deaf, in an earlier run. */
void hosts_surroundings(struct hosts *hosts, const char *jphost,
			bool parent_deaf);

/* The time, before anything else that happens at it. */
static inline void hosts_time(struct hosts *hosts, int64_t now_ms)
{
	hosts->now_ms = now_ms;
}

/*
 * The host that started us, which is the first: when it is gone, so are we.
 * `init` is moved out of.
 */
void hosts_add_parent(struct hosts *hosts, const char *name,
		      struct host_message *init);
/*
 * Hosts that we start. `text` is NAME=COMMAND. One that is removed takes its
 * conversations along. -1 with a sentence in `err`.
 */
int hosts_add(struct hosts *hosts, struct slice text, struct strbuf *err);
int hosts_remove(struct hosts *hosts, struct slice name, struct strbuf *err);
int hosts_restart(struct hosts *hosts, struct slice name, struct strbuf *err);

/* What came from a host; the bytes may be changed. */
void hosts_bytes(struct hosts *hosts, int host, char *bytes, size_t len);
/* It ended, or its pipe did. Those that we start come back by themselves. */
void hosts_gone(struct hosts *hosts, int host);
/* Its end for our words is closed: today's jp, asked for a subscription, reads
 * no more. */
void hosts_closed(struct hosts *hosts, int host);
/* It cannot be started. `for_good`: nor would it be the next time. */
void hosts_failed(struct hosts *hosts, int host, const char *why,
		  bool for_good);
/* A line for its log. Bytes of its stderr are cut into such lines. */
void hosts_log(struct hosts *hosts, int host, struct slice line);
void hosts_stderr(struct hosts *hosts, int host, struct slice bytes);
struct outbox *hosts_outbox(struct hosts *hosts, int host); /* for it */

void hosts_tick(struct hosts *hosts);
int64_t hosts_wake_ms(const struct hosts *hosts); /* or -1 */
/* A little of what can wait; true where there is more. */
bool hosts_work(struct hosts *hosts);
/* Ask what is wanted by now; after what the person did. */
void hosts_pump(struct hosts *hosts);
/* Lets go what we locked; nothing is sent behind that. */
void hosts_leave(struct hosts *hosts);

bool hosts_is_deaf(const struct hosts *hosts, int host);
bool hosts_is_probing(const struct hosts *hosts); /* how to follow it */
/* How far the first is in the recording that it plays; -1: it plays none. */
int64_t hosts_replay_ms(const struct hosts *hosts);
bool hosts_can(const struct hosts *hosts, int host, enum capability cap);
/* Whether it runs on this machine: its terminals are ours. */
bool hosts_is_here(const struct hosts *hosts, int host);
int hosts_find(const struct hosts *hosts, struct slice name); /* or -1 */
/* The one that has the conversations of our workspace. */
int hosts_main(const struct hosts *hosts);
/* Which are for the person, as one may stand for another; how many are. */
bool hosts_is_shown(const struct hosts *hosts, int host);
size_t hosts_shown(const struct hosts *hosts);
/* The host's name; NULL where there is only one, or no conversation. */
const char *hosts_name_shown(const struct hosts *hosts,
			     const struct conversation *conv);

void hosts_follow(struct hosts *hosts, const struct conversation *conv,
		  enum hosts_follow how);
/* Read it once, as it is now, without following it. */
void hosts_peek(struct hosts *hosts, const struct conversation *conv);
/* Ask all for their conversations again. */
void hosts_list(struct hosts *hosts);
/* All of its history is wanted now. */
void hosts_complete(struct hosts *hosts, struct conversation *conv);

/*
 * What a person wants of a host. -1 where nothing was sent, with a sentence in
 * `err` if it was not told yet.
 */

/* Send a message. `files` and `schema` are raw JSON, or empty. */
int hosts_query(struct hosts *hosts, struct conversation *conv,
		struct slice text, struct slice files, struct slice schema,
		struct strbuf *err);
/* Whether one was sent and nothing is known of it yet. */
bool hosts_is_sending(const struct hosts *hosts,
		      const struct conversation *conv);
/* How many turns run of queries that were sent from here; of one host, or of
 * all (-1). */
size_t hosts_running(const struct hosts *hosts, int host);
/* Stop the turn that runs. */
int hosts_cancel(struct hosts *hosts, struct conversation *conv,
		 struct strbuf *err);
/* Begin a conversation with this message. */
int hosts_create(struct hosts *hosts, int host, struct slice text,
		 struct strbuf *err);

/* Nobody else writes to it until it is unlocked. */
int hosts_lock(struct hosts *hosts, struct conversation *conv,
	       struct strbuf *err);
int hosts_unlock(struct hosts *hosts, struct conversation *conv,
		 struct strbuf *err);
bool hosts_is_locked(const struct hosts *hosts,
		     const struct conversation *conv);
/* Add events: a JSON array of them, or one a line. */
int hosts_push(struct hosts *hosts, struct conversation *conv,
	       struct slice text, struct strbuf *err);
int hosts_may_push(struct hosts *hosts, struct conversation *conv,
		   struct strbuf *err);

int hosts_set_title(struct hosts *hosts, struct conversation *conv,
		    struct slice title, struct strbuf *err);
int hosts_archive(struct hosts *hosts, struct conversation *conv,
		  struct strbuf *err);

/*
 * Answer a request that waits and take it out of the queue. Answers always go
 * out, whatever waits: they are what people wait for.
 */
int hosts_respond_approval(struct hosts *hosts, uint64_t serial,
			   enum respond_action action, struct slice arguments,
			   const char *reason, struct strbuf *err);
/* `value` is JSON; where it is a secret the caller clears it. */
int hosts_respond_inquiry(struct hosts *hosts, uint64_t serial,
			  struct slice value, struct strbuf *err);

#endif
