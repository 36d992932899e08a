#ifndef JPD_HOSTS_QUERY_H
#define JPD_HOSTS_QUERY_H

#include "src/dashboard/hosts/hosts.h"

/* Send the line of a query, and release it; the conversation is `sending` until
 * the host tells more. -1 if it could not be sent. */
int query_send(struct hosts *hosts, struct subscription *sub,
	       struct strbuf *line);
/* The host accepted the message. */
void query_taken(struct hosts *hosts, struct subscription *sub);
/* The same; errors of its turn may name it by this id. */
void query_started(struct hosts *hosts, struct subscription *sub,
		   const char *id);
void query_failed(struct hosts *hosts, struct subscription *sub,
		  enum hosts_outcome how, const char *why);

/* What an `interrupt` was for: pending_request's tag. */
enum query_tag { QUERY_TAG_NONE, QUERY_TAG_REPLY, QUERY_TAG_STOP };

#endif
