#ifndef JPD_HOSTS_DIALECT_H
#define JPD_HOSTS_DIALECT_H

#include "src/dashboard/hosts/hosts.h"

/* `init` has come: how it is followed from now on. */
void dialect_decide(struct hosts *hosts, int host);
/* Of a host without subscriptions, which is read again and again. */
bool dialect_polls(const struct hosts *hosts, int host);
/* Another one speaks for it. */
static inline bool dialect_is_off(const struct host *h)
{
	return h->dialect == DIALECT_STANDBY || h->dialect == DIALECT_DEAF;
}

/* Ask the probe, or hold back; false where there is nothing to wait for. */
bool dialect_holds(struct hosts *hosts, int host);
/* An answer to a request came: it may be the probe's. */
void dialect_answer(struct hosts *hosts, int host,
		    enum plugin_message_type request);
/* What jp 8 tells beside a history; whether that is new. */
bool dialect_events(struct hosts *hosts, struct subscription *sub,
		    const struct host_message *msg);
/* The sidecar ended before it was of use. True: the first host does without. */
bool dialect_sidecar_failed(struct hosts *hosts, int host);
/* A history came; when the next is asked for. */
void dialect_was_read(struct hosts *hosts, struct subscription *sub,
		      bool changed);
void dialect_tick(struct hosts *hosts);
int64_t dialect_wake_ms(const struct hosts *hosts);

#endif
