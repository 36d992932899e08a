#ifndef JPD_HOSTS_QUERY_H
#define JPD_HOSTS_QUERY_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

struct app;
struct conversation;
struct link;

/*
 * Send a message. `files` and `schema` are raw JSON, or empty. -1 where it was
 * not sent, with a sentence in `err` if that was not told yet.
 */
int hosts_query(struct app *app, struct conversation *conv, struct slice text,
		struct slice files, struct slice schema, struct strbuf *err);
/* Stop the turn that runs; -1 with a sentence in `err`. */
int hosts_cancel(struct app *app, struct conversation *conv,
		 struct strbuf *err);

/* The host has the message that was sent. */
void query_taken(struct app *app, struct link *link);

#endif
