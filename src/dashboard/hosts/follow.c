#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/plugin-message.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app-private.h"

struct link *app_link_by_id(const struct app *app, int host, const char *id)
{
	return strmap_get(&app->hosts[host].links, slice_str(id));
}

struct link *app_link(struct app *app, const struct conversation *conv)
{
	struct app_host *h = &app->hosts[conv->host];
	struct link *link = app_link_by_id(app, conv->host, conv->id);

	if (link)
		return link;
	link = xcalloc(1, sizeof(*link));
	link->conv = store_get(&app->store, conv->host, conv->id);
	strmap_put(&h->links, slice_str(conv->id), link);
	return link;
}

void app_link_free(struct link *link)
{
	if (!link)
		return;
	free(link->lock.events);
	free(link);
}

void app_link_queue(struct app *app, struct link *link)
{
	struct app_host *h = &app->hosts[link->conv->host];

	if (link->queued)
		return;
	link->queued = true;
	ALLOC_GROW(h->work, h->work_count + 1, h->work_cap);
	h->work[h->work_count++] = link;
}

void app_link_want(struct app *app, struct link *link, enum link_want want)
{
	if (link->want == want)
		return;
	link->want = want;
	app_link_queue(app, link);
}

void app_link_read(struct app *app, struct link *link)
{
	link->want_read = true;
	app_link_queue(app, link);
}

void app_link_peek(struct app *app, struct link *link)
{
	link->want_peek = true;
	app_link_queue(app, link);
}

/* D18's own types, then those that the host lists. */
static size_t watch_filter(const struct app *app, int host,
			   enum event_kind *events)
{
	static const enum event_kind always[] = {
		EVENT_TOOL_CALL_REQUEST, EVENT_TOOL_CALL_RESPONSE,
		EVENT_INQUIRY_REQUEST,   EVENT_INQUIRY_RESPONSE,
		EVENT_TURN_START,        EVENT_QUERY_COMPLETE,
	};
	static const struct {
		enum capability cap;
		enum event_kind kind;
	} listed[] = {
		{ CAPABILITY_WITHDRAW, EVENT_PROMPT_CLOSED },
		{ CAPABILITY_STATUS, EVENT_CONVERSATION_STATUS },
		{ CAPABILITY_NOTICE, EVENT_NOTICE },
	};
	size_t count = 0;

	for (size_t i = 0; i < ARRAY_SIZE(always); i++)
		events[count++] = always[i];
	for (size_t i = 0; i < ARRAY_SIZE(listed); i++) {
		if (app_host_can(app, host, listed[i].cap))
			events[count++] = listed[i].kind;
	}
	return count;
}

static void send_subscribe(struct app *app, struct link *link)
{
	struct conversation *conv = link->conv;
	struct app_host *h = &app->hosts[conv->host];
	enum event_kind events[16];
	size_t count = 0;
	struct strbuf line = STRBUF_INIT;
	const char *id;

	snprintf(link->next, sizeof(link->next), "s%llu",
		 (unsigned long long)++h->last_sub);
	link->next_have = link->want;
	strmap_put(&h->subs, slice_str(link->next), link);
	if (link->want == LINK_WATCH)
		count = watch_filter(app, conv->host, events);
	id = pending_add(&h->pending, PLUGIN_MESSAGE_SUBSCRIBE, conv->id,
			 (uintptr_t)link, app->now_ms);
	plugin_write_subscribe(&line, id, link->next, conv->id, events, count);
	app_send(app, conv->host, &line, OUTBOX_NORMAL);
	strbuf_release(&line);
}

static void send_unsubscribe(struct app *app, struct link *link)
{
	struct app_host *h = &app->hosts[link->conv->host];
	struct strbuf line = STRBUF_INIT;
	const char *id;

	if (link->current[0]) {
		id = pending_add(&h->pending, PLUGIN_MESSAGE_UNSUBSCRIBE, NULL,
				 0, app->now_ms);
		plugin_write_unsubscribe(&line, id, link->current);
		app_send(app, link->conv->host, &line, OUTBOX_NORMAL);
	}
	link->current[0] = '\0';
	link->have = LINK_NONE;
	strbuf_release(&line);
}

static void send_read(struct app *app, struct link *link)
{
	struct conversation *conv = link->conv;
	struct app_host *h = &app->hosts[conv->host];
	struct strbuf line = STRBUF_INIT;
	const char *id = pending_add(&h->pending, PLUGIN_MESSAGE_READ_EVENTS,
				     conv->id, (uintptr_t)link, app->now_ms);

	link->want_read = link->want_peek = false;
	link->reading = true;
	plugin_write_read_events(&line, id, conv->id);
	app_send(app, conv->host, &line, OUTBOX_NORMAL);
	strbuf_release(&line);
}

/* A host without subscriptions can only be read. */
static void follow_without_subscription(struct app *app, struct link *link)
{
	if (link->want == LINK_FULL)
		app_link_read(app, link);
	link->have = link->want;
}

/* Ask the next thing that this link wants; false where there is none. */
static bool step(struct app *app, struct link *link)
{
	if (link->next[0])
		return false; /* the answer puts it into the queue again */
	if (link->want != link->have) {
		if (!app_host_can(app, link->conv->host, CAPABILITY_SUBSCRIBE))
			follow_without_subscription(app, link);
		else if (link->want == LINK_NONE)
			send_unsubscribe(app, link);
		else
			send_subscribe(app, link);
		return true;
	}
	if (((link->want_read && link->want == LINK_FULL) || link->want_peek) &&
	    !link->reading) {
		send_read(app, link);
		return true;
	}
	return false;
}

/* Conversations in panes come before those that are only watched. */
static struct link *take_work(struct app_host *h)
{
	struct link *link;
	size_t best = 0;

	for (size_t i = 0; i < h->work_count && i < 64; i++) {
		if (h->work[i]->want == LINK_FULL) {
			best = i;
			break;
		}
	}
	link = h->work[best];
	h->work[best] = h->work[--h->work_count];
	link->queued = false;
	return link;
}

void app_link_probe(struct app *app, int host)
{
	struct link *link = take_work(&app->hosts[host]);

	send_subscribe(app, link);
}

void app_pump(struct app *app, int host)
{
	struct app_host *h = &app->hosts[host];

	if (!h->ready || h->gone || app->exiting || app_dialect_is_off(h))
		return;
	if (h->want_list && !h->listing) {
		struct strbuf line = STRBUF_INIT;

		h->want_list = false;
		h->listing = true;
		plugin_write_list_conversations(
			&line, pending_add(&h->pending,
					   PLUGIN_MESSAGE_LIST_CONVERSATIONS,
					   NULL, 0, app->now_ms));
		app_send(app, host, &line, OUTBOX_NORMAL);
		strbuf_release(&line);
	}
	if (app_dialect_holds(app, host))
		return;
	while (h->work_count &&
	       h->pending.count - app_jp8_running(app, host) < APP_IN_FLIGHT) {
		struct link *link = take_work(h);

		if (step(app, link))
			app_link_queue(app, link);
	}
}
