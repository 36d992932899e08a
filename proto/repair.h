#ifndef JPD_PROTO_REPAIR_H
#define JPD_PROTO_REPAIR_H

#include <stddef.h>

/*
 * Make JSON text safe for cJSON, in place and without changing its length:
 * \u0000 (which would end the string in cJSON) and lone surrogates (which make
 * it reject the whole text) become \ufffd. Returns how many there were.
 */
size_t repair_escapes(char *text, size_t len);

#endif
