#ifndef JPD_PROVIDER_OPENAI_PIECE_H
#define JPD_PROVIDER_OPENAI_PIECE_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Append the text of a raw JSON string that is a piece of a longer text. Some
 * servers cut a text within a character: then its first half stays, raw, in
 * `held`, until the next piece. False if `value` is not a string.
 */
bool openai_piece_add(struct strbuf *out, struct strbuf *held,
		      struct slice value);

/* At the end of the text: half a character becomes U+FFFD. */
void openai_piece_end(struct strbuf *out, struct strbuf *held);

#endif
