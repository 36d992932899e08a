#ifndef JPD_HOSTS_QUERY_H
#define JPD_HOSTS_QUERY_H

struct app;
struct link;

/* The host has the message that was sent. */
void query_taken(struct app *app, struct link *link);

#endif
