#ifndef JPD_PROVIDER_OPENAI_MEMBERS_H
#define JPD_PROVIDER_OPENAI_MEMBERS_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/* The raw members of a growing object, without braces. */

/* Add a member, replacing an earlier one of the same name. */
void openai_members_keep(struct strbuf *members, struct slice key,
			 struct slice value);

/* Add all members of an object except null and `known` ones, up to a limit. */
void openai_members_keep_unknown(struct strbuf *members, struct slice object,
				 const char *const *known);

#endif
