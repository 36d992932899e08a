#ifndef JPD_HOSTS_DIALECT_H
#define JPD_HOSTS_DIALECT_H

#include "src/dashboard/hosts/hosts.h"

/* `init` has come: decide how the host is followed. */
void dialect_decide(struct hosts *hosts, int host);
/* Whether a host without subscriptions is polled. */
bool dialect_polls(const struct hosts *hosts, int host);
/* Whether a sidecar replaces the host. */
static inline bool dialect_is_off(const struct host *h)
{
	return h->dialect == DIALECT_STANDBY || h->dialect == DIALECT_DEAF;
}

/* Send the probe, or hold back; false if there is nothing to wait for. */
bool dialect_holds(struct hosts *hosts, int host);
/* A request was answered: it may have been the probe. */
void dialect_answer(struct hosts *hosts, int host,
		    enum plugin_message_type request);
/* Apply jp 8's extra members of a history; whether they were news. */
bool dialect_events(struct hosts *hosts, struct subscription *sub,
		    const struct host_message *msg);
/* The sidecar ended before it was useful. True: go on without one. */
bool dialect_sidecar_failed(struct hosts *hosts, int host);
/* A history came; schedule the next read. */
void dialect_was_read(struct hosts *hosts, struct subscription *sub,
		      bool changed);
void dialect_tick(struct hosts *hosts);
int64_t dialect_wake_ms(const struct hosts *hosts);

#endif
