#ifndef JPD_HOSTS_HISTORY_H
#define JPD_HOSTS_HISTORY_H

#include "src/dashboard/hosts/hosts.h"

/* Add an element of a reply, if it is an event. */
bool history_add(struct hosts *hosts, int host, struct slice raw);
/* The history is complete; the unread rest is for history_work(). */
void history_loaded(struct hosts *hosts, const struct conversation *conv);
bool history_work(struct hosts *hosts);

#endif
