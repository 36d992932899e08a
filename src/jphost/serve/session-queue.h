#ifndef JPD_SERVE_SESSION_QUEUE_H
#define JPD_SERVE_SESSION_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

#include "proto/outbox.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/workspace/workspace.h"

/*
 * What goes to a plugin, in order. An `events` reply is loaded when its time
 * comes and written piece by piece as the plugin reads; lines that are pushed
 * meanwhile wait behind it. So neither a reply of 100 MB nor a plugin that
 * does not read costs more than a bounded amount of memory.
 */
struct host_out_reply;

struct host_out_source {
	void *user;
	/*
	 * Load a conversation's events. What it pushes goes out before the
	 * reply. -1 with a sentence, which becomes an `error`.
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
	size_t behind; /* bytes that wait behind replies */
	bool loading;  /* what is pushed now goes out at once */
	bool failed;   /* the other end is gone */
};

void host_out_init(struct host_out *out, int fd,
		   const struct host_out_source *source);
void host_out_release(struct host_out *out);

/* Queue whole lines; -1 where there is no room for their rank. */
int host_out_push(struct host_out *out, struct slice lines,
		  enum outbox_rank rank);
/* Queue an `events` reply; `id` may be NULL. */
void host_out_reply(struct host_out *out, const char *id,
		    const char *conversation);

/* Whether bytes wait, and whether there is so much that asking must wait. */
bool host_out_is_empty(const struct host_out *out);
bool host_out_is_full(const struct host_out *out);
/* Whether so little waits that what was dropped may be told. */
bool host_out_is_low(const struct host_out *out);
/* Write what the plugin takes now; sets `failed` where it is gone. */
void host_out_write(struct host_out *out);

#endif
