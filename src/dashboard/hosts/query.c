#include "config.h"

#include "src/dashboard/hosts/query.h"

#include <stdio.h>
#include <stdlib.h>

#include "proto/plugin-message.h"
#include "src/base/i18n.h"
#include "src/dashboard/hosts/dialect-jp8.h"
#include "src/dashboard/hosts/follow.h"
#include "src/dashboard/hosts/host.h"
#include "src/dashboard/hosts/tell.h"

int query_send(struct hosts *hosts, struct subscription *sub,
	       struct strbuf *line)
{
	struct conversation *conv = sub->conv;

	sub->sending = !host_send(hosts, conv->host, line, OUTBOX_NORMAL);
	strbuf_release(line);
	if (sub->sending)
		conversation_query_sent(conv, hosts_wall_ms(hosts));
	return sub->sending ? 0 : -1;
}

int hosts_query(struct hosts *hosts, struct conversation *conv,
		struct slice text, struct slice files, struct slice schema,
		struct strbuf *err)
{
	struct subscription *sub = follow_get(hosts, conv);
	const struct host *h = &hosts->list[conv->host];
	struct strbuf line = STRBUF_INIT;
	bool jp8 = h->dialect == DIALECT_JP8;

	if (!host_may_send(hosts, err))
		return -1;
	if (h->gone || (!jp8 && !sub->current[0])) {
		strbuf_setf(err, _("not connected to this conversation; the "
				   "draft stays"));
		return -1;
	}
	if (jp8 && schema.len && conv->turn_active) {
		strbuf_setf(
			err,
			_("a reply cannot have a schema; :detach removes it"));
		return -1;
	}
	if (jp8 && !dialect_jp8_may_query(hosts, conv->host, conv, err))
		return -1;
	if (jp8)
		return dialect_jp8_send(hosts, sub, text, schema);
	plugin_write_query(
		&line,
		host_ask(hosts, conv->host, PLUGIN_MESSAGE_QUERY, conv->id, 0),
		conv->id, text, files, schema);
	return query_send(hosts, sub, &line);
}

bool hosts_is_sending(const struct hosts *hosts,
		      const struct conversation *conv)
{
	const struct subscription *sub =
		follow_find(hosts, conv->host, conv->id);

	return sub && sub->sending;
}

size_t hosts_running(const struct hosts *hosts, int host)
{
	size_t count = 0;

	for (size_t i = 0; i < hosts->store.count; i++) {
		const struct conversation *conv = hosts->store.conversations[i];

		count += conv->ours && conv->turn_active && !conv->elsewhere &&
			 !hosts->list[conv->host].gone &&
			 (host < 0 || conv->host == host);
	}
	return count;
}

int hosts_cancel(struct hosts *hosts, struct conversation *conv,
		 struct strbuf *err)
{
	struct strbuf line = STRBUF_INIT;

	if (!host_may_send(hosts, err))
		return -1;
	if (!hosts_can(hosts, conv->host, CAPABILITY_CANCEL_QUERY)) {
		strbuf_setf(err, _("this host cannot cancel a query"));
		return -1;
	}
	if (!conv->turn_active) {
		hosts_say(hosts, HOSTS_DIM, _("no query is running here"));
		return 0;
	}
	if (hosts->list[conv->host].dialect == DIALECT_JP8) {
		dialect_jp8_stop(hosts, follow_get(hosts, conv));
		return 0;
	}
	plugin_write_cancel_query(&line,
				  host_ask(hosts, conv->host,
					   PLUGIN_MESSAGE_CANCEL_QUERY,
					   conv->id, 0),
				  conv->id);
	if (!host_send(hosts, conv->host, &line, OUTBOX_NORMAL)) {
		follow_get(hosts, conv)->cancelling = true;
		hosts_say(hosts, HOSTS_DIM, _("cancelling…"));
	}
	strbuf_release(&line);
	return 0;
}

void query_taken(struct hosts *hosts, struct subscription *sub)
{
	/* Text typed since it was accepted is a new message. */
	if (!sub || !sub->sending)
		return;
	sub->sending = false;
	conversation_query_taken(sub->conv);
	hosts_tell(hosts, query, sub->conv, HOSTS_TAKEN, NULL);
	hosts_changed(hosts);
}

void query_started(struct hosts *hosts, struct subscription *sub,
		   const char *id)
{
	if (sub)
		snprintf(sub->query_id, sizeof(sub->query_id), "%s",
			 id ? id : "");
	query_taken(hosts, sub);
}

void query_failed(struct hosts *hosts, struct subscription *sub,
		  enum hosts_outcome how, const char *why)
{
	if (!sub->sending)
		return;
	sub->sending = false;
	conversation_query_failed(sub->conv);
	hosts_tell(hosts, query, sub->conv, how, why);
}
