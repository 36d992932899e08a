#ifndef JPD_HOSTS_HOST_H
#define JPD_HOSTS_HOST_H

#include "src/dashboard/hosts/hosts.h"

/* One host's wire, and what it knows of it. */

/* Forget what was asked and what came in pieces: its pipe is another. */
void host_reset(struct hosts *hosts, int host);
/* All that points to its conversations. */
void host_drop_subscriptions(struct hosts *hosts, int host);
void host_release(struct host *h);
void host_forget_summaries(struct host *h);

/* Whether anything may be sent but to look; false with a sentence in `err`. */
bool host_may_send(const struct hosts *hosts, struct strbuf *err);
/*
 * Note a request that waits for its answer, about a conversation or NULL.
 * Returns its id, which is good until the next one.
 */
const char *host_ask(struct hosts *hosts, int host,
		     enum plugin_message_type type, const char *conversation,
		     uint64_t tag);
/* What its answer would have ended has ended; `sub` may be NULL. */
void host_ask_failed(struct hosts *hosts, int host, struct subscription *sub,
		     enum plugin_message_type type);
/* Queue a line; says so where there is no room. */
int host_send(struct hosts *hosts, int host, const struct strbuf *line,
	      enum outbox_rank rank);
/* It is in the outbox. */
void host_sent(const struct hosts *hosts, int host, const struct strbuf *line,
	       bool secret);
/* An answer that ends a prompt so is queued. */
void host_note_answer(struct host *h, enum prompt_end end);
/* What was answered and not written is lost; whether there was any. */
bool host_lose_answers(struct hosts *hosts, int host);

#endif
