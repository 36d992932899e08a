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
struct host_out_reply;

struct host_out_source {
	void *user;
	/*
	 * Load a conversation's events. Lines that it pushes are sent before
	 * the reply. -1 with a sentence, which becomes an `error`.
	 */
	int (*load)(void *user, const char *conversation,
		    struct history *history, struct strbuf *err);
};

struct host_out {
	int fd;
	struct outbox box;
	struct host_out_source source;
	struct host_out_reply *first, *last;
	size_t replies;
	size_t behind; /* bytes queued after replies */
	bool loading;  /* lines pushed now are sent first */
	bool failed;   /* the other end has disconnected */
};

void host_out_init(struct host_out *out, int fd,
		   const struct host_out_source *source);
void host_out_release(struct host_out *out);

/* Queue whole lines; -1 if there is no room for their rank. */
int host_out_push(struct host_out *out, struct slice lines,
		  enum outbox_rank rank);
/* Queue an `events` reply; `id` may be NULL. */
void host_out_reply(struct host_out *out, const char *id,
		    const char *conversation);

/* Whether no bytes are pending, and whether too many are to read on. */
bool host_out_is_empty(const struct host_out *out);
bool host_out_is_full(const struct host_out *out);
/* Whether so little is pending that dropped events may be reported. */
bool host_out_is_low(const struct host_out *out);
/* Write what the plugin accepts now; sets `failed` if it has disconnected. */
void host_out_write(struct host_out *out);

#endif
