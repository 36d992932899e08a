#ifndef JPD_HOSTS_PROMPT_H
#define JPD_HOSTS_PROMPT_H

#include "src/dashboard/hosts/hosts.h"

/* How prompts come and end, on the wire. */

/* An event asks for an answer; it is moved from. */
void prompt_received(struct hosts *hosts, int host, struct conversation *conv,
		     const char *sub_id, const struct host_message *msg,
		     struct event *event);
/* Before the event is in the transcript: a response to what still waits was not
 * brought about here, and some hosts do not say that by another message. */
void prompt_before(struct hosts *hosts, struct conversation *conv,
		   const struct event *event);
/* Apply what an event means for the prompts of its conversation. */
void prompt_event(struct hosts *hosts, struct conversation *conv,
		  const struct event *event);
void prompt_host_gone(struct hosts *hosts, struct conversation *conv);
/* End a prompt and free it. `outcome`: how it was answered elsewhere, a word
 * for the user, or NULL. */
void prompt_end(struct hosts *hosts, struct prompt *p, enum prompt_end end,
		const char *outcome);

#endif
