#include "config.h"

#include "src/dashboard/hosts/create.h"

#include <stdlib.h>
#include <string.h>

#include "proto/plugin-message.h"
#include "src/base/i18n.h"
#include "src/base/message.h"
#include "src/base/xalloc.h"
#include "src/dashboard/hosts/dialect-jp8.h"
#include "src/dashboard/hosts/follow.h"
#include "src/dashboard/hosts/host.h"
#include "src/dashboard/hosts/tell.h"

/*
 * New conversations. jp 8 creates one by a query. On other hosts it is created,
 * which locks it for us, unlocked, and its first message is sent once it is
 * followed, so that nothing of the turn is missed. Until the host accepts the
 * message, it is the conversation's draft.
 */

void create_done(struct hosts *hosts, int host, const char *id)
{
	struct host *h = &hosts->list[host];
	struct conversation *conv = store_get_new(&hosts->store, host, id);
	char *message = h->first_message;

	h->first_message = NULL;
	if (message)
		conversation_call(conv, slice_str(message));
	hosts_tell(hosts, created, conv, message);
	h->want_list = true;
	/* No pane has it, for lack of room: follow it for the message. */
	if (message)
		follow_want(hosts, follow_get(hosts, conv), HOSTS_FULL);
	free(message);
}

static int create(struct hosts *hosts, int host, struct slice text,
		  struct strbuf *err)
{
	struct host *h = &hosts->list[host];
	struct strbuf line = STRBUF_INIT, title = STRBUF_INIT;
	int ret;

	if (!hosts_can(hosts, host, CAPABILITY_QUERY)) {
		strbuf_setf(err,
			    _("this host cannot send messages (start it with "
			      "--provider)"));
		return -1;
	}
	if (h->first_message) {
		strbuf_setf(err, _("a new conversation is being created"));
		return -1;
	}
	message_title_add(&title, text);
	plugin_write_create_conversation(
		&line,
		host_ask(hosts, host, PLUGIN_MESSAGE_CREATE_CONVERSATION, NULL,
			 0),
		title.len ? title.buf : NULL);
	ret = host_send(hosts, host, &line, OUTBOX_NORMAL);
	if (ret)
		strbuf_setf(err, _("nothing was sent"));
	else
		h->first_message = xmemdupz(text.ptr, text.len);
	strbuf_release(&title);
	strbuf_release(&line);
	return ret;
}

int hosts_create(struct hosts *hosts, int host, struct slice text,
		 struct strbuf *err)
{
	if (!host_may_send(hosts, err))
		return -1;
	if (hosts->list[host].gone) {
		strbuf_setf(err, _("this host is not connected"));
		return -1;
	}
	if (hosts->list[host].dialect == DIALECT_JP8)
		return dialect_jp8_new(hosts, host, text, err);
	return create(hosts, host, text, err);
}

void create_made(struct hosts *hosts, int host, const char *id)
{
	struct strbuf line = STRBUF_INIT;

	plugin_write_unlock(
		&line, host_ask(hosts, host, PLUGIN_MESSAGE_UNLOCK, id, 0), id);
	host_send(hosts, host, &line, OUTBOX_ALWAYS);
	strbuf_release(&line);
	create_done(hosts, host, id);
}

void create_refused(struct hosts *hosts, int host)
{
	free(hosts->list[host].first_message);
	hosts->list[host].first_message = NULL;
}
