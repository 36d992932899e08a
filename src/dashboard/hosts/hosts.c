#include "config.h"

#include "src/dashboard/hosts/hosts.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/clock.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/hosts/dialect-jp8.h"
#include "src/dashboard/hosts/dialect.h"
#include "src/dashboard/hosts/follow.h"
#include "src/dashboard/hosts/history.h"
#include "src/dashboard/hosts/host.h"
#include "src/dashboard/hosts/lifecycle.h"
#include "src/dashboard/hosts/push.h"
#include "src/dashboard/hosts/query.h"
#include "src/dashboard/hosts/tell.h"

/* After this time a request will not be answered any more. */
#define ANSWER_MS 30000

struct hosts *hosts_new(const struct hosts_options *options,
			const struct hosts_events *on, int64_t now_ms,
			int64_t wall_offset_ms)
{
	struct hosts *hosts = xcalloc(1, sizeof(*hosts));

	hosts->options = *options;
	hosts->on = *on;
	hosts->now_ms = now_ms;
	hosts->wall_offset_ms = wall_offset_ms;
	hosts->list = xcalloc(HOSTS_MAX + 1, sizeof(*hosts->list));
	hosts->sidecar = -1;
	store_init(&hosts->store);
	return hosts;
}

void hosts_free(struct hosts *hosts)
{
	if (!hosts)
		return;
	for (size_t i = 0; i < hosts->count; i++)
		host_release(&hosts->list[i]);
	free(hosts->list);
	free(hosts->jphost);
	store_release(&hosts->store);
	free(hosts);
}

void hosts_surroundings(struct hosts *hosts, const char *jphost,
			bool parent_deaf)
{
	free(hosts->jphost);
	hosts->jphost = jphost ? xstrdup(jphost) : NULL;
	hosts->parent_deaf = parent_deaf;
}

struct outbox *hosts_outbox(struct hosts *hosts, int host)
{
	return &hosts->list[host].outbox;
}

/* Whether it carries what the user wrote. */
static bool is_message(const struct pending_request *request)
{
	return request->type == PLUGIN_MESSAGE_QUERY ||
	       (request->type == PLUGIN_MESSAGE_INTERRUPT &&
		request->tag == QUERY_TAG_REPLY);
}

static void drop_request(struct hosts *hosts, int host, const char *id)
{
	struct host *h = &hosts->list[host];
	struct pending_request request;
	struct subscription *sub;

	if (pending_take(&h->pending, id, &request))
		return;
	sub = request.conversation
		      ? follow_find(hosts, host, request.conversation)
		      : NULL;
	host_ask_failed(hosts, host, sub, request.type);
	if (sub && is_message(&request)) {
		const char *why = _("the host does not answer; it may have "
				    "taken the message");

		query_failed(hosts, sub, HOSTS_LOST, why);
		hosts_say(hosts, HOSTS_ERROR, "%s", why);
	} else {
		hosts_say(hosts, HOSTS_ERROR, _("the host does not answer: %s"),
			  plugin_message_type_name(request.type));
	}
	pending_request_release(&request);
}

/* The oldest request that is overdue, or NULL. */
static const struct pending_request *oldest(const struct hosts *hosts, int host)
{
	const struct pending *pending = &hosts->list[host].pending;

	for (size_t i = 0; i < pending->count; i++) {
		if (!dialect_jp8_is_query(hosts, host, &pending->requests[i]))
			return &pending->requests[i];
	}
	return NULL;
}

static void drop_unanswered(struct hosts *hosts, int host)
{
	const struct pending_request *request;

	while ((request = oldest(hosts, host)) &&
	       hosts->now_ms - request->sent_ms >= ANSWER_MS) {
		char id[sizeof(request->id)];

		memcpy(id, request->id, sizeof(id));
		drop_request(hosts, host, id);
	}
	follow_pump(hosts, host);
}

void hosts_tick(struct hosts *hosts)
{
	lifecycle_tick(hosts);
	dialect_tick(hosts);
	for (size_t i = 0; i < hosts->count; i++)
		drop_unanswered(hosts, (int)i);
}

bool hosts_work(struct hosts *hosts)
{
	return history_work(hosts);
}

int64_t hosts_wake_ms(const struct hosts *hosts)
{
	int64_t wake_ms = hosts->history_waits ? hosts->now_ms : -1;

	sooner_ms(&wake_ms, lifecycle_wake_ms(hosts));
	sooner_ms(&wake_ms, dialect_wake_ms(hosts));
	for (size_t i = 0; i < hosts->count; i++) {
		const struct pending_request *request = oldest(hosts, (int)i);

		if (request && !hosts->list[i].gone)
			sooner_ms(&wake_ms, request->sent_ms + ANSWER_MS);
	}
	return wake_ms;
}

void hosts_pump(struct hosts *hosts)
{
	for (size_t i = 0; i < hosts->count; i++)
		follow_pump(hosts, (int)i);
}

void hosts_list(struct hosts *hosts)
{
	for (size_t i = 0; i < hosts->count; i++)
		hosts->list[i].want_list = true;
}

void hosts_leave(struct hosts *hosts)
{
	if (!hosts->leaving)
		push_unlock_all(hosts);
	hosts->leaving = true;
}
