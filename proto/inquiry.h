#ifndef JPD_PROTO_INQUIRY_H
#define JPD_PROTO_INQUIRY_H

#include "proto/event.h"

/*
 * The part of event_decode() that reads inquiries, which come flat (RFD D18) or
 * nested (as jp stores them). `raw` is the whole event, already checked.
 * Private to proto/.
 */
void inquiry_decode_request(struct event *event, struct slice raw);
void inquiry_decode_response(struct event *event, struct slice raw);
void inquiry_free_options(struct event *event);

#endif
