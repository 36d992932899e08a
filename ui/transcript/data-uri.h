#ifndef JPD_TRANSCRIPT_DATA_URI_H
#define JPD_TRANSCRIPT_DATA_URI_H

#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Shortens what a person cannot read: of "data:image/png;base64,iVBOR…" only
 * the beginning stays, and how much is left out. Pieces cut anywhere give what
 * the whole gives; a line break is never taken or added.
 */
struct data_uri {
	enum {
		DATA_URI_NONE,    /* a word may begin */
		DATA_URI_WORD,    /* in one that is none */
		DATA_URI_SCHEME,  /* `taken` bytes of "data:" */
		DATA_URI_TYPE,    /* up to the comma */
		DATA_URI_CONTENT, /* behind it, `taken` of it by now */
	} part;
	size_t taken;
	struct strbuf held; /* not passed on yet: it may be short after all */
};

void data_uri_init(struct data_uri *uri);
void data_uri_release(struct data_uri *uri);
/* Append to `out` what the next piece shows as; at the end, what is left. */
void data_uri_add(struct data_uri *uri, struct slice text, struct strbuf *out);
void data_uri_end(struct data_uri *uri, struct strbuf *out);

#endif
