#ifndef JPD_HOSTS_CREATE_H
#define JPD_HOSTS_CREATE_H

#include "src/dashboard/hosts/hosts.h"

/* The host created the conversation that we requested. */
void create_made(struct hosts *hosts, int host, const char *id);
/* The host will not create it. */
void create_refused(struct hosts *hosts, int host);
/* It exists; its first message is pending, or was sent with the request. */
void create_done(struct hosts *hosts, int host, const char *id);

#endif
