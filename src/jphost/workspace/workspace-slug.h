#ifndef JPD_WORKSPACE_WORKSPACE_SLUG_H
#define JPD_WORKSPACE_WORKSPACE_SLUG_H

#include "src/base/strbuf.h"

/*
 * Append the part of a title that appears in its conversation's directory
 * name: after the id, with a dash before it. Appends nothing if nothing is
 * left of the title. The result matches jp's, which would rename the directory
 * otherwise.
 */
void workspace_slug_add(struct strbuf *out, const char *title);

#endif
