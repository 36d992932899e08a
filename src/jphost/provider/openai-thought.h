#ifndef JPD_PROVIDER_OPENAI_THOUGHT_H
#define JPD_PROVIDER_OPENAI_THOUGHT_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * A model's reasoning, with the signatures that its server wants back along
 * with the calls that follow from it. Servers have several names for reasoning,
 * and some use three of them in one answer.
 */
struct thought_block;
struct openai_thought {
	struct strbuf as; /* the member that the text came in */
	bool plain;       /* it comes as text, outside of blocks */
	struct thought_block *blocks;
	size_t block_count, block_cap;
	size_t bytes;         /* of all pieces of blocks */
	struct strbuf opaque; /* raw: `reasoning_opaque`, or empty */
	struct strbuf held;   /* half a character of the text, raw */
};

void openai_thought_init(struct openai_thought *thought);
void openai_thought_release(struct openai_thought *thought);

/* Take the reasoning in a piece of an answer, and append its text to `text`. */
void openai_thought_take(struct openai_thought *thought, struct slice delta,
			 struct strbuf *text);
void openai_thought_came_as(struct openai_thought *thought, const char *name);

/*
 * Append what must be stored with the reasoning's text, as an object, or
 * nothing if the text suffices. Pieces of one block are joined.
 */
void openai_thought_write(struct strbuf *out,
			  const struct openai_thought *thought);

/* Stored reasoning, for one message of a request. */
struct openai_recalled {
	struct strbuf as;
	struct strbuf text;
	struct strbuf lists[3]; /* elements, without brackets */
	struct strbuf opaque;
};

void openai_recalled_init(struct openai_recalled *recalled);
void openai_recalled_release(struct openai_recalled *recalled);
/*
 * Add reasoning: its text, and the output of openai_thought_write(), of which
 * only the text's member name is used unless `whole`.
 */
void openai_recalled_add(struct openai_recalled *recalled, struct slice text,
			 struct slice kept, bool whole);
/* Append its members to a message's object. */
void openai_recalled_write(struct strbuf *out,
			   const struct openai_recalled *recalled);
/* Whether the text belongs into the content, as a block. */
bool openai_recalled_is_content(const struct openai_recalled *recalled);

#endif
