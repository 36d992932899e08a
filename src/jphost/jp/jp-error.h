#ifndef JPD_JP_JP_ERROR_H
#define JPD_JP_JP_ERROR_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Append why jp failed, from its last output: the error's name and the last
 * detail below it, as "Error while making HTTP request: Connection refused".
 * Appends nothing if it printed nothing.
 */
void jp_error_add(struct strbuf *out, struct slice printed);

#endif
