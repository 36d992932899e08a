#include "config.h"

#include "src/dashboard/hosts/dialect-jp8.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "proto/plugin-message.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/hosts/create.h"
#include "src/dashboard/hosts/follow.h"
#include "src/dashboard/hosts/host.h"
#include "src/dashboard/hosts/query.h"
#include "src/dashboard/hosts/tell.h"
#include "src/dashboard/hosts/tool-consent.h"

/*
 * jp 8 and newer: a query is answered when it is over, a lock shows who runs a
 * turn, and nothing is pushed.
 */

/* The request for the tools has its own id. */
#define TOOLS_ID     "tools"
#define TOOLS_PATH   "conversation.tools"
#define RELOAD_SINCE 10 /* protocol version */

static bool is_jp8(const struct hosts *hosts, int host)
{
	return hosts->list[host].dialect == DIALECT_JP8;
}

static bool is_ours(const struct conversation *conv)
{
	return conv->turn_active && !conv->elsewhere;
}

bool dialect_jp8_is_query(const struct hosts *hosts, int host,
			  const struct pending_request *request)
{
	return is_jp8(hosts, host) && request->type == PLUGIN_MESSAGE_QUERY;
}

size_t dialect_jp8_running(const struct hosts *hosts, int host)
{
	const struct pending *pending = &hosts->list[host].pending;
	size_t count = 0;

	for (size_t i = 0; i < pending->count; i++)
		count += dialect_jp8_is_query(hosts, host,
					      &pending->requests[i]);
	return count;
}

void dialect_jp8_read_tools(struct hosts *hosts, int host)
{
	struct host *h = &hosts->list[host];
	struct strbuf line = STRBUF_INIT;

	plugin_write_read_config(&line, TOOLS_ID, TOOLS_PATH,
				 h->init.version >= RELOAD_SINCE);
	host_send(hosts, host, &line, OUTBOX_NORMAL);
	strbuf_release(&line);
}

static void on_tools(struct hosts *hosts, int host,
		     const struct host_message *msg)
{
	struct host *h = &hosts->list[host];
	char *asking;

	free(h->asks);
	h->asks = NULL;
	if (msg->type != HOST_MESSAGE_CONFIG)
		return;
	asking = tool_consent_asking(msg->config);
	h->asks = asking ? asking : xstrdup("");
}

/* Changes of tools in a conversation override jp's files. */
static bool changes_tools(const struct conversation *conv)
{
	struct event_peek peek;
	struct json_member tools;

	for (size_t i = 0; i < conv->log.count; i++) {
		struct slice raw = event_log_raw(&conv->log, i);

		if (event_peek(&peek, raw) && peek.kind == EVENT_CONFIG_DELTA &&
		    (json_find_path(raw, &tools, "delta", "conversation",
				    "tools", NULL) ||
		     json_find_path(raw, &tools, "conversation", "tools",
				    NULL)))
			return true;
	}
	return false;
}

bool dialect_jp8_may_query(struct hosts *hosts, int host,
			   const struct conversation *conv, struct strbuf *err)
{
	const struct host *h = &hosts->list[host];

	/* Its turn already runs: the message is a reply to it. */
	if (conv && is_ours(conv))
		return true;
	if (!h->asks)
		strbuf_setf(err, _("not sent: it is not known whether a tool "
				   "of this jp would ask"));
	else if (*h->asks)
		strbuf_setf(err,
			    _("not sent: '%s' would ask unseen and read your "
			      "keys; use jp query"),
			    h->asks);
	else if (conv && changes_tools(conv))
		strbuf_setf(err, _("not sent: this conversation's own tools "
				   "may ask unseen; use jp query"));
	else
		return true;
	/* The user may change that, and try again. */
	dialect_jp8_read_tools(hosts, host);
	return false;
}

int dialect_jp8_send(struct hosts *hosts, struct subscription *sub,
		     struct slice text, struct slice schema)
{
	struct conversation *conv = sub->conv;
	int host = conv->host;
	struct strbuf line = STRBUF_INIT;
	int status;

	if (is_ours(conv))
		plugin_write_interrupt(&line,
				       host_ask(hosts, host,
						PLUGIN_MESSAGE_INTERRUPT,
						conv->id, QUERY_TAG_REPLY),
				       conv->id, "reply", text);
	else
		plugin_write_jp_query(&line,
				      host_ask(hosts, host,
					       PLUGIN_MESSAGE_QUERY, conv->id,
					       QUERY_TAG_NONE),
				      conv->id, text, schema);
	status = query_send(hosts, sub, &line);
	sub->stop_asked = false;
	/* The lock will show whether it was accepted. */
	follow_read(hosts, sub);
	return status;
}

void dialect_jp8_stop(struct hosts *hosts, struct subscription *sub)
{
	struct conversation *conv = sub->conv;
	const char *action = sub->stop_asked ? "abort" : "stop";
	struct strbuf line = STRBUF_INIT;

	plugin_write_interrupt(&line,
			       host_ask(hosts, conv->host,
					PLUGIN_MESSAGE_INTERRUPT, conv->id,
					QUERY_TAG_STOP),
			       conv->id, action, slice_of(NULL, 0));
	if (!host_send(hosts, conv->host, &line, OUTBOX_NORMAL))
		hosts_say(
			hosts, HOSTS_DIM, "%s",
			sub->stop_asked
				? _("aborting…")
				: _("stopping the query…; press again to abort it"));
	sub->stop_asked = true;
	strbuf_release(&line);
}

static void on_complete(struct hosts *hosts, struct subscription *sub)
{
	struct conversation *conv = sub->conv;

	query_taken(hosts, sub);
	if (sub->stop_asked)
		hosts_say(hosts, HOSTS_DIM, _("the query has ended"));
	sub->stop_asked = false;
	if (conv->turn_active)
		conversation_turn_ended(conv, hosts_wall_ms(hosts));
	follow_read(hosts, sub);
	hosts->list[conv->host].want_list = true;
	dialect_jp8_read_tools(hosts, conv->host);
	hosts_changed(hosts);
}

bool dialect_jp8_answer(struct hosts *hosts, int host,
			const struct host_message *msg,
			const struct pending_request *request)
{
	const char *id =
		msg->conversation ? msg->conversation : request->conversation;
	struct subscription *sub = id ? follow_find(hosts, host, id) : NULL;

	if (!is_jp8(hosts, host))
		return false;
	if (msg->id && !strcmp(msg->id, TOOLS_ID)) {
		on_tools(hosts, host, msg);
		return true;
	}
	switch (msg->type) {
	case HOST_MESSAGE_QUERY_COMPLETE:
		if (sub)
			on_complete(hosts, sub);
		return true;
	case HOST_MESSAGE_CREATED:
		if (id)
			create_done(hosts, host, id);
		return true;
	case HOST_MESSAGE_DONE:
		if (sub && request->tag == QUERY_TAG_REPLY)
			query_taken(hosts, sub);
		if (request->type == PLUGIN_MESSAGE_SET_TITLE ||
		    request->type == PLUGIN_MESSAGE_ARCHIVE_CONVERSATION)
			hosts->list[host].want_list = true;
		if (sub)
			follow_read(hosts, sub);
		return true;
	default:
		return false;
	}
}

/* Whether jp 8 has the conversation, and accepts changes to it. */
static bool may_change(const struct hosts *hosts,
		       const struct conversation *conv, struct strbuf *err)
{
	if (!host_may_send(hosts, err))
		return false;
	if (!is_jp8(hosts, conv->host))
		strbuf_setf(err, _("this host cannot do that"));
	return is_jp8(hosts, conv->host);
}

int dialect_jp8_new(struct hosts *hosts, int host, struct slice text,
		    struct strbuf *err)
{
	struct strbuf line = STRBUF_INIT;
	int ret;

	if (!dialect_jp8_may_query(hosts, host, NULL, err))
		return -1;
	plugin_write_jp_query(&line,
			      host_ask(hosts, host, PLUGIN_MESSAGE_QUERY, NULL,
				       QUERY_TAG_NONE),
			      NULL, text, slice_of(NULL, 0));
	ret = host_send(hosts, host, &line, OUTBOX_NORMAL);
	if (ret)
		strbuf_setf(err, _("nothing was sent"));
	strbuf_release(&line);
	return ret;
}

int hosts_set_title(struct hosts *hosts, struct conversation *conv,
		    struct slice title, struct strbuf *err)
{
	struct strbuf line = STRBUF_INIT;
	char *text;

	if (!may_change(hosts, conv, err))
		return -1;
	text = xmemdupz(title.ptr, title.len);
	plugin_write_set_title(&line,
			       host_ask(hosts, conv->host,
					PLUGIN_MESSAGE_SET_TITLE, conv->id,
					QUERY_TAG_NONE),
			       conv->id, text);
	host_send(hosts, conv->host, &line, OUTBOX_NORMAL);
	free(text);
	strbuf_release(&line);
	return 0;
}

int hosts_archive(struct hosts *hosts, struct conversation *conv,
		  struct strbuf *err)
{
	struct strbuf line = STRBUF_INIT;

	if (!may_change(hosts, conv, err))
		return -1;
	plugin_write_archive_conversation(
		&line,
		host_ask(hosts, conv->host, PLUGIN_MESSAGE_ARCHIVE_CONVERSATION,
			 conv->id, QUERY_TAG_NONE),
		conv->id);
	host_send(hosts, conv->host, &line, OUTBOX_NORMAL);
	strbuf_release(&line);
	return 0;
}
