#ifndef JPD_BASE_SHA256_H
#define JPD_BASE_SHA256_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/* Append the SHA-256 of a text (FIPS 180-4): 64 lower-case hex digits. */
void sha256_add(struct strbuf *out, struct slice text);

#endif
