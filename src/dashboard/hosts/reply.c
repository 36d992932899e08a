#include "config.h"

#include "src/dashboard/hosts/reply.h"

#include "proto/plugin-message.h"
#include "src/dashboard/hosts/follow.h"
#include "src/dashboard/hosts/host.h"
#include "src/dashboard/hosts/query.h"
#include "src/dashboard/hosts/tell.h"

bool reply_is_taken(const struct hosts *hosts, const struct conversation *conv)
{
	const struct host *h = &hosts->list[conv->host];

	return conv->turn_active && !conv->elsewhere && !h->gone &&
	       (h->dialect == DIALECT_JP8 ||
		hosts_can(hosts, conv->host, CAPABILITY_INTERRUPT));
}

int reply_send(struct hosts *hosts, struct conversation *conv,
	       struct slice text, struct strbuf *err)
{
	const struct slice none = slice_of(NULL, 0);
	struct strbuf line = STRBUF_INIT;

	if (hosts->list[conv->host].dialect == DIALECT_JP8)
		return hosts_query(hosts, conv, text, none, none, err);
	if (!host_may_send(hosts, err))
		return -1;
	plugin_write_interrupt(&line,
			       host_ask(hosts, conv->host,
					PLUGIN_MESSAGE_INTERRUPT, conv->id,
					QUERY_TAG_REPLY),
			       conv->id, "reply", text);
	return query_send(hosts, follow_get(hosts, conv), &line);
}

bool reply_may_be_query(const struct hosts *hosts,
			const struct conversation *conv)
{
	const struct subscription *sub =
		follow_find(hosts, conv->host, conv->id);
	const struct host *h = &hosts->list[conv->host];

	return sub && !h->gone && !sub->sending && !conv->turn_active &&
	       !conv->expected &&
	       (h->dialect == DIALECT_JP8 || sub->current[0]);
}
