#ifndef JPD_HOSTS_HOSTS_H
#define JPD_HOSTS_HOSTS_H

#include <stdbool.h>
#include <stdint.h>

#include "proto/plugin-message.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"

struct app;
struct conversation;

/* What became of a message: the host has it, did not take it, or is gone. */
enum hosts_outcome { HOSTS_TAKEN, HOSTS_REFUSED, HOSTS_LOST };

/*
 * What a person wants of a host. -1 where nothing was sent, with a sentence in
 * `err` if it was not told yet.
 */

/* Send a message. `files` and `schema` are raw JSON, or empty. */
int hosts_query(struct app *app, struct conversation *conv, struct slice text,
		struct slice files, struct slice schema, struct strbuf *err);
/* Whether one was sent and nothing is known of it yet. */
bool hosts_is_sending(const struct app *app, const struct conversation *conv);
/* Stop the turn that runs. */
int hosts_cancel(struct app *app, struct conversation *conv,
		 struct strbuf *err);
/* Begin a conversation with this message. */
int hosts_create(struct app *app, int host, struct slice text,
		 struct strbuf *err);

/* Nobody else writes to it until it is unlocked. */
int hosts_lock(struct app *app, struct conversation *conv, struct strbuf *err);
int hosts_unlock(struct app *app, struct conversation *conv,
		 struct strbuf *err);
bool hosts_is_locked(const struct app *app, const struct conversation *conv);
/* Add events: a JSON array of them, or one a line. */
int hosts_push(struct app *app, struct conversation *conv, struct slice text,
	       struct strbuf *err);
int hosts_may_push(struct app *app, struct conversation *conv,
		   struct strbuf *err);

int hosts_set_title(struct app *app, struct conversation *conv,
		    struct slice title, struct strbuf *err);
int hosts_archive(struct app *app, struct conversation *conv,
		  struct strbuf *err);

/*
 * Answer a request that waits and take it out of the queue. Answers always go
 * out, whatever waits: they are what people wait for.
 */
int hosts_respond_approval(struct app *app, uint64_t serial,
			   enum respond_action action, struct slice arguments,
			   const char *reason, struct strbuf *err);
/* `value` is JSON; where it is a secret the caller clears it. */
int hosts_respond_inquiry(struct app *app, uint64_t serial, struct slice value,
			  struct strbuf *err);

#endif
