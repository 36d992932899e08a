#ifndef JPD_PROVIDER_OPENAI_MESSAGES_H
#define JPD_PROVIDER_OPENAI_MESSAGES_H

#include "src/base/strbuf.h"
#include "src/jphost/workspace/workspace.h"

/*
 * Write a conversation as messages, each with a comma before it unless `out`
 * ends with '['. The protocol requires an answer's calls in one message, after
 * its text, followed by one message for each result. Strict models require the
 * roles of user and model to alternate. Pictures (raw content parts, or empty)
 * are put before the user's first text.
 */
void openai_messages_write(struct strbuf *out, const struct history *history,
			   struct slice pictures);

/* Write one text message. */
void openai_message_write(struct strbuf *out, const char *role,
			  struct slice content);

#endif
