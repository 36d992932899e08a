#ifndef JPD_HOSTS_FOLLOW_H
#define JPD_HOSTS_FOLLOW_H

#include "src/dashboard/hosts/hosts.h"

/* A lock on a conversation that we asked for (RFD 072). */
enum lock_state { LOCK_NONE, LOCK_ASKED, LOCK_HELD, LOCK_LEAVING };

struct subscription_lock {
	enum lock_state state;
	bool kept;    /* by :lock; else for the push only */
	char *events; /* to be pushed: a raw array; or NULL */
};

/*
 * What ties a conversation to its host: subscriptions and the reading of its
 * history. `current` is the subscription whose events count; while it is
 * changed, `next` is asked for first, so that nothing is missed.
 */
struct subscription {
	struct conversation *conv;
	enum hosts_follow want, have; /* wanted; what `current` gives */
	char current[16], next[16];   /* sub_ids, or "" */
	enum hosts_follow next_have;
	bool want_read, reading;
	bool want_peek;    /* read it though it is in no pane */
	size_t read_bytes; /* of the last history */
	bool refused;      /* the host follows it for nobody: it is polled */
	bool queued;       /* in the host's queue of work */
	int64_t poll_ms;   /* polled: when it is read again */
	bool stop_asked;   /* jp 8: the turn was asked to stop */
	struct subscription_lock lock;
	bool sending; /* a query was sent, no answer yet */
};

struct subscription *follow_find(const struct hosts *hosts, int host,
				 const char *id);
/* Likewise, begun where there is none. */
struct subscription *follow_get(struct hosts *hosts,
				const struct conversation *conv);
void follow_free(struct subscription *sub);
void follow_want(struct hosts *hosts, struct subscription *sub,
		 enum hosts_follow want);
void follow_read(struct hosts *hosts, struct subscription *sub);
/* End the subscription whose events count, where there is one. */
void follow_leave(struct hosts *hosts, struct subscription *sub);
/* End a subscription that nobody waits for. */
void follow_not_wanted(struct hosts *hosts, int host, const char *sub_id);
/* The subscription that was asked for does not come: another may be asked
 * for. */
void follow_give_up(struct hosts *hosts, struct subscription *sub);
/* It may want something asked. */
void follow_queue(struct hosts *hosts, struct subscription *sub);
/* Ask what is wanted and may be asked now. */
void follow_pump(struct hosts *hosts, int host);
/* Ask for the first subscription whatever the host can. */
void follow_probe(struct hosts *hosts, int host);

#endif
