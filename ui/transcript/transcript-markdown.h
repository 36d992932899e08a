#ifndef JPD_TRANSCRIPT_TRANSCRIPT_MARKDOWN_H
#define JPD_TRANSCRIPT_TRANSCRIPT_MARKDOWN_H

#include "src/store/conversation.h"

/*
 * A conversation as Markdown, for files and their readers. Every text is
 * included byte for byte: messages as they are, reasoning with "> " before each
 * line, arguments and results in fences longer than any inside them. An event's
 * `metadata` is not included.
 */
void transcript_markdown_head(struct strbuf *out,
			      const struct conversation *conv);
/* Append item `index`; call for all items in order, after the head. */
void transcript_markdown_item(struct strbuf *out,
			      const struct conversation *conv, size_t index);

/* Append all of it. */
void transcript_markdown(struct strbuf *out, const struct conversation *conv);

/*
 * A file name from the title: only lower-case ASCII letters, digits and "-",
 * because a host must not choose a path.
 */
void transcript_markdown_name(struct strbuf *out,
			      const struct conversation *conv);
/* The word for a call's state, translated. */
const char *transcript_tool_state(enum tool_state state);

#endif
