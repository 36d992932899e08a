#ifndef JPD_PROVIDER_PROVIDER_OPENAI_H
#define JPD_PROVIDER_PROVIDER_OPENAI_H

#include "src/jphost/provider/provider.h"

/*
 * A model behind an endpoint that speaks OpenAI's chat completions:
 * `base_url`/chat/completions, streamed. The key is $OPENAI_API_KEY, if it
 * is set; it goes into the request's header and nowhere else. The messages
 * are the conversation as it is stored, read for each request.
 */
struct provider *provider_openai_open(const char *base_url,
				      const struct provider_options *options,
				      struct strbuf *err);

#endif
