#ifndef JPD_HOSTS_PROMPT_H
#define JPD_HOSTS_PROMPT_H

#include "src/dashboard/hosts/hosts.h"

/* How prompts come and end, on the wire. */

/* An event that asks for an answer; it is moved out of. */
void prompt_received(struct hosts *hosts, int host, struct conversation *conv,
		     const char *sub_id, const struct host_message *msg,
		     struct event *event);
/* What an event says of the prompts of its conversation. */
void prompt_event(struct hosts *hosts, struct conversation *conv,
		  const struct event *event);
void prompt_host_gone(struct hosts *hosts, struct conversation *conv);
/* It is over and freed. `outcome`: what became of it elsewhere, a word for
 * people, or NULL. */
void prompt_end(struct hosts *hosts, struct prompt *p, enum prompt_end end,
		const char *outcome);

#endif
