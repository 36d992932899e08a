#ifndef JPD_PROVIDER_OPENAI_MEMBERS_H
#define JPD_PROVIDER_OPENAI_MEMBERS_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/* The members of an object that grows, raw, without its braces. */

/* Keep one; it takes the place of an older one of the same name. */
void openai_members_keep(struct strbuf *members, struct slice key,
			 struct slice value);

/* Keep all of an object, but for null and those in `known`, up to a limit. */
void openai_members_keep_unknown(struct strbuf *members, struct slice object,
				 const char *const *known);

#endif
