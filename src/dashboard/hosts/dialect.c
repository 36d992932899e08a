#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "proto/plugin-message.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app-private.h"
#include "src/dashboard/hosts/query.h"

/*
 * How a host is followed. Today's jp knows protocol 1 and stops listening for
 * good when it gets a type that it does not know, but does not tell what it
 * knows. So the first subscription is a probe; where that is the end of jp's
 * ear, `jphost serve` on the same workspace takes its place, and the outcome
 * is remembered, so that the same jp is never asked again.
 */

#define PROBE_MS     2000 /* a jp that says nothing for so long is deaf */
#define POLL_BUSY_MS 1000
#define POLL_IDLE_MS 3000
#define JP8_VERSION  8
#define JP8_PROTOCOL 11 /* the newest that we know */

void app_surroundings(struct app *app, const char *jphost, bool parent_deaf)
{
	free(app->jphost);
	app->jphost = jphost ? xstrdup(jphost) : NULL;
	app->parent_deaf = parent_deaf;
}

static void grant(struct app_host *h)
{
	h->dialect = DIALECT_PUSHES;
	h->init.capabilities |= 1u << CAPABILITY_SUBSCRIBE |
				1u << CAPABILITY_RESPOND |
				1u << CAPABILITY_QUERY;
}

/* `jphost serve` on the workspace of the host that started us. */
static void start_sidecar(struct app *app)
{
	const struct host_message *init = &app->hosts[0].init;
	char **words = xcalloc(8, sizeof(*words));
	size_t n = 0;

	words[n++] = xstrdup(app->jphost);
	words[n++] = xstrdup("serve");
	words[n++] = xstrdup("-w");
	words[n++] = xstrdup(init->workspace_root);
	if (init->user_workspace) {
		words[n++] = xstrdup("--user-workspace");
		words[n++] = xstrdup(init->user_workspace);
	}
	app->sidecar = app_host_start(app, app->hosts[0].name, words);
}

/* Another one speaks for it, or it is read as it is. */
static enum dialect without_subscriptions(struct app *app)
{
	if (!app->jphost || !app->hosts[0].init.workspace_root)
		return DIALECT_POLLED;
	start_sidecar(app);
	return DIALECT_STANDBY;
}

static enum dialect dialect_of_parent(struct app *app)
{
	switch (app->options.live) {
	case LIVE_SIDECAR:
		return without_subscriptions(app);
	case LIVE_AUTO:
		if (app->parent_deaf)
			return without_subscriptions(app);
		/* Deaf it would be of no use at all. */
		if (app->jphost && app->hosts[0].init.workspace_root)
			return DIALECT_PROBED;
		break;
	case LIVE_SUBSCRIBE:
	case LIVE_POLL:
		break;
	}
	return DIALECT_POLLED;
}

static void say_ready(struct app *app, int host)
{
	const struct app_host *h = &app->hosts[host];
	struct strbuf line = STRBUF_INIT;

	if (h->dialect == DIALECT_JP8)
		plugin_write_ready_protocol(
			&line, h->init.version < JP8_PROTOCOL ? h->init.version
							      : JP8_PROTOCOL);
	else
		plugin_write_ready(&line);
	app_send(app, host, &line, OUTBOX_ALWAYS);
	strbuf_release(&line);
}

void app_dialect_decide(struct app *app, int host)
{
	struct app_host *h = &app->hosts[host];
	enum dialect dialect = DIALECT_POLLED;

	h->probe_ms = -1;
	h->list_ms = -1;
	/* A list or an export asks for what every protocol has, and is gone
	 * with the answer: nothing is subscribed to, so nothing is probed. */
	if (options_is_batch(&app->options) && h->init.version < JP8_VERSION) {
		dialect = DIALECT_POLLED;
	} else if (h->init.says_capabilities) {
		if (app_host_can(app, host, CAPABILITY_SUBSCRIBE))
			dialect = DIALECT_PUSHES;
	} else if (h->init.version >= JP8_VERSION) {
		dialect = DIALECT_JP8;
		h->init.capabilities |=
			1u << CAPABILITY_QUERY | 1u << CAPABILITY_CANCEL_QUERY;
	} else if (app->options.live == LIVE_SUBSCRIBE) {
		grant(h);
		dialect = DIALECT_PUSHES;
	} else if (!host) {
		dialect = dialect_of_parent(app);
	}
	h->dialect = dialect;
	say_ready(app, host);
	h->want_list = dialect != DIALECT_STANDBY;
}

bool app_dialect_polls(const struct app *app, int host)
{
	const struct app_host *h = &app->hosts[host];

	return h->dialect == DIALECT_POLLED || h->dialect == DIALECT_JP8;
}

bool app_host_is_deaf(const struct app *app, int host)
{
	return app->hosts[host].dialect == DIALECT_DEAF;
}

bool app_is_probing(const struct app *app)
{
	return app->host_count && !app->exiting && !app->hosts[0].gone &&
	       app->hosts[0].dialect == DIALECT_PROBED;
}

int app_main_host(const struct app *app)
{
	return app->sidecar >= 0 ? app->sidecar : 0;
}

/* What was seen of it is told by the sidecar from now on. */
static void stand_by(struct app *app, enum dialect dialect)
{
	app_forget_conversations(app, 0);
	app_host_drop_links(app, 0);
	app->hosts[0].dialect = dialect;
	app->hosts[0].want_list = false;
	app->started = false;
	app->dirty = true;
}

static void probe_failed(struct app *app)
{
	effect_add(&app->effects, EFFECT_LEARNED)->flag = true;
	stand_by(app, DIALECT_DEAF);
	start_sidecar(app);
	/* What it would still be told it cannot hear. */
	outbox_release(&app->hosts[0].outbox);
}

bool app_host_closed(struct app *app, int host, int64_t now_ms)
{
	app->now_ms = now_ms;
	if (!host && app->hosts[0].dialect == DIALECT_PROBED &&
	    app->hosts[0].probe_ms >= 0)
		probe_failed(app);
	return host || !app_host_is_deaf(app, 0);
}

bool app_dialect_holds(struct app *app, int host)
{
	struct app_host *h = &app->hosts[host];

	if (h->dialect != DIALECT_PROBED)
		return false;
	if (h->probe_ms >= 0 || !h->listed_once)
		return true;
	if (!h->work_count) {
		/* Nothing to subscribe to: it is not found out today. */
		stand_by(app, without_subscriptions(app));
		return true;
	}
	h->probe_ms = app->now_ms + PROBE_MS;
	app_link_probe(app, host);
	return true;
}

void app_dialect_answer(struct app *app, int host,
			enum plugin_message_type request)
{
	struct app_host *h = &app->hosts[host];

	if (request != PLUGIN_MESSAGE_SUBSCRIBE)
		return;
	if (h->dialect == DIALECT_PROBED) {
		/* Who refuses one knows what it is. */
		grant(h);
		app->dirty = true;
	} else if (h->dialect == DIALECT_DEAF) {
		/* It was slow, not deaf: the next time it is asked again. */
		effect_add(&app->effects, EFFECT_LEARNED);
	}
}

bool app_dialect_sidecar_failed(struct app *app, int host)
{
	struct app_host *parent = &app->hosts[0];

	if (host != app->sidecar || parent->dialect != DIALECT_STANDBY)
		return false;
	app->sidecar = -1;
	parent->dialect = DIALECT_POLLED;
	parent->want_list = true;
	app_say(app, FACE_ERROR,
		_("jphost cannot stand in for the host: what it tells may be "
		  "old"));
	app_pump(app, 0);
	return true;
}

bool app_dialect_events(struct app *app, struct link *link,
			const struct host_message *msg)
{
	struct conversation *conv = link->conv;
	bool changed;

	if (app->hosts[conv->host].dialect != DIALECT_JP8)
		return false;
	changed = conversation_set_lock(conv, msg->lock != LOCK_HOLDER_NOBODY,
					msg->lock == LOCK_HOLDER_ELSEWHERE,
					app_wall_ms(app));
	/* Our query holds it: the message was taken. */
	if (link->sending && msg->lock == LOCK_HOLDER_HERE) {
		query_taken(app, link);
		changed = true;
	}
	if (msg->title)
		changed |= conversation_set_title(conv, msg->title);
	return changed;
}

void app_dialect_was_read(struct app *app, struct link *link, bool changed)
{
	const struct conversation *conv = link->conv;

	if (app_dialect_polls(app, conv->host))
		link->poll_ms = app->now_ms + (changed || conv->turn_active
						       ? POLL_BUSY_MS
						       : POLL_IDLE_MS);
}

/* The link of a pane's conversation that is due by polling, or NULL. */
static struct link *polled_link(struct app *app, size_t pane)
{
	struct conversation *conv = app->panes[pane].conv;
	struct link *link;

	if (!conv || !app_dialect_polls(app, conv->host) ||
	    app->hosts[conv->host].gone)
		return NULL;
	link = app_link_by_id(app, conv->host, conv->id);
	return link && !link->reading && !link->want_read ? link : NULL;
}

static void poll_lists(struct app *app)
{
	for (size_t i = 0; i < app->host_count; i++) {
		struct app_host *h = &app->hosts[i];

		if (h->gone || !h->ready || !app_dialect_polls(app, (int)i) ||
		    h->listing || h->want_list)
			continue;
		if (h->list_ms < 0)
			h->list_ms = app->now_ms + POLL_IDLE_MS;
		if (app->now_ms < h->list_ms)
			continue;
		h->list_ms = -1;
		h->want_list = true;
	}
}

void app_dialect_tick(struct app *app)
{
	if (app_is_probing(app) && app->hosts[0].probe_ms >= 0 &&
	    app->now_ms >= app->hosts[0].probe_ms)
		probe_failed(app);
	for (size_t i = 0; i < app->pane_count; i++) {
		struct link *link = polled_link(app, i);

		if (link && app->now_ms >= link->poll_ms)
			app_link_read(app, link);
	}
	poll_lists(app);
}

int64_t app_dialect_wake_ms(const struct app *app)
{
	int64_t wake_ms = app_is_probing(app) ? app->hosts[0].probe_ms : -1;

	for (size_t i = 0; i < app->pane_count; i++) {
		/* Nothing is changed by looking. */
		const struct link *link = polled_link((struct app *)app, i);

		if (link)
			app_sooner(&wake_ms, link->poll_ms);
	}
	for (size_t i = 0; i < app->host_count; i++) {
		const struct app_host *h = &app->hosts[i];

		if (!h->gone && app_dialect_polls(app, (int)i) && !h->listing &&
		    !h->want_list)
			app_sooner(&wake_ms,
				   h->list_ms < 0 ? app->now_ms : h->list_ms);
	}
	return wake_ms;
}
