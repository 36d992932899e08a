#ifndef JPD_HOSTS_HISTORY_H
#define JPD_HOSTS_HISTORY_H

#include "src/dashboard/hosts/hosts.h"

/* An element of a reply, if it is an event. */
bool history_add(struct hosts *hosts, int host, struct slice raw);
/* What of it is left is for history_work(). */
void history_loaded(struct hosts *hosts, const struct conversation *conv);
bool history_work(struct hosts *hosts);

#endif
