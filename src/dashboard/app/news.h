#ifndef JPD_APP_NEWS_H
#define JPD_APP_NEWS_H

#include "src/dashboard/hosts/hosts.h"

struct app;

/* Handlers for the hosts' events. */
struct hosts_events news_events(struct app *app);

#endif
