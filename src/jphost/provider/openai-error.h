#ifndef JPD_PROVIDER_OPENAI_ERROR_H
#define JPD_PROVIDER_OPENAI_ERROR_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/* What a server says went wrong, wherever in a body it says so. */
struct openai_error {
	struct strbuf text; /* its own words, one line; empty: no error */
	long status;        /* as HTTP's; 0: not told */
	bool is_final;      /* asking again cannot help */
	int64_t again_ms;   /* when to ask again; -1: not told */
};

void openai_error_init(struct openai_error *error);
void openai_error_release(struct openai_error *error);

/*
 * Read a body: JSON of any shape, a page, or plain text. Its words are the
 * message's first paragraph; of a page only its title. Where nothing is said,
 * the text is "it does not say why".
 */
void openai_error_read(struct openai_error *error, struct slice body);

/* Whether a status is one that a later try may not get. */
bool openai_status_is_passing(long status);

/* "Bad Gateway"; NULL for one without a name. */
const char *openai_status_phrase(long status);

/* The text of a page's title. False where it is no page. */
bool openai_page_title(struct strbuf *out, struct slice page);

/* Cut a text to one line of at most `max` bytes, with "…" where it is cut. */
void openai_cut_line(struct strbuf *text, size_t max);

#endif
