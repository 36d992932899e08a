#ifndef JPD_HOSTS_FOLLOW_H
#define JPD_HOSTS_FOLLOW_H

#include "src/dashboard/hosts/hosts.h"

struct subscription *follow_find(const struct hosts *hosts, int host,
				 const char *id);
/* Likewise, begun where there is none. */
struct subscription *follow_get(struct hosts *hosts,
				const struct conversation *conv);
void follow_free(struct subscription *sub);
void follow_want(struct hosts *hosts, struct subscription *sub,
		 enum hosts_follow want);
void follow_read(struct hosts *hosts, struct subscription *sub);
/* It may want something asked. */
void follow_queue(struct hosts *hosts, struct subscription *sub);
/* Ask what is wanted and may be asked now. */
void follow_pump(struct hosts *hosts, int host);
/* Ask for the first subscription whatever the host can. */
void follow_probe(struct hosts *hosts, int host);

#endif
