#ifndef JPD_PROVIDER_PROVIDER_OPENAI_H
#define JPD_PROVIDER_PROVIDER_OPENAI_H

#include "src/jphost/provider/provider.h"

/*
 * A model behind an endpoint with OpenAI's chat completions API:
 * `base_url`/chat/completions, streamed. The key is $OPENAI_API_KEY, if set; it
 * is sent in the request's header and nowhere else. The messages are the stored
 * conversation, which is read again for each request.
 */
struct provider *provider_openai_open(const char *base_url,
				      const struct provider_options *options,
				      struct strbuf *err);

#endif
