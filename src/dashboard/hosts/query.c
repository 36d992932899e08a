#include "config.h"

#include "src/dashboard/hosts/query.h"

#include <stdlib.h>

#include "proto/plugin-message.h"
#include "src/base/i18n.h"
#include "src/dashboard/app/app-private.h"
#include "src/dashboard/hosts/hosts.h"

static const char *ask(struct app *app, const struct conversation *conv,
		       enum plugin_message_type type)
{
	return pending_add(&app->hosts[conv->host].pending, type, conv->id, 0,
			   app->now_ms);
}

int hosts_query(struct app *app, struct conversation *conv, struct slice text,
		struct slice files, struct slice schema, struct strbuf *err)
{
	struct link *link = app_link(app, conv);
	const struct app_host *h = &app->hosts[conv->host];
	struct strbuf line = STRBUF_INIT;
	bool jp8 = h->dialect == DIALECT_JP8;

	if (h->gone || (!jp8 && !link->current[0])) {
		strbuf_setf(err, _("not connected to this conversation; the "
				   "draft stays"));
		return -1;
	}
	if (jp8 && schema.len && conv->turn_active) {
		strbuf_setf(err, _("a reply takes no schema; :detach takes it "
				   "off"));
		return -1;
	}
	if (jp8) {
		app_jp8_send(app, link, text, schema);
	} else {
		plugin_write_query(&line, ask(app, conv, PLUGIN_MESSAGE_QUERY),
				   conv->id, text, files, schema);
		link->sending =
			!app_send(app, conv->host, &line, OUTBOX_NORMAL);
	}
	strbuf_release(&line);
	return link->sending ? 0 : -1;
}

bool hosts_is_sending(const struct app *app, const struct conversation *conv)
{
	const struct link *link = app_link_by_id(app, conv->host, conv->id);

	return link && link->sending;
}

int hosts_cancel(struct app *app, struct conversation *conv, struct strbuf *err)
{
	struct strbuf line = STRBUF_INIT;

	if (!app_host_can(app, conv->host, CAPABILITY_CANCEL_QUERY)) {
		strbuf_setf(err, _("this host cannot cancel a query"));
		return -1;
	}
	if (!conv->turn_active) {
		app_say(app, FACE_DIM, _("no query is running here"));
		return 0;
	}
	if (app->hosts[conv->host].dialect == DIALECT_JP8) {
		app_jp8_stop(app, app_link(app, conv));
		return 0;
	}
	plugin_write_cancel_query(
		&line, ask(app, conv, PLUGIN_MESSAGE_CANCEL_QUERY), conv->id);
	if (!app_send(app, conv->host, &line, OUTBOX_NORMAL))
		app_say(app, FACE_DIM, _("asked the host to cancel the query"));
	strbuf_release(&line);
	return 0;
}

void query_taken(struct app *app, struct link *link)
{
	/* What was typed since it was taken is another message. */
	if (!link || !link->sending)
		return;
	link->sending = false;
	conversation_query_taken(link->conv);
	app_query_over(app, link->conv, HOSTS_TAKEN, NULL);
	app->dirty = true;
}

void query_failed(struct app *app, struct link *link, enum hosts_outcome how,
		  const char *why)
{
	if (!link->sending)
		return;
	link->sending = false;
	app_query_over(app, link->conv, how, why);
}
