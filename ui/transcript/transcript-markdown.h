#ifndef JPD_TRANSCRIPT_TRANSCRIPT_MARKDOWN_H
#define JPD_TRANSCRIPT_TRANSCRIPT_MARKDOWN_H

#include "src/store/conversation.h"

/*
 * A conversation as Markdown, for files and for whoever reads them. Every
 * text is in it byte for byte: messages as they are, reasoning with "> "
 * before each line, arguments and results in fences longer than any in them.
 * An event's `metadata` is not.
 */
void transcript_markdown_head(struct strbuf *out,
			      const struct conversation *conv);
/* Append item `index`; all of them in their order, behind the head. */
void transcript_markdown_item(struct strbuf *out,
			      const struct conversation *conv, size_t index);

/* Append all of it. */
void transcript_markdown(struct strbuf *out, const struct conversation *conv);

/*
 * A name for such a file, from the title: small letters, digits and "-" of
 * ASCII only, for what a host says must not choose a path.
 */
void transcript_markdown_name(struct strbuf *out,
			      const struct conversation *conv);
/* The word for a call's state, translated. */
const char *transcript_tool_state(enum tool_state state);

#endif
