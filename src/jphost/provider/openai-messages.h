#ifndef JPD_PROVIDER_OPENAI_MESSAGES_H
#define JPD_PROVIDER_OPENAI_MESSAGES_H

#include "src/base/strbuf.h"
#include "src/jphost/workspace/workspace.h"

/*
 * A conversation as messages, each with a comma before it where `out` does
 * not end with '['. The protocol wants the calls of an answer in one message,
 * with the text before them, and behind it one message for each result;
 * strict models want the roles of person and model to alternate. Pictures (raw
 * parts of a content, or empty) stand before the first words of the person.
 */
void openai_messages_write(struct strbuf *out, const struct history *history,
			   struct slice pictures);

/* One message of text. */
void openai_message_write(struct strbuf *out, const char *role,
			  struct slice content);

#endif
