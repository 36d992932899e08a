#ifndef JPD_PROVIDER_OPENAI_THOUGHT_H
#define JPD_PROVIDER_OPENAI_THOUGHT_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * What a model thought, and the signatures that its server wants back with
 * the calls that follow from it. Servers have several names for a thought,
 * and some send it under three of them at once.
 */
struct thought_block;
struct openai_thought {
	struct strbuf as; /* the member that the text came in */
	bool plain;       /* it comes as text, outside of blocks */
	struct thought_block *blocks;
	size_t block_count, block_cap;
	struct strbuf opaque; /* raw: `reasoning_opaque`, or empty */
};

void openai_thought_init(struct openai_thought *thought);
void openai_thought_release(struct openai_thought *thought);

/* Take what a piece of an answer has of it, and add its text to `text`. */
void openai_thought_take(struct openai_thought *thought, struct slice delta,
			 struct strbuf *text);
void openai_thought_came_as(struct openai_thought *thought, const char *name);

/*
 * What has to be kept with the thought's text, as an object; nothing is added
 * where the text says all. Pieces of one block are joined.
 */
void openai_thought_write(struct strbuf *out,
			  const struct openai_thought *thought);

/* Thoughts that were kept, for one message of a request. */
struct openai_recalled {
	struct strbuf as;
	struct strbuf text;
	struct strbuf lists[3]; /* elements, without brackets */
	struct strbuf opaque;
};

void openai_recalled_init(struct openai_recalled *recalled);
void openai_recalled_release(struct openai_recalled *recalled);
/*
 * Add a thought: its text, and what openai_thought_write() made of it; of
 * that, unless `whole`, only the name of the text.
 */
void openai_recalled_add(struct openai_recalled *recalled, struct slice text,
			 struct slice kept, bool whole);
/* Its members, onto the object of a message. */
void openai_recalled_write(struct strbuf *out,
			   const struct openai_recalled *recalled);
/* Whether the text stands in the content, as a block. */
bool openai_recalled_is_content(const struct openai_recalled *recalled);

#endif
