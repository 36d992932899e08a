#ifndef JPD_PROVIDER_SECRET_FILTER_H
#define JPD_PROVIDER_SECRET_FILTER_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Takes secrets out of a text that comes in pieces: "[key]" stands for each.
 * What may be the beginning of one is held back until more has come. A secret of
 * less than SECRET_MIN bytes is a placeholder, and a word of any text: it is
 * no secret.
 */
#define SECRET_MIN 8

struct secret_filter {
	char *const *secrets; /* the caller's, ended by NULL; or NULL */
	struct strbuf held;
};

/* Append to `out` what is safe of the text so far. */
void secret_filter_feed(struct secret_filter *filter, struct slice text,
			struct strbuf *out);
/* No more comes: what was held back was harmless. */
void secret_filter_flush(struct secret_filter *filter, struct strbuf *out);

/* The same for a text that is there. */
void secret_hide(struct strbuf *text, char *const *secrets);

#endif
