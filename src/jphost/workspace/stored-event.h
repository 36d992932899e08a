#ifndef JPD_WORKSPACE_STORED_EVENT_H
#define JPD_WORKSPACE_STORED_EVENT_H

#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * An event as jp stores it and as it is sent on the wire: in a file, every
 * string below `metadata` and below a tool call's `arguments`, and the
 * `content` of a tool result, is base64. Both directions keep the order of
 * members and the text of numbers, and write compact JSON. `raw` must be one
 * valid JSON object (json_check()).
 */

/*
 * Append the event as the wire carries it. Like jp, this leaves a string alone
 * that is not base64 of UTF-8 text.
 */
void stored_event_decode(struct strbuf *out, struct slice raw);

/*
 * Append the event as a file holds it. One without a `timestamp` gets
 * `now_ms`; an RFC 3339 time is rewritten in the form that jp stores.
 */
void stored_event_encode(struct strbuf *out, struct slice raw, int64_t now_ms);

#endif
