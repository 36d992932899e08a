#ifndef JPD_HOSTS_REPLY_H
#define JPD_HOSTS_REPLY_H

#include "src/dashboard/hosts/hosts.h"

/* Whether the turn that runs takes a message in its middle. */
bool reply_is_taken(const struct hosts *hosts, const struct conversation *conv);
/* Send one there. -1 with a sentence in `err` if it is not known yet. */
int reply_send(struct hosts *hosts, struct conversation *conv,
	       struct slice text, struct strbuf *err);
/*
 * Whether nothing that is known here prevents a query: no turn runs, none is
 * about to begin, and the conversation is followed.
 */
bool reply_may_be_query(const struct hosts *hosts,
			const struct conversation *conv);

#endif
