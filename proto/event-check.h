#ifndef JPD_PROTO_EVENT_CHECK_H
#define JPD_PROTO_EVENT_CHECK_H

#include "proto/event.h"

/*
 * Whether jp can read an event back that is stored: a stream with one that is
 * malformed is lost to it as a whole, but for kinds that it does not know. In front of everything that comes in: a
 * plugin's, a model's, a tool's. 0, or -1 with a sentence in `err`.
 */
int event_check_stored(struct slice event, struct strbuf *err);

#endif
