#include "config.h"

#include "src/dashboard/hosts/follow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/plugin-message.h"
#include "src/base/xalloc.h"
#include "src/dashboard/hosts/dialect-jp8.h"
#include "src/dashboard/hosts/dialect.h"
#include "src/dashboard/hosts/host.h"
#include "src/dashboard/hosts/tell.h"

struct subscription *follow_find(const struct hosts *hosts, int host,
				 const char *id)
{
	return strmap_get(&hosts->list[host].subscriptions, slice_str(id));
}

struct subscription *follow_get(struct hosts *hosts,
				const struct conversation *conv)
{
	struct host *h = &hosts->list[conv->host];
	struct subscription *sub = follow_find(hosts, conv->host, conv->id);

	if (sub)
		return sub;
	sub = xcalloc(1, sizeof(*sub));
	sub->conv = store_get(&hosts->store, conv->host, conv->id);
	strmap_put(&h->subscriptions, slice_str(conv->id), sub);
	return sub;
}

void follow_free(struct subscription *sub)
{
	if (!sub)
		return;
	free(sub->lock.events);
	free(sub);
}

void follow_queue(struct hosts *hosts, struct subscription *sub)
{
	struct host *h = &hosts->list[sub->conv->host];

	if (sub->queued)
		return;
	sub->queued = true;
	ALLOC_GROW(h->work, h->work_count + 1, h->work_cap);
	h->work[h->work_count++] = sub;
}

void follow_want(struct hosts *hosts, struct subscription *sub,
		 enum hosts_follow want)
{
	if (sub->want == want)
		return;
	sub->want = want;
	follow_queue(hosts, sub);
}

void follow_read(struct hosts *hosts, struct subscription *sub)
{
	sub->want_read = true;
	follow_queue(hosts, sub);
}

/* D18's own types, then the types that the host supports. */
static size_t watch_filter(const struct hosts *hosts, int host,
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
		if (hosts_can(hosts, host, listed[i].cap))
			events[count++] = listed[i].kind;
	}
	return count;
}

static void send_subscribe(struct hosts *hosts, struct subscription *sub)
{
	struct conversation *conv = sub->conv;
	struct host *h = &hosts->list[conv->host];
	enum event_kind events[16];
	size_t count = 0;
	struct strbuf line = STRBUF_INIT;
	const char *id;

	snprintf(sub->next, sizeof(sub->next), "s%llu",
		 (unsigned long long)++h->last_sub);
	sub->next_have = sub->want;
	strmap_put(&h->subs, slice_str(sub->next), sub);
	if (sub->want == HOSTS_WATCH)
		count = watch_filter(hosts, conv->host, events);
	id = host_ask(hosts, conv->host, PLUGIN_MESSAGE_SUBSCRIBE, conv->id,
		      (uintptr_t)sub);
	plugin_write_subscribe(&line, id, sub->next, conv->id, events, count);
	host_send(hosts, conv->host, &line, OUTBOX_NORMAL);
	strbuf_release(&line);
}

void follow_not_wanted(struct hosts *hosts, int host, const char *sub_id)
{
	struct strbuf line = STRBUF_INIT;

	plugin_write_unsubscribe(
		&line,
		host_ask(hosts, host, PLUGIN_MESSAGE_UNSUBSCRIBE, NULL, 0),
		sub_id);
	host_send(hosts, host, &line, OUTBOX_NORMAL);
	strbuf_release(&line);
}

void follow_leave(struct hosts *hosts, struct subscription *sub)
{
	if (sub->current[0])
		follow_not_wanted(hosts, sub->conv->host, sub->current);
	sub->current[0] = '\0';
	sub->have = HOSTS_NONE;
}

void follow_give_up(struct hosts *hosts, struct subscription *sub)
{
	if (!sub->next[0])
		return;
	strmap_remove(&hosts->list[sub->conv->host].subs, slice_str(sub->next));
	sub->next[0] = '\0';
	follow_queue(hosts, sub);
}

static void send_read(struct hosts *hosts, struct subscription *sub)
{
	struct conversation *conv = sub->conv;
	struct strbuf line = STRBUF_INIT;
	const char *id = host_ask(hosts, conv->host, PLUGIN_MESSAGE_READ_EVENTS,
				  conv->id, (uintptr_t)sub);

	sub->want_read = sub->want_peek = false;
	sub->reading = true;
	plugin_write_read_events(&line, id, conv->id);
	host_send(hosts, conv->host, &line, OUTBOX_NORMAL);
	strbuf_release(&line);
}

/* A host without subscriptions can only be read. */
static void follow_without_subscription(struct hosts *hosts,
					struct subscription *sub)
{
	if (sub->want == HOSTS_FULL)
		follow_read(hosts, sub);
	sub->have = sub->want;
}

/* Send the next request for this sub; false if there is none. */
static bool step(struct hosts *hosts, struct subscription *sub)
{
	if (sub->next[0])
		return false; /* the answer queues it again */
	if (sub->want != sub->have) {
		if (!hosts_can(hosts, sub->conv->host, CAPABILITY_SUBSCRIBE))
			follow_without_subscription(hosts, sub);
		else if (sub->want == HOSTS_NONE)
			follow_leave(hosts, sub);
		else
			send_subscribe(hosts, sub);
		return true;
	}
	if (((sub->want_read && sub->want == HOSTS_FULL) || sub->want_peek) &&
	    !sub->reading) {
		send_read(hosts, sub);
		return true;
	}
	return false;
}

/* Conversations in panes come before those that are only watched. */
static struct subscription *take_work(struct host *h)
{
	struct subscription *sub;
	size_t best = 0;

	for (size_t i = 0; i < h->work_count && i < 64; i++) {
		if (h->work[i]->want == HOSTS_FULL) {
			best = i;
			break;
		}
	}
	sub = h->work[best];
	h->work[best] = h->work[--h->work_count];
	sub->queued = false;
	return sub;
}

void follow_probe(struct hosts *hosts, int host)
{
	struct subscription *sub = take_work(&hosts->list[host]);

	send_subscribe(hosts, sub);
}

void follow_pump(struct hosts *hosts, int host)
{
	struct host *h = &hosts->list[host];

	if (h->gone || hosts->leaving || dialect_is_off(h))
		return;
	if (h->want_list && !h->listing) {
		struct strbuf line = STRBUF_INIT;

		h->want_list = false;
		h->listing = true;
		plugin_write_list_conversations(
			&line,
			host_ask(hosts, host, PLUGIN_MESSAGE_LIST_CONVERSATIONS,
				 NULL, 0));
		host_send(hosts, host, &line, OUTBOX_NORMAL);
		strbuf_release(&line);
	}
	if (dialect_holds(hosts, host))
		return;
	while (h->work_count &&
	       h->pending.count - dialect_jp8_running(hosts, host) <
		       HOSTS_IN_FLIGHT) {
		struct subscription *sub = take_work(h);

		if (step(hosts, sub))
			follow_queue(hosts, sub);
	}
}

void hosts_follow(struct hosts *hosts, const struct conversation *conv,
		  enum hosts_follow how)
{
	follow_want(hosts, follow_get(hosts, conv), how);
}

void hosts_peek(struct hosts *hosts, const struct conversation *conv)
{
	struct subscription *sub = follow_get(hosts, conv);

	sub->want_peek = true;
	follow_queue(hosts, sub);
}
