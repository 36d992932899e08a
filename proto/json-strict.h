#ifndef JPD_PROTO_JSON_STRICT_H
#define JPD_PROTO_JSON_STRICT_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * What the strictest reader of our JSON takes, jp's serde_json: on the wire one
 * line that it refuses ends the session, in a file the conversation is lost.
 * Beyond RFC 8259 that is: UTF-8, no lone surrogates, no number beyond a
 * double, and 127 levels of nesting.
 */
#define JSON_STRICT_DEPTH 127

/* Levels around a value where there are most: in an `events` line. */
#define JSON_AROUND_EVENT     2
#define JSON_AROUND_ARGUMENTS 3 /* of a call, and whatever is in an event */

/*
 * Check that `text` is one JSON value, and that it can be read with `around`
 * levels around it. 0, or -1 with a sentence in `err`.
 */
int json_strict_check(struct slice text, int around, struct strbuf *err);

#endif
