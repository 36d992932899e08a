#ifndef JPD_PROVIDER_SECRET_FILTER_H
#define JPD_PROVIDER_SECRET_FILTER_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Replaces secrets in a text that comes in pieces by "[key]". Text that may be
 * the start of a secret is held back until more has come. A secret of less than
 * SECRET_MIN bytes is a placeholder that may appear in any text, and is not
 * treated as a secret.
 */
#define SECRET_MIN 8

struct secret_filter {
	char *const *secrets; /* the caller's, terminated by NULL; or NULL */
	struct strbuf held;
};

/* Append the text so far to `out`, except what is held back. */
void secret_filter_feed(struct secret_filter *filter, struct slice text,
			struct strbuf *out);
/* The text has ended: append what was held back, which was harmless. */
void secret_filter_flush(struct secret_filter *filter, struct strbuf *out);

/* The same for a complete text. */
void secret_hide(struct strbuf *text, char *const *secrets);

#endif
