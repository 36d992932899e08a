#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "proto/plugin-message.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app-private.h"
#include "src/dashboard/hosts/hosts.h"
#include "src/dashboard/hosts/query.h"

/*
 * jp 8 and newer: its queries are answered when they are over, it tells by a
 * lock who runs a turn, and pushes nothing.
 */

/* What a request was for: pending_request's tag. */
enum { TAG_NONE, TAG_REPLY, TAG_STOP };

static bool is_jp8(const struct app *app, int host)
{
	return app->hosts[host].dialect == DIALECT_JP8;
}

bool app_jp8_is_query(const struct app *app, int host,
		      const struct pending_request *request)
{
	return is_jp8(app, host) && request->type == PLUGIN_MESSAGE_QUERY;
}

size_t app_jp8_running(const struct app *app, int host)
{
	const struct pending *pending = &app->hosts[host].pending;
	size_t count = 0;

	for (size_t i = 0; i < pending->count; i++)
		count += app_jp8_is_query(app, host, &pending->requests[i]);
	return count;
}

static const char *ask(struct app *app, int host, enum plugin_message_type type,
		       const char *conversation, uint64_t tag)
{
	return pending_add(&app->hosts[host].pending, type, conversation, tag,
			   app->now_ms);
}

static bool is_ours(const struct conversation *conv)
{
	return conv->turn_active && !conv->elsewhere;
}

void app_jp8_send(struct app *app, struct link *link, struct slice text,
		  struct slice schema)
{
	struct conversation *conv = link->conv;
	int host = conv->host;
	struct strbuf line = STRBUF_INIT;

	if (is_ours(conv))
		plugin_write_interrupt(&line,
				       ask(app, host, PLUGIN_MESSAGE_INTERRUPT,
					   conv->id, TAG_REPLY),
				       conv->id, "reply", text);
	else
		plugin_write_jp_query(&line,
				      ask(app, host, PLUGIN_MESSAGE_QUERY,
					  conv->id, TAG_NONE),
				      conv->id, text, schema);
	link->sending = !app_send(app, host, &line, OUTBOX_NORMAL);
	link->stop_asked = false;
	/* The lock tells that it was taken. */
	app_link_read(app, link);
	strbuf_release(&line);
}

void app_jp8_stop(struct app *app, struct link *link)
{
	struct conversation *conv = link->conv;
	const char *action = link->stop_asked ? "abort" : "stop";
	struct strbuf line = STRBUF_INIT;

	plugin_write_interrupt(&line,
			       ask(app, conv->host, PLUGIN_MESSAGE_INTERRUPT,
				   conv->id, TAG_STOP),
			       conv->id, action, slice_of(NULL, 0));
	if (!app_send(app, conv->host, &line, OUTBOX_NORMAL))
		app_say(app, FACE_DIM, "%s",
			link->stop_asked
				? _("asked the host to abort the query")
				: _("asked the host to stop the query; once "
				    "more aborts it"));
	link->stop_asked = true;
	strbuf_release(&line);
}

static void on_complete(struct app *app, struct link *link)
{
	struct conversation *conv = link->conv;

	query_taken(app, link);
	link->stop_asked = false;
	if (conv->turn_active)
		conversation_turn_ended(conv, app_wall_ms(app));
	app_link_read(app, link);
	app->hosts[conv->host].want_list = true;
	app->dirty = true;
}

bool app_jp8_answer(struct app *app, int host, const struct host_message *msg,
		    const struct pending_request *request)
{
	const char *id =
		msg->conversation ? msg->conversation : request->conversation;
	struct link *link = id ? app_link_by_id(app, host, id) : NULL;

	if (!is_jp8(app, host))
		return false;
	switch (msg->type) {
	case HOST_MESSAGE_QUERY_COMPLETE:
		if (link)
			on_complete(app, link);
		return true;
	case HOST_MESSAGE_CREATED:
		if (id)
			create_done(app, host, id);
		return true;
	case HOST_MESSAGE_DONE:
		if (link && request->tag == TAG_REPLY)
			query_taken(app, link);
		if (request->type == PLUGIN_MESSAGE_SET_TITLE ||
		    request->type == PLUGIN_MESSAGE_ARCHIVE_CONVERSATION)
			app->hosts[host].want_list = true;
		if (link)
			app_link_read(app, link);
		return true;
	default:
		return false;
	}
}

/* Whether jp 8 has it, and may be told something of it. */
static bool may_change(const struct app *app, const struct conversation *conv,
		       struct strbuf *err)
{
	if (app->options.read_only)
		strbuf_setf(err, _("read-only: nothing is sent"));
	else if (!is_jp8(app, conv->host))
		strbuf_setf(err, _("this host cannot do that"));
	else
		return true;
	return false;
}

int app_jp8_new(struct app *app, int host, struct slice text,
		struct strbuf *err)
{
	struct strbuf line = STRBUF_INIT;
	int ret;

	plugin_write_jp_query(
		&line, ask(app, host, PLUGIN_MESSAGE_QUERY, NULL, TAG_NONE),
		NULL, text, slice_of(NULL, 0));
	ret = app_send(app, host, &line, OUTBOX_NORMAL);
	if (ret)
		strbuf_setf(err, _("nothing was sent"));
	strbuf_release(&line);
	return ret;
}

int hosts_set_title(struct app *app, struct conversation *conv,
		    struct slice title, struct strbuf *err)
{
	struct strbuf line = STRBUF_INIT;
	char *text;

	if (!may_change(app, conv, err))
		return -1;
	text = xmemdupz(title.ptr, title.len);
	plugin_write_set_title(&line,
			       ask(app, conv->host, PLUGIN_MESSAGE_SET_TITLE,
				   conv->id, TAG_NONE),
			       conv->id, text);
	app_send(app, conv->host, &line, OUTBOX_NORMAL);
	free(text);
	strbuf_release(&line);
	return 0;
}

int hosts_archive(struct app *app, struct conversation *conv,
		  struct strbuf *err)
{
	struct strbuf line = STRBUF_INIT;

	if (!may_change(app, conv, err))
		return -1;
	plugin_write_archive_conversation(
		&line,
		ask(app, conv->host, PLUGIN_MESSAGE_ARCHIVE_CONVERSATION,
		    conv->id, TAG_NONE),
		conv->id);
	app_send(app, conv->host, &line, OUTBOX_NORMAL);
	strbuf_release(&line);
	return 0;
}
