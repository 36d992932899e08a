#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "proto/plugin-message.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app-private.h"
#include "src/dashboard/hosts/hosts.h"

/*
 * New conversations. jp 8 makes one of a query; else it is made, which locks
 * it for us, unlocked, and its first message sent as soon as it is followed,
 * so that nothing of the turn is missed. Until the host took it the message is
 * the conversation's draft.
 */

void create_done(struct app *app, int host, const char *id)
{
	struct app_host *h = &app->hosts[host];
	struct conversation *conv = store_get_new(&app->store, host, id);
	char *message = h->first_message;

	h->first_message = NULL;
	app_created(app, conv, message);
	h->want_list = true;
	/* In no pane, for there was no room: it is followed for this. */
	if (message)
		app_link_want(app, app_link(app, conv), LINK_FULL);
	free(message);
}

static int create(struct app *app, int host, struct slice text,
		  struct strbuf *err)
{
	struct app_host *h = &app->hosts[host];
	struct strbuf line = STRBUF_INIT;
	int ret;

	if (!app_host_can(app, host, CAPABILITY_QUERY)) {
		strbuf_setf(err, _("this host takes no messages"));
		return -1;
	}
	if (h->first_message) {
		strbuf_setf(err, _("a new conversation is on its way"));
		return -1;
	}
	plugin_write_create_conversation(
		&line,
		pending_add(&h->pending, PLUGIN_MESSAGE_CREATE_CONVERSATION,
			    NULL, 0, app->now_ms),
		NULL);
	ret = app_send(app, host, &line, OUTBOX_NORMAL);
	if (ret)
		strbuf_setf(err, _("nothing was sent"));
	else
		h->first_message = xmemdupz(text.ptr, text.len);
	strbuf_release(&line);
	return ret;
}

int hosts_create(struct app *app, int host, struct slice text,
		 struct strbuf *err)
{
	if (app->options.read_only) {
		strbuf_setf(err, _("read-only: nothing is sent"));
		return -1;
	}
	if (app->hosts[host].gone) {
		strbuf_setf(err, _("this host is not connected"));
		return -1;
	}
	if (app->hosts[host].dialect == DIALECT_JP8)
		return app_jp8_new(app, host, text, err);
	return create(app, host, text, err);
}

void app_new_created(struct app *app, int host, const char *id)
{
	struct app_host *h = &app->hosts[host];
	struct strbuf line = STRBUF_INIT;

	plugin_write_unlock(&line,
			    pending_add(&h->pending, PLUGIN_MESSAGE_UNLOCK, id,
					0, app->now_ms),
			    id);
	app_send(app, host, &line, OUTBOX_ALWAYS);
	strbuf_release(&line);
	create_done(app, host, id);
}

void app_new_refused(struct app *app, int host)
{
	free(app->hosts[host].first_message);
	app->hosts[host].first_message = NULL;
}
