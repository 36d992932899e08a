#ifndef JPD_TRANSCRIPT_DATA_URI_H
#define JPD_TRANSCRIPT_DATA_URI_H

#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Shortens unreadable data: of "data:image/png;base64,iVBOR…" only the
 * beginning is kept, with the number of characters omitted. Pieces cut anywhere
 * give the same output as the whole text; line breaks are never removed or
 * added.
 */
struct data_uri {
	enum {
		DATA_URI_NONE,    /* a word may begin */
		DATA_URI_WORD,    /* in a word that is not a URI */
		DATA_URI_SCHEME,  /* `taken` bytes of "data:" */
		DATA_URI_TYPE,    /* up to the comma */
		DATA_URI_CONTENT, /* after it, `taken` bytes so far */
	} part;
	size_t taken;
	struct strbuf held; /* not passed on yet: it may turn out to be short */
};

void data_uri_init(struct data_uri *uri);
void data_uri_release(struct data_uri *uri);
/* Append to `out` what the next piece shows as; at the end, the rest. */
void data_uri_add(struct data_uri *uri, struct slice text, struct strbuf *out);
void data_uri_end(struct data_uri *uri, struct strbuf *out);

#endif
