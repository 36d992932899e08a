#ifndef JPD_PROTO_EVENT_CHECK_H
#define JPD_PROTO_EVENT_CHECK_H

#include "proto/event.h"

/*
 * Whether jp can read this event back after storing it. A malformed event costs
 * jp the whole stream, except for kinds that it does not know. Guards
 * everything that comes in, from a plugin, a model or a tool. 0, or -1 with a
 * sentence in `err`.
 */
int event_check_stored(struct slice event, struct strbuf *err);

#endif
