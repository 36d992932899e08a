#ifndef JPD_PROVIDER_OPENAI_MEMBERS_H
#define JPD_PROVIDER_OPENAI_MEMBERS_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/* The raw members of a growing object, without braces. */

/* Add all members of an object except null and `known` ones, up to a limit. */
void openai_members_keep_unknown(struct strbuf *members, struct slice object,
				 const char *const *known);

#endif
