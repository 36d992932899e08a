#ifndef JPD_HOSTS_PROMPT_H
#define JPD_HOSTS_PROMPT_H

#include "proto/event.h"
#include "proto/host-message.h"
#include "src/store/prompts.h"

struct app;
struct conversation;

/* How prompts come and end, on the wire; who answers is told (app-private.h,
 * "Told by hosts"). */

/* An event that asks for an answer; it is moved out of. */
void prompt_received(struct app *app, int host, struct conversation *conv,
		     const char *sub_id, const struct host_message *msg,
		     struct event *event);
/* What an event says of the prompts of its conversation. */
void prompt_event(struct app *app, struct conversation *conv,
		  const struct event *event);
void prompt_host_gone(struct app *app, struct conversation *conv);
/* It is over and freed. `outcome`: what became of it elsewhere, a word for
 * people, or NULL. */
void prompt_end(struct app *app, struct prompt *p, enum prompt_end end,
		const char *outcome);

#endif
