#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "proto/plugin-message.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app-private.h"
#include "src/dashboard/hosts/hosts.h"
#include "src/dashboard/hosts/push.h"

/*
 * Writing to a conversation without a turn (RFD 072): lock, push_events,
 * unlock. What is not locked by the person is locked for the push alone.
 */

static const char *ask(struct app *app, const struct link *link,
		       enum plugin_message_type type)
{
	return pending_add(&app->hosts[link->conv->host].pending, type,
			   link->conv->id, 0, app->now_ms);
}

/* Where it can be locked; or NULL. */
static struct link *writable(struct app *app, const struct conversation *conv,
			     struct strbuf *err)
{
	if (app->options.read_only)
		strbuf_setf(err, _("read-only: nothing is sent"));
	else if (!app_host_can(app, conv->host, CAPABILITY_LOCK))
		strbuf_setf(err, _("this host locks no conversations for us"));
	else if (app->hosts[conv->host].gone)
		strbuf_setf(err, _("this host is not connected"));
	else
		return app_link(app, conv);
	return NULL;
}

static void send_lock(struct app *app, struct link *link)
{
	struct strbuf line = STRBUF_INIT;

	plugin_write_lock(&line, ask(app, link, PLUGIN_MESSAGE_LOCK),
			  link->conv->id);
	if (!app_send(app, link->conv->host, &line, OUTBOX_NORMAL))
		link->lock.state = LOCK_ASKED;
	strbuf_release(&line);
}

static void send_unlock(struct app *app, struct link *link)
{
	struct strbuf line = STRBUF_INIT;

	plugin_write_unlock(&line, ask(app, link, PLUGIN_MESSAGE_UNLOCK),
			    link->conv->id);
	app_send(app, link->conv->host, &line, OUTBOX_ALWAYS);
	link->lock.state = LOCK_LEAVING;
	link->lock.kept = false;
	strbuf_release(&line);
}

int hosts_lock(struct app *app, struct conversation *conv, struct strbuf *err)
{
	struct link *link = writable(app, conv, err);

	if (!link)
		return -1;
	if (link->lock.kept) {
		strbuf_setf(err, _("it is locked by us already"));
		return -1;
	}
	link->lock.kept = true;
	if (link->lock.state == LOCK_NONE)
		send_lock(app, link);
	return 0;
}

int hosts_unlock(struct app *app, struct conversation *conv, struct strbuf *err)
{
	struct link *link = app_link(app, conv);

	if (link->lock.state != LOCK_HELD) {
		strbuf_setf(err, _("it is not locked by us"));
		return -1;
	}
	send_unlock(app, link);
	return 0;
}

bool hosts_is_locked(const struct app *app, const struct conversation *conv)
{
	const struct link *link = app_link_by_id(app, conv->host, conv->id);

	return link && link->lock.state == LOCK_HELD;
}

int hosts_may_push(struct app *app, struct conversation *conv,
		   struct strbuf *err)
{
	struct link *link = writable(app, conv, err);

	if (!link)
		return -1;
	if (link->lock.events) {
		strbuf_setf(err, _("the last events are on their way"));
		return -1;
	}
	return 0;
}

/* One object a line, as an array. -1 with the line that is none. */
static int join_lines(struct strbuf *out, struct slice text, size_t *line,
		      struct strbuf *err)
{
	strbuf_addch(out, '[');
	for (*line = 1; text.len; ++*line) {
		struct slice one = slice_trim(slice_take_line(&text));

		if (!one.len)
			continue;
		if (json_check(one, NULL, err))
			return -1;
		if (out->len > 1)
			strbuf_addch(out, ',');
		strbuf_addslice(out, one);
	}
	strbuf_addch(out, ']');
	return 0;
}

static void send_events(struct app *app, struct link *link)
{
	struct strbuf line = STRBUF_INIT;

	plugin_write_push_events(&line,
				 ask(app, link, PLUGIN_MESSAGE_PUSH_EVENTS),
				 link->conv->id, slice_str(link->lock.events));
	if (app_send(app, link->conv->host, &line, OUTBOX_NORMAL))
		app_push_refused(app, link, true);
	strbuf_release(&line);
}

int hosts_push(struct app *app, struct conversation *conv, struct slice text,
	       struct strbuf *err)
{
	struct link *link = app_link(app, conv);
	struct strbuf array = STRBUF_INIT, why = STRBUF_INIT;
	size_t line = 0;
	int ret = -1;

	if (!json_check(text, NULL, &why) && json_type_of(text) == JSON_ARRAY) {
		json_write_compact(&array, text);
	} else if (join_lines(&array, text, &line, &why)) {
		strbuf_setf(err,
			    _("neither an array of events nor one a line: line "
			      "%zu: %s"),
			    line, why.buf);
		goto out;
	}
	ret = 0;
	free(link->lock.events);
	link->lock.events = strbuf_detach(&array);
	if (link->lock.state == LOCK_HELD)
		send_events(app, link);
	else if (link->lock.state == LOCK_NONE)
		send_lock(app, link);
out:
	strbuf_release(&array);
	strbuf_release(&why);
	return ret;
}

void app_push_locked(struct app *app, struct link *link)
{
	link->lock.state = LOCK_HELD;
	app->dirty = true;
	if (link->lock.events)
		send_events(app, link);
	else if (!link->lock.kept)
		send_unlock(app, link);
	else
		app_say(app, FACE_DIM, _("locked; :unlock lets it go"));
}

void app_push_unlocked(struct app *app, struct link *link)
{
	/* Of a new conversation it is nobody's news. */
	if (link->lock.state != LOCK_LEAVING)
		return;
	link->lock.state = LOCK_NONE;
	app->dirty = true;
	/* What was asked for meanwhile. */
	if (link->lock.events || link->lock.kept)
		send_lock(app, link);
}

static void forget_events(struct app *app, struct link *link)
{
	free(link->lock.events);
	link->lock.events = NULL;
	if (link->lock.state == LOCK_HELD && !link->lock.kept)
		send_unlock(app, link);
}

void app_push_done(struct app *app, struct link *link, int64_t count)
{
	size_t n = count > 0 ? (size_t)count : 0;

	app_say(app, FACE_DIM,
		Q_("%zu event was added", "%zu events were added", n), n);
	forget_events(app, link);
	app_link_read(app, link);
}

void app_push_refused(struct app *app, struct link *link, bool push)
{
	if (!push) {
		link->lock.state = LOCK_NONE;
		link->lock.kept = false;
	}
	forget_events(app, link);
}

void app_push_unlock_all(struct app *app)
{
	for (size_t i = 0; i < app->host_count; i++) {
		const struct strmap_entry *entry;
		size_t pos = 0;

		while ((entry = strmap_next(&app->hosts[i].links, &pos))) {
			struct link *link = entry->value;

			if (link->lock.state == LOCK_HELD ||
			    link->lock.state == LOCK_ASKED)
				send_unlock(app, link);
		}
	}
}
