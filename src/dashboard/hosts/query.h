#ifndef JPD_HOSTS_QUERY_H
#define JPD_HOSTS_QUERY_H

#include "src/dashboard/hosts/hosts.h"

struct link;

/* The host has the message that was sent. */
void query_taken(struct app *app, struct link *link);
void query_failed(struct app *app, struct link *link, enum hosts_outcome how,
		  const char *why);

#endif
