#ifndef JPD_HOSTS_PUSH_H
#define JPD_HOSTS_PUSH_H

#include "src/dashboard/hosts/hosts.h"

void push_locked(struct hosts *hosts, struct subscription *sub);
void push_unlocked(struct hosts *hosts, struct subscription *sub);
void push_done(struct hosts *hosts, struct subscription *sub, int64_t count);
/* A lock or a push was refused; the reason was already shown. */
void push_refused(struct hosts *hosts, struct subscription *sub, bool push);
/* On exit: release the locks that we have. */
void push_unlock_all(struct hosts *hosts);

#endif
