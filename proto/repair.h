#ifndef JPD_PROTO_REPAIR_H
#define JPD_PROTO_REPAIR_H

#include <stddef.h>

/*
 * Make JSON text safe for cJSON, in place and of the same length: \u0000
 * (at which cJSON ends a string) and lone surrogates (at which it fails the
 * whole text) become \ufffd. Returns how many there were.
 */
size_t repair_escapes(char *text, size_t len);

#endif
