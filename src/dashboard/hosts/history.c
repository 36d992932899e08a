#include "config.h"

#include "src/dashboard/app/app-private.h"

/*
 * Long histories: what comes after the first events of a reply is not looked
 * at before its end is on the screen, and then as nothing else is to be done.
 */

enum {
	READ_FIRST = 4096,     /* events that tell what a reply is made of */
	WORK_BYTES = 64 << 10, /* looked at by one call of app_work() */
};

/*
 * Whether the rest may wait. Not where items are there already: then all of
 * the history is compared with them as soon as it is complete.
 */
static bool may_wait(struct app *app, int host)
{
	struct app_host *h = &app->hosts[host];

	for (size_t i = 0; i < h->pending.count; i++) {
		const struct pending_request *request = &h->pending.requests[i];
		const struct link *link =
			request->type == PLUGIN_MESSAGE_READ_EVENTS &&
					request->conversation
				? app_link_by_id(app, host,
						 request->conversation)
				: NULL;

		if (link && link->conv->item_count)
			return false;
	}
	return !h->summary_count;
}

bool app_history_add(struct app *app, int host, struct slice raw)
{
	struct app_host *h = &app->hosts[host];

	if (h->incoming.count < READ_FIRST) {
		h->incoming_waits = false;
	} else if (h->incoming.count == READ_FIRST) {
		h->incoming_waits = may_wait(app, host);
	}
	if (!h->incoming_waits)
		return event_log_add(&h->incoming, raw) != SIZE_MAX;
	event_log_add_unread(&h->incoming, raw);
	return true;
}

void app_history_loaded(struct app *app, const struct conversation *conv)
{
	if (conv->head)
		app->history_waits = true;
}

static void work_on(struct app *app, struct conversation *conv, size_t bytes)
{
	size_t count = conv->item_count;

	if (conversation_work(conv, bytes))
		return;
	app_find_shifted(app, conv, conv->item_count - count);
	app->dirty = true;
}

bool app_history_work(struct app *app)
{
	if (!app->history_waits)
		return false;
	for (size_t i = 0; i < app->store.count; i++) {
		struct conversation *conv = app->store.conversations[i];

		if (!conv->head)
			continue;
		work_on(app, conv, WORK_BYTES);
		return true;
	}
	app->history_waits = false;
	return false;
}

void app_history_complete(struct app *app, struct conversation *conv)
{
	if (conv->head)
		work_on(app, conv, SIZE_MAX);
}
