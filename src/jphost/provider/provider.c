#include "config.h"

#include "src/jphost/provider/provider.h"

#include <string.h>

#include "src/base/url.h"
#include "src/jphost/provider/provider-openai.h"
#include "src/jphost/provider/provider-replay.h"

struct provider *provider_open(const char *name,
			       const struct provider_options *options,
			       struct strbuf *err)
{
	const char *rest = name ? strchr(name, ':') : NULL;
	struct slice kind = slice_of(name, rest ? (size_t)(rest - name) : 0);

	if (slice_is(kind, "replay"))
		return provider_replay_open(rest + 1, err);
	if (slice_is(kind, "openai"))
		return provider_openai_open(rest + 1, options, err);
	strbuf_setf(err,
		    "unknown provider '%s': it is replay:FILE or openai:URL",
		    name ? name : "");
	/* It may be a URL, with a password. */
	url_hide_logins(err->buf);
	return NULL;
}

void provider_free(struct provider *provider)
{
	if (provider)
		provider->ops->free(provider);
}

void provider_next(struct provider *provider, int64_t now_ms,
		   struct provider_item *item)
{
	provider->ops->next(provider, now_ms, item);
}

void provider_interrupt(struct provider *provider)
{
	provider->ops->interrupt(provider);
}

size_t provider_poll(const struct provider *provider, struct pollfd *fds,
		     size_t max)
{
	return provider->ops->poll ? provider->ops->poll(provider, fds, max)
				   : 0;
}

void provider_ready(struct provider *provider, const struct pollfd *fds,
		    size_t count, int64_t now_ms)
{
	if (provider->ops->ready)
		provider->ops->ready(provider, fds, count, now_ms);
}
