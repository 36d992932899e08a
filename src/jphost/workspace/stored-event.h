#ifndef JPD_WORKSPACE_STORED_EVENT_H
#define JPD_WORKSPACE_STORED_EVENT_H

#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * An event as jp stores it and as it goes over the wire: in a file every
 * string below `metadata`, below a tool call's `arguments`, and a tool
 * result's `content` is base64. Both ways keep the order of the members and
 * the text of numbers, and write compact JSON. `raw` must be one valid JSON
 * object (json_check()).
 */

/*
 * Append what the wire carries. As jp does it: a string that is not base64
 * of UTF-8 text stays as it is.
 */
void stored_event_decode(struct strbuf *out, struct slice raw);

/*
 * Append what a file holds. Without a `timestamp` it gets `now_ms`; one in
 * RFC 3339 is rewritten in the form that jp stores.
 */
void stored_event_encode(struct strbuf *out, struct slice raw, int64_t now_ms);

#endif
