#ifndef JPD_HOSTS_LIFECYCLE_H
#define JPD_HOSTS_LIFECYCLE_H

#include "src/dashboard/hosts/hosts.h"

/* The host sent `init`. */
void lifecycle_connected(struct hosts *hosts, int host,
			 struct host_message *init);
/* Add a host that we start by these words (moved in). */
int lifecycle_start(struct hosts *hosts, const char *name, char **words);
/* Forget a host's conversations, and everything that points to them;
 * `replaced`: another host will show them. */
void lifecycle_forget(struct hosts *hosts, int host, bool replaced);
void lifecycle_tick(struct hosts *hosts);
int64_t lifecycle_wake_ms(const struct hosts *hosts);

#endif
