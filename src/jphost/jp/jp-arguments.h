#ifndef JPD_JP_JP_ARGUMENTS_H
#define JPD_JP_JP_ARGUMENTS_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Write changed arguments for jp's text field on one line, with escapes instead
 * of what a terminal may show in several ways or not at all: what it shows is
 * compared with this.
 */
void jp_arguments_write(struct strbuf *out, struct slice json);

#endif
