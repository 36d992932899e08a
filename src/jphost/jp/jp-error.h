#ifndef JPD_JP_JP_ERROR_H
#define JPD_JP_JP_ERROR_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Why jp ended, by what it printed last: what it calls the error, and the last
 * of what it lists below that, as "Error while making HTTP request: Connection
 * refused". Nothing is appended where it said nothing.
 */
void jp_error_add(struct strbuf *out, struct slice printed);

#endif
