#ifndef JPD_HOSTS_TELL_H
#define JPD_HOSTS_TELL_H

#include "src/dashboard/hosts/hosts.h"

/* Send an event to the listener: hosts_tell(hosts, listed, host). */
#define hosts_tell(hosts, event, ...)                                     \
	do {                                                              \
		if ((hosts)->on.event)                                    \
			(hosts)->on.event((hosts)->on.user, __VA_ARGS__); \
	} while (0)

static inline void hosts_changed(const struct hosts *hosts)
{
	if (hosts->on.changed)
		hosts->on.changed(hosts->on.user);
}

void hosts_say(const struct hosts *hosts, enum hosts_tone tone, const char *fmt,
	       ...) __attribute__((format(printf, 3, 4)));

static inline int64_t hosts_wall_ms(const struct hosts *hosts)
{
	return hosts->now_ms + hosts->wall_offset_ms;
}

#endif
