#ifndef JPD_PROVIDER_OPENAI_REQUEST_H
#define JPD_PROVIDER_OPENAI_REQUEST_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/config/config-attachment.h"
#include "src/jphost/workspace/workspace.h"

/* The contents of a chat completion request. */
struct openai_request {
	const char *model;
	struct slice config; /* jp's: system prompt, parameters, tools */
	struct slice schema; /* raw object, or empty */
	/* Follows the system prompt; NULL: none. */
	const struct config_attachments *attached;
};

/* Write the body, with the conversation so far as its messages. */
void openai_request_write(struct strbuf *out,
			  const struct openai_request *request,
			  const struct history *history);

#endif
