#ifndef JPD_HOSTS_HOST_H
#define JPD_HOSTS_HOST_H

#include "src/dashboard/hosts/hosts.h"

/* One host's wire, and what is known about the host. */

/* Forget requests and incomplete input: the host has a new pipe. */
void host_reset(struct hosts *hosts, int host);
/* Drop everything that points to its conversations. */
void host_drop_subscriptions(struct hosts *hosts, int host);
void host_release(struct host *h);
void host_forget_summaries(struct host *h);

/* Whether anything but reading is allowed; false with a sentence in `err`. */
bool host_may_send(const struct hosts *hosts, struct strbuf *err);
/*
 * Register a request, about a conversation or NULL. Returns its id, which is
 * valid until the next one.
 */
const char *host_ask(struct hosts *hosts, int host,
		     enum plugin_message_type type, const char *conversation,
		     uint64_t tag);
/* The request failed: undo what it had begun; `sub` may be NULL. */
void host_ask_failed(struct hosts *hosts, int host, struct subscription *sub,
		     enum plugin_message_type type);
/* Queue a line; shows a message if there is no room. */
int host_send(struct hosts *hosts, int host, const struct strbuf *line,
	      enum outbox_rank rank);
/* The line is in the outbox. */
void host_sent(const struct hosts *hosts, int host, const struct strbuf *line,
	       bool secret);
/* An answer that ends a prompt this way was queued. */
void host_note_answer(struct host *h, enum prompt_end end);
/* Count unwritten answers as lost; whether there were any. */
bool host_lose_answers(struct hosts *hosts, int host);

#endif
