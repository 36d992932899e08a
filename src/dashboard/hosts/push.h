#ifndef JPD_HOSTS_PUSH_H
#define JPD_HOSTS_PUSH_H

#include <stdbool.h>
#include <stdint.h>

struct app;
struct link;

void app_push_locked(struct app *app, struct link *link);
void app_push_unlocked(struct app *app, struct link *link);
void app_push_done(struct app *app, struct link *link, int64_t count);
/* A lock or a push was refused; the reason was told. */
void app_push_refused(struct app *app, struct link *link, bool push);
/* On the way out: what is locked by us is not for longer. */
void app_push_unlock_all(struct app *app);

#endif
