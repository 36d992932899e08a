#ifndef JPD_BASE_TIMESTAMP_H
#define JPD_BASE_TIMESTAMP_H

#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/* An unknown time. Times are milliseconds since 1970-01-01 00:00 UTC. */
#define TIMESTAMP_NONE INT64_MIN

/*
 * Read either of jp's forms: "2026-03-18 13:19:06.8", which is UTC without a
 * zone, or RFC 3339. A fraction may have 1 to 9 digits and is cut to
 * milliseconds. TIMESTAMP_NONE if it is neither.
 */
int64_t timestamp_parse(struct slice text);
/* The nanoseconds that were cut: the fraction from its fourth digit on. */
int timestamp_rest_ns(struct slice text);

/* Append the form that jp stores ("2026-03-18 13:19:06.8"), or RFC 3339. */
void timestamp_add_stored(struct strbuf *out, int64_t at_ms);
/* The same as a string of JSON. */
void timestamp_quote_stored(struct strbuf *out, int64_t at_ms);
void timestamp_add_rfc3339(struct strbuf *out, int64_t at_ms);

/*
 * The unit for a span of time, 's', 'm', 'h', 'd', 'w' or 'y', and how many of
 * it; '\0' if the span is below 1 s.
 */
char timestamp_age_unit(int64_t span_ms, int64_t *count);
/* The same in at most four columns, for programs: "now", "12s", "3m", "4h". */
void timestamp_add_age(struct strbuf *out, int64_t span_ms);
/*
 * Milliseconds until the result of timestamp_age_unit() for `span_ms` changes:
 * when a clock that shows it must tick next.
 */
int64_t timestamp_age_ticks_in(int64_t span_ms);

#endif
