#ifndef JPD_HOSTS_RESPOND_H
#define JPD_HOSTS_RESPOND_H

#include <stdint.h>

#include "proto/plugin-message.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"

struct app;

/*
 * Answer a request that waits and take it out of the queue. Answers always go
 * out, whatever waits: they are what people wait for. -1 where nothing was
 * sent, with a sentence in `err` if it was not told yet.
 */
int hosts_respond_approval(struct app *app, uint64_t serial,
			   enum respond_action action, struct slice arguments,
			   const char *reason, struct strbuf *err);
/* `value` is JSON; where it is a secret the caller clears it. */
int hosts_respond_inquiry(struct app *app, uint64_t serial, struct slice value,
			  struct strbuf *err);

#endif
