#ifndef JPD_BASE_BASE64_H
#define JPD_BASE_BASE64_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/* Base64 with the standard alphabet and padding (RFC 4648, section 4). */
void base64_encode(struct strbuf *out, struct slice bytes);

/*
 * Append the decoded bytes. False, and nothing appended, if `text` is not
 * exactly what base64_encode() writes: wrong length, other characters, no
 * padding, or unused bits set.
 */
bool base64_decode(struct strbuf *out, struct slice text);

#endif
