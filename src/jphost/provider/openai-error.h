#ifndef JPD_PROVIDER_OPENAI_ERROR_H
#define JPD_PROVIDER_OPENAI_ERROR_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/* The error that a server reports, wherever in a body it is. */
struct openai_error {
	struct strbuf text; /* in its words, one line; empty: no error */
	long status;        /* an HTTP status; 0: not given */
	bool is_final;      /* retrying cannot help */
	int64_t again_ms;   /* when to retry; -1: not given */
};

void openai_error_init(struct openai_error *error);
void openai_error_release(struct openai_error *error);

/*
 * Read a body: JSON of any form, an HTML page, or plain text. The text is the
 * first paragraph of the message, or just the title of a page. If there is no
 * message, the text is "it does not say why".
 */
void openai_error_read(struct openai_error *error, struct slice body);

/* Whether a retry may get another status than this. */
bool openai_status_is_passing(long status);

/* "Bad Gateway"; NULL if the status has no name. */
const char *openai_status_phrase(long status);

/* Cut a text to one line of at most `max` bytes, with "…" if it was cut. */
void openai_cut_line(struct strbuf *text, size_t max);

#endif
