#include "config.h"

#include "src/dashboard/hosts/history.h"

#include "src/dashboard/hosts/follow.h"
#include "src/dashboard/hosts/tell.h"

/*
 * Long histories: after the first events, a reply is not read before its end is
 * on the screen, and then only when there is nothing else to do.
 */

enum {
	READ_FIRST = 4096,     /* events that show what a reply consists of */
	WORK_BYTES = 64 << 10, /* read by one call of hosts_work() */
};

/*
 * Whether the rest may wait. Not if there already are items, because then the
 * whole history is compared with them as soon as it is complete.
 */
static bool may_wait(struct hosts *hosts, int host)
{
	struct host *h = &hosts->list[host];

	for (size_t i = 0; i < h->pending.count; i++) {
		const struct pending_request *request = &h->pending.requests[i];
		const struct subscription *sub =
			request->type == PLUGIN_MESSAGE_READ_EVENTS &&
					request->conversation
				? follow_find(hosts, host,
					      request->conversation)
				: NULL;

		if (sub && sub->conv->item_count)
			return false;
	}
	return !h->summary_count;
}

bool history_add(struct hosts *hosts, int host, struct slice raw)
{
	struct host *h = &hosts->list[host];

	if (h->incoming.count < READ_FIRST) {
		h->incoming_waits = false;
	} else if (h->incoming.count == READ_FIRST) {
		h->incoming_waits = may_wait(hosts, host);
	}
	if (!h->incoming_waits)
		return event_log_add(&h->incoming, raw) != SIZE_MAX;
	event_log_add_unread(&h->incoming, raw);
	return true;
}

void history_loaded(struct hosts *hosts, const struct conversation *conv)
{
	if (conv->head)
		hosts->history_waits = true;
}

static void work_on(struct hosts *hosts, struct conversation *conv,
		    size_t bytes)
{
	size_t count = conv->item_count;

	if (conversation_work(conv, bytes))
		return;
	hosts_tell(hosts, prepended, conv, conv->item_count - count);
	hosts_changed(hosts);
}

bool history_work(struct hosts *hosts)
{
	if (!hosts->history_waits)
		return false;
	for (size_t i = 0; i < hosts->store.count; i++) {
		struct conversation *conv = hosts->store.conversations[i];

		if (!conv->head)
			continue;
		work_on(hosts, conv, WORK_BYTES);
		return true;
	}
	hosts->history_waits = false;
	return false;
}

void hosts_complete(struct hosts *hosts, struct conversation *conv)
{
	if (conv->head)
		work_on(hosts, conv, SIZE_MAX);
}
