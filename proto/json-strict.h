#ifndef JPD_PROTO_JSON_STRICT_H
#define JPD_PROTO_JSON_STRICT_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * What jp's serde_json accepts, the strictest reader of our JSON. On the wire,
 * one line that it refuses ends the session; in a file, the conversation is
 * lost. Beyond RFC 8259 it demands UTF-8, no lone surrogates, no number beyond
 * a double, and at most 127 levels of nesting.
 */
#define JSON_STRICT_DEPTH 127

/* The most levels around a value: those of an `events` line. */
#define JSON_AROUND_EVENT     2
#define JSON_AROUND_ARGUMENTS 3 /* of a call, and of anything in an event */

/*
 * Check that `text` is one JSON value that can be read with `around` levels
 * around it. 0, or -1 with a sentence in `err`.
 */
int json_strict_check(struct slice text, int around, struct strbuf *err);

#endif
