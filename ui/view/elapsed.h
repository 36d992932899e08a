#ifndef JPD_VIEW_ELAPSED_H
#define JPD_VIEW_ELAPSED_H

#include <stdint.h>

#include "src/base/strbuf.h"

/* Spans of time in the user's language, as short as possible. */

/* An age, in one unit: "now" (below 1 s), "12s", "3m", "2w". */
void elapsed_add_age(struct strbuf *out, int64_t span_ms);
/* A duration: "12ms", "0.4s", "12s", "3m05s", "1h02m". */
void elapsed_add_duration(struct strbuf *out, int64_t span_ms);
/* A duration so far: "0.0s", "0.4s", and so on. */
void elapsed_add_clock(struct strbuf *out, int64_t span_ms);

#endif
