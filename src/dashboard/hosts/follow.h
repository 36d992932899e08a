#ifndef JPD_HOSTS_FOLLOW_H
#define JPD_HOSTS_FOLLOW_H

#include "src/dashboard/hosts/hosts.h"

/* A lock that we requested on a conversation (RFD 072). */
enum lock_state { LOCK_NONE, LOCK_ASKED, LOCK_HELD, LOCK_LEAVING };

struct subscription_lock {
	enum lock_state state;
	bool kept;    /* by :lock; otherwise only for a push */
	char *events; /* to push: a raw array; or NULL */
};

/*
 * Links a conversation to its host: subscriptions and reading of the history.
 * `current` is the subscription whose events count; to change it, `next` is
 * requested first, so that nothing is missed.
 */
struct subscription {
	struct conversation *conv;
	enum hosts_follow want, have; /* requested; what `current` provides */
	char current[16], next[16];   /* sub_ids, or "" */
	enum hosts_follow next_have;
	bool want_read, reading;
	bool want_peek;    /* read it although it is in no pane */
	size_t read_bytes; /* of the last history */
	bool refused;      /* the host refuses to push it: it is polled */
	bool queued;       /* in the host's work queue */
	int64_t poll_ms;   /* polled: when to read it again */
	bool stop_asked;   /* jp 8: the turn was asked to stop */
	struct subscription_lock lock;
	bool sending;      /* a query was sent and not answered yet */
	char query_id[16]; /* of the last one that started, or "" */
	bool cancelling;   /* its end was asked for, and will be reported */
};

struct subscription *follow_find(const struct hosts *hosts, int host,
				 const char *id);
/* The same, created if missing. */
struct subscription *follow_get(struct hosts *hosts,
				const struct conversation *conv);
void follow_free(struct subscription *sub);
void follow_want(struct hosts *hosts, struct subscription *sub,
		 enum hosts_follow want);
void follow_read(struct hosts *hosts, struct subscription *sub);
/* End the current subscription, if there is one. */
void follow_leave(struct hosts *hosts, struct subscription *sub);
/* End a subscription that is not expected any more. */
void follow_not_wanted(struct hosts *hosts, int host, const char *sub_id);
/* The requested subscription will not come: allow another request. */
void follow_give_up(struct hosts *hosts, struct subscription *sub);
/* Queue it, since it may have a request to send. */
void follow_queue(struct hosts *hosts, struct subscription *sub);
/* Send the requests that are wanted and allowed now. */
void follow_pump(struct hosts *hosts, int host);
/* Request the first subscription, whatever the host supports. */
void follow_probe(struct hosts *hosts, int host);

#endif
