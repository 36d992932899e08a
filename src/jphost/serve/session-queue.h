#ifndef JPD_SERVE_SESSION_QUEUE_H
#define JPD_SERVE_SESSION_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

#include "proto/outbox.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/workspace/workspace.h"

/*
 * Output to a plugin, in order. An `events` reply is loaded when it is next and
 * written piece by piece as the plugin reads; lines pushed meanwhile are queued
 * after it. So neither a reply of 100 MB nor a plugin that does not read costs
 * more than bounded memory.
 */
struct session_queue_reply;

struct session_queue_source {
	void *user;
	/*
	 * Load a conversation's events. Lines that it pushes are sent before
	 * the reply. -1 with a sentence, which becomes an `error`.
	 */
	int (*load)(void *user, const char *conversation,
		    struct history *history, struct strbuf *err);
};

struct session_queue {
	int fd;
	struct outbox box;
	struct session_queue_source source;
	struct session_queue_reply *first, *last;
	size_t replies;
	size_t behind; /* bytes queued after replies */
	bool loading;  /* lines pushed now are sent first */
	bool failed;   /* the other end has disconnected */
};

void session_queue_init(struct session_queue *out, int fd,
			const struct session_queue_source *source);
void session_queue_release(struct session_queue *out);

/* Queue whole lines; -1 if there is no room for their rank. */
int session_queue_push(struct session_queue *out, struct slice lines,
		       enum outbox_rank rank);
/* Queue an `events` reply; `id` may be NULL. */
void session_queue_reply(struct session_queue *out, const char *id,
			 const char *conversation);

/* Whether no bytes are pending, and whether too many are to read on. */
bool session_queue_is_empty(const struct session_queue *out);
bool session_queue_is_full(const struct session_queue *out);
/* Whether so little is pending that dropped events may be reported. */
bool session_queue_is_low(const struct session_queue *out);
/* Write what the plugin accepts now; sets `failed` if it has disconnected. */
void session_queue_write(struct session_queue *out);

#endif
