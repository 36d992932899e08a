#ifndef JPD_PROVIDER_OPENAI_REQUEST_H
#define JPD_PROVIDER_OPENAI_REQUEST_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/config/config-attachment.h"
#include "src/jphost/workspace/workspace.h"

/* What a server refused in a request, and is asked without. */
struct openai_dialect {
	bool no_stream_options;
	bool completion_tokens; /* instead of max_tokens */
};

/* The contents of a chat completion request. */
struct openai_request {
	struct openai_dialect dialect;
	const char *model;
	struct slice config; /* jp's: system prompt, parameters, tools */
	struct slice schema; /* raw object, or empty */
	/* Follows the system prompt; NULL: none. */
	const struct config_attachments *attached;
};

/*
 * Learn from the words of an error that a member of the request is to be left
 * out or renamed. A sentence that says so, or NULL if it is not that, or is
 * known already.
 */
const char *openai_dialect_learn(struct openai_dialect *dialect,
				 struct slice words);

/* Write the body, with the conversation so far as its messages. */
void openai_request_write(struct strbuf *out,
			  const struct openai_request *request,
			  const struct history *history);

#endif
