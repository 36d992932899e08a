#ifndef JPD_HOSTS_CREATE_H
#define JPD_HOSTS_CREATE_H

#include "src/dashboard/hosts/hosts.h"

/* The host made the conversation that we asked for. */
void create_made(struct hosts *hosts, int host, const char *id);
/* It will not. */
void create_refused(struct hosts *hosts, int host);
/* It is there; its first message waits for it, or went with it. */
void create_done(struct hosts *hosts, int host, const char *id);

#endif
