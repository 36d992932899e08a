#ifndef JPD_PROVIDER_OPENAI_CONTENT_H
#define JPD_PROVIDER_OPENAI_CONTENT_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * The content of one piece of an answer, whatever its form: a text, one typed
 * block, or a list of blocks.
 */
struct openai_content {
	struct strbuf text;
	struct strbuf reasoning;
	struct strbuf calls;   /* from blocks: a raw array, or empty */
	struct strbuf dropped; /* kinds of blocks that cannot be shown */
	struct strbuf *held;   /* half a character of the text, raw, or NULL */
	bool refused;          /* the text is a refusal */
	bool reasoning_in_content;
};

#define OPENAI_CONTENT_INIT                                             \
	{                                                               \
		STRBUF_INIT, STRBUF_INIT, STRBUF_INIT, STRBUF_INIT,     \
			.refused = false, .reasoning_in_content = false \
	}

/* Add a piece. `reasoning` that a piece has twice is added once. */
void openai_content_read(struct openai_content *content, struct slice delta);
void openai_content_release(struct openai_content *content);

/* Add those kinds ("image_url, audio") that are not in the list yet. */
void openai_content_add_kinds(struct strbuf *list, struct slice kinds);

#endif
