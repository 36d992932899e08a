#ifndef JPD_WORKSPACE_WORKSPACE_SLUG_H
#define JPD_WORKSPACE_WORKSPACE_SLUG_H

#include "src/base/strbuf.h"

/*
 * Append what of a title stands in the name of its conversation's directory,
 * behind the id and with a dash before it; nothing where nothing of it is
 * left. The same as jp has, which renames the directory otherwise.
 */
void workspace_slug_add(struct strbuf *out, const char *title);

#endif
