#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "proto/event-write.h"
#include "proto/plugin-message.h"
#include "proto/secrets.h"
#include "src/base/i18n.h"
#include "src/base/trace.h"
#include "src/base/xalloc.h"
#include "src/dashboard/hosts/create.h"
#include "src/dashboard/hosts/dialect-jp8.h"
#include "src/dashboard/hosts/dialect.h"
#include "src/dashboard/hosts/follow.h"
#include "src/dashboard/hosts/history.h"
#include "src/dashboard/hosts/host.h"
#include "src/dashboard/hosts/lifecycle.h"
#include "src/dashboard/hosts/prompt.h"
#include "src/dashboard/hosts/push.h"
#include "src/dashboard/hosts/query.h"
#include "src/dashboard/hosts/tell.h"

/* A larger history is not read again just because a turn is over. */
#define REREAD_MAX ((size_t)8 << 20)

static struct subscription *by_sub_id(struct host *h, struct slice sub_id)
{
	return strmap_get(&h->subs, sub_id);
}

static bool is_current(const struct subscription *sub, struct slice sub_id)
{
	return slice_is(sub_id, sub->current);
}

static void on_chunk(struct hosts *hosts, struct host *h,
		     const struct host_chunk *chunk)
{
	struct subscription *sub = by_sub_id(h, chunk->sub_id);

	if (!sub || !is_current(sub, chunk->sub_id))
		return;
	conversation_chunk(sub->conv, chunk, hosts_wall_ms(hosts));
	hosts_changed(hosts);
}

/* Handle an event's effects beyond what it shows. */
static void after_event(struct hosts *hosts, struct subscription *sub,
			const struct event *event)
{
	struct conversation *conv = sub->conv;

	prompt_event(hosts, conv, event);
	if (sub->cancelling && !conv->turn_active) {
		sub->cancelling = false;
		hosts_say(hosts, HOSTS_DIM, _("the query has ended"));
	}
	/* A watched one would accumulate the calls of all of its turns. */
	if (!conv->turn_active && sub->want != HOSTS_FULL && !sub->want_peek &&
	    !sub->reading)
		conversation_forget_unread(conv);
	switch (event->kind) {
	case EVENT_QUERY_COMPLETE:
		hosts->list[conv->host].want_list = true;
		if (!hosts_can(hosts, conv->host, CAPABILITY_EXACT) &&
		    sub->read_bytes <= REREAD_MAX)
			follow_read(hosts, sub);
		break;
	case EVENT_HISTORY_CHANGED:
		follow_read(hosts, sub);
		break;
	default:
		break;
	}
}

/*
 * A host may ask through an unknown or ended subscription: pending requests
 * must reach the user anyway.
 */
static struct subscription *stray_subscription(struct hosts *hosts, int host,
					       const char *sub_id)
{
	struct subscription *sub = follow_find(hosts, host, sub_id);

	if (!sub)
		sub = follow_get(hosts, store_get(&hosts->store, host, sub_id));
	return sub;
}

static void on_event(struct hosts *hosts, int host, struct host_message *msg)
{
	struct host *h = &hosts->list[host];
	struct event event = EVENT_INIT;
	struct strbuf err = STRBUF_INIT;
	struct slice sub_id = slice_str(msg->sub_id);
	struct subscription *sub = by_sub_id(h, sub_id);
	bool waits = msg->respond != RESPOND_NONE;

	if (event_decode(&event, msg->data, &err)) {
		trace(TRACE_HOST, "no event: %s", err.buf);
		h->bad_lines++;
		goto out;
	}
	if (!sub && waits)
		sub = stray_subscription(hosts, host,
					 msg->sub_id ? msg->sub_id : "");
	if (!sub)
		goto out;
	prompt_before(hosts, sub->conv, &event);
	if (is_current(sub, sub_id) || !sub->current[0])
		conversation_event(sub->conv, msg->data, &event, waits,
				   hosts_wall_ms(hosts));
	after_event(hosts, sub, &event);
	if (waits)
		prompt_received(hosts, host, sub->conv,
				msg->sub_id ? msg->sub_id : "", msg, &event);
	hosts_changed(hosts);
out:
	event_release(&event);
	strbuf_release(&err);
}

static void on_conversations(struct hosts *hosts, int host)
{
	struct host *h = &hosts->list[host];
	struct store *store = &hosts->store;

	store_begin_list(store, host);
	for (size_t i = 0; i < h->summary_count; i++)
		store_list_entry(store, host, &h->summaries[i]);
	for (size_t i = 0; i < store->count; i++) {
		struct conversation *conv = store->conversations[i];
		struct subscription *sub;

		if (conv->host != host)
			continue;
		sub = follow_get(hosts, conv);
		if (sub->want == HOSTS_FULL)
			continue;
		/* Follow conversations that wait or run even if unlisted. */
		follow_want(hosts, sub,
			    (conv->listed && !conv->unreadable) ||
					    conv->waiting || conv->turn_active
				    ? HOSTS_WATCH
				    : HOSTS_NONE);
	}
	h->listed_once = true;
	free(h->list_error);
	h->list_error = NULL;
	hosts_tell(hosts, listed, host);
	hosts_changed(hosts);
}

static void on_events(struct hosts *hosts, int host,
		      const struct host_message *msg, struct subscription *sub)
{
	struct host *h = &hosts->list[host];
	bool changed;

	if (!sub)
		return;
	sub->reading = sub->want_peek = false;
	sub->read_bytes = h->incoming_bytes;
	follow_queue(hosts, sub);
	changed = dialect_events(hosts, sub, msg);
	if (dialect_polls(hosts, host) &&
	    conversation_has(sub->conv, &h->incoming)) {
		dialect_was_read(hosts, sub, false);
		if (!changed)
			return;
	} else {
		conversation_load(sub->conv, &h->incoming);
		history_loaded(hosts, sub->conv);
		dialect_was_read(hosts, sub, true);
	}
	hosts_changed(hosts);
}

static void on_subscribed(struct hosts *hosts, int host,
			  const struct host_message *msg,
			  const struct pending_request *request)
{
	struct host *h = &hosts->list[host];
	struct subscription *sub =
		msg->sub_id ? by_sub_id(h, slice_str(msg->sub_id))
			    : (struct subscription *)(uintptr_t)request->tag;

	if (!sub || !sub->next[0]) {
		/* It comes so late that we had given up. */
		if (msg->sub_id && !sub)
			follow_not_wanted(hosts, host, msg->sub_id);
		return;
	}
	follow_leave(hosts, sub);
	memcpy(sub->current, sub->next, sizeof(sub->current));
	sub->next[0] = '\0';
	sub->have = sub->next_have;
	sub->refused = false;
	h->subscribed = true;
	if (sub->have == HOSTS_FULL) {
		/* The host sends the open text again, from its start. */
		conversation_drop_open_text(sub->conv);
		follow_read(hosts, sub);
	}
	follow_queue(hosts, sub);
	if (sub->have == HOSTS_FULL)
		hosts_tell(hosts, followed, sub->conv);
}

static void place_event(struct hosts *hosts, struct subscription *sub,
			struct strbuf *raw)
{
	struct event event = EVENT_INIT;
	struct strbuf err = STRBUF_INIT;

	if (!event_decode(&event, strbuf_slice(raw), &err)) {
		prompt_before(hosts, sub->conv, &event);
		conversation_event(sub->conv, strbuf_slice(raw), &event, false,
				   hosts_wall_ms(hosts));
		after_event(hosts, sub, &event);
	}
	event_release(&event);
	strbuf_release(&err);
	strbuf_release(raw);
}

/*
 * An error of a query that had started: its turn gets no more events, and its
 * requests can no longer be answered.
 */
static void fail_turn(struct hosts *hosts, struct subscription *sub,
		      const char *why)
{
	struct strbuf raw = STRBUF_INIT;

	event_write_notice(&raw, "error", NOTICE_ERROR, slice_str(why),
			   hosts_wall_ms(hosts));
	place_event(hosts, sub, &raw);
	event_write_plain(&raw, EVENT_QUERY_COMPLETE);
	place_event(hosts, sub, &raw);
}

/* Whether the error is about a query that runs: by its id, or by name. */
static bool is_of_a_running_query(const struct host_message *msg,
				  const struct subscription *sub)
{
	const char *name = plugin_message_type_name(PLUGIN_MESSAGE_QUERY);

	return sub && sub->conv->turn_active && !sub->conv->elsewhere &&
	       (msg->request ? !strcmp(msg->request, name)
			     : msg->id && !strcmp(msg->id, sub->query_id));
}

static struct subscription *by_query_id(const struct hosts *hosts, int host,
					const char *id)
{
	for (size_t i = 0; id && i < hosts->store.count; i++) {
		const struct conversation *conv = hosts->store.conversations[i];
		struct subscription *sub =
			conv->host == host && conv->turn_active
				? follow_find(hosts, host, conv->id)
				: NULL;

		if (sub && !strcmp(sub->query_id, id))
			return sub;
	}
	return NULL;
}

/* Whether a message is refused only because a turn runs, and so waits. */
static bool waits_for_end(const struct subscription *sub,
			  const struct pending_request *request)
{
	if (!sub || !sub->sending)
		return false;
	if (request->type == PLUGIN_MESSAGE_INTERRUPT)
		return request->tag == QUERY_TAG_REPLY;
	return request->type == PLUGIN_MESSAGE_QUERY && sub->conv->turn_active;
}

/* A request of ours about a conversation failed. */
static void on_refused(struct hosts *hosts, struct subscription *sub,
		       enum plugin_message_type type, const char *why)
{
	switch (type) {
	case PLUGIN_MESSAGE_READ_EVENTS:
		dialect_was_read(hosts, sub, false);
		conversation_load_failed(sub->conv, why);
		break;
	case PLUGIN_MESSAGE_SUBSCRIBE:
		/* Do not request it again and again: poll instead. */
		sub->have = sub->want;
		sub->refused = hosts->list[sub->conv->host].refused = true;
		follow_read(hosts, sub);
		break;
	case PLUGIN_MESSAGE_QUERY:
		query_failed(hosts, sub, HOSTS_REFUSED, why);
		break;
	default:
		break;
	}
}

/* There is nothing to wait for. */
static void list_failed(struct host *h, const char *why)
{
	h->listed_once = true;
	free(h->list_error);
	h->list_error = xstrdup(why);
}

static void on_error(struct hosts *hosts, int host,
		     const struct host_message *msg,
		     const struct pending_request *request, bool known)
{
	const char *id = request->conversation ? request->conversation
					       : msg->conversation;
	struct subscription *sub = id ? follow_find(hosts, host, id) : NULL;
	const char *why = msg->message ? msg->message : _("no reason given");
	bool was_locked = sub && sub->lock.state != LOCK_NONE;
	bool runs;

	hosts_changed(hosts);
	if (!known && !sub)
		sub = by_query_id(hosts, host, msg->id);
	runs = !known && is_of_a_running_query(msg, sub);
	if (known && waits_for_end(sub, request)) {
		query_failed(hosts, sub, HOSTS_BUSY, why);
		return;
	}
	if (known) {
		host_ask_failed(hosts, host, sub, request->type);
		if (request->type == PLUGIN_MESSAGE_LIST_CONVERSATIONS)
			list_failed(&hosts->list[host], why);
		if (sub)
			on_refused(hosts, sub, request->type, why);
	} else if (runs) {
		fail_turn(hosts, sub, why);
	}
	/* The unlock of a new conversation, which was automatic. */
	if (known && request->type == PLUGIN_MESSAGE_UNLOCK && !was_locked)
		return;
	hosts_say(hosts, HOSTS_ERROR, _("%s failed: %s"),
		  known  ? plugin_message_type_name(request->type)
		  : runs ? plugin_message_type_name(PLUGIN_MESSAGE_QUERY)
		  : msg->request ? msg->request
				 : _("a request"),
		  why);
}

/*
 * Whether it is an error about a message without an answer: it does not belong
 * to the oldest request.
 */
static bool is_about_respond(const struct host_message *msg)
{
	return msg->type == HOST_MESSAGE_ERROR && !msg->id && msg->request &&
	       !strcmp(msg->request,
		       plugin_message_type_name(PLUGIN_MESSAGE_RESPOND));
}

/* Replies to the steps of a push. */
static void on_pushing(struct hosts *hosts, struct subscription *sub,
		       const struct host_message *msg)
{
	if (msg->type == HOST_MESSAGE_LOCKED)
		push_locked(hosts, sub);
	else if (msg->type == HOST_MESSAGE_UNLOCKED)
		push_unlocked(hosts, sub);
	else
		push_done(hosts, sub, msg->count);
}

/* An answer to one of our requests. */
static void on_answer(struct hosts *hosts, int host, struct host_message *msg)
{
	struct host *h = &hosts->list[host];
	struct pending_request request = { 0 };
	/* jp 8 reports a new conversation before answering its query. */
	bool more =
		h->dialect == DIALECT_JP8 && msg->type == HOST_MESSAGE_CREATED;
	bool known = !more && !is_about_respond(msg) &&
		     !pending_take(&h->pending, msg->id, &request);
	const char *id =
		msg->conversation ? msg->conversation : request.conversation;
	struct subscription *sub = id ? follow_find(hosts, host, id) : NULL;

	if (known)
		dialect_answer(hosts, host, request.type);
	if (dialect_jp8_answer(hosts, host, msg, &request)) {
		pending_request_release(&request);
		return;
	}
	switch (msg->type) {
	case HOST_MESSAGE_CONVERSATIONS:
		h->listing = false;
		on_conversations(hosts, host);
		break;
	case HOST_MESSAGE_EVENTS:
		on_events(hosts, host, msg, sub);
		break;
	case HOST_MESSAGE_SUBSCRIBED:
		on_subscribed(hosts, host, msg, &request);
		break;
	case HOST_MESSAGE_UNSUBSCRIBED:
		if (msg->sub_id)
			strmap_remove(&h->subs, slice_str(msg->sub_id));
		break;
	case HOST_MESSAGE_CREATED:
		if (known && id)
			create_made(hosts, host, id);
		break;
	case HOST_MESSAGE_QUERY_STARTED:
		query_started(hosts, sub, msg->id);
		break;
	case HOST_MESSAGE_DONE:
		if (request.tag == QUERY_TAG_REPLY)
			query_taken(hosts, sub);
		break;
	case HOST_MESSAGE_LOCKED:
	case HOST_MESSAGE_UNLOCKED:
	case HOST_MESSAGE_PUSHED:
		if (sub)
			on_pushing(hosts, sub, msg);
		break;
	case HOST_MESSAGE_ERROR:
		on_error(hosts, host, msg, &request, known);
		break;
	default:
		break;
	}
	pending_request_release(&request);
}

static void on_message(struct hosts *hosts, int host, struct host_message *msg)
{
	struct host *h = &hosts->list[host];

	if (dialect_is_off(h) && msg->type != HOST_MESSAGE_SHUTDOWN) {
		if (msg->type == HOST_MESSAGE_SUBSCRIBED)
			dialect_answer(hosts, host, PLUGIN_MESSAGE_SUBSCRIBE);
		return;
	}
	switch (msg->type) {
	case HOST_MESSAGE_EVENT:
		on_event(hosts, host, msg);
		return;
	case HOST_MESSAGE_SHUTDOWN:
		if (h->command)
			hosts_gone(hosts, host);
		else
			hosts_tell(hosts, leave, 0, NULL);
		return;
	case HOST_MESSAGE_CONVERSATIONS_CHANGED:
		h->want_list = true;
		return;
	case HOST_MESSAGE_UNKNOWN:
		h->unknown_types++;
		return;
	case HOST_MESSAGE_HELLO:
	case HOST_MESSAGE_DESCRIBE:
		return; /* both come once, before `hosts` exists */
	default:
		on_answer(hosts, host, msg);
	}
}

/* The first line of a host that we started. */
static void on_first_line(struct hosts *hosts, int host, struct slice line)
{
	struct host_message msg = HOST_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;

	trace_bytes(TRACE_HOST, "<", line);
	if (host_message_decode(&msg, line, &err))
		hosts_failed(hosts, host, err.buf, false);
	else if (msg.type != HOST_MESSAGE_HELLO)
		hosts_failed(hosts, host, _("its first line is no 'init'"),
			     false);
	else
		lifecycle_connected(hosts, host, &msg);
	host_message_release(&msg);
	strbuf_release(&err);
}

static void on_line(struct hosts *hosts, int host, struct slice line)
{
	struct host *h = &hosts->list[host];
	struct host_message msg = HOST_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;
	struct host_chunk chunk;

	secrets_trace("<", line);
	if (host_chunk_scan(&chunk, line)) {
		on_chunk(hosts, h, &chunk);
		return;
	}
	if (host_message_decode(&msg, line, &err)) {
		h->bad_lines++;
		trace(TRACE_HOST, "bad line: %s", err.buf);
		hosts_say(hosts, HOSTS_ERROR, _("the host sent a bad line: %s"),
			  err.buf);
	} else {
		on_message(hosts, host, &msg);
	}
	host_message_release(&msg);
	strbuf_release(&err);
	/* Pieces that came before this line belonged to it. */
	event_log_release(&h->incoming);
	h->incoming_bytes = 0;
	host_forget_summaries(h);
}

static void on_element(struct hosts *hosts, int host, struct slice raw)
{
	struct host *h = &hosts->list[host];
	struct conversation_summary summary = { 0 };
	struct strbuf err = STRBUF_INIT;

	h->incoming_bytes += raw.len;
	if (history_add(hosts, host, raw))
		return;
	if (!conversation_summary_decode(&summary, raw, &err)) {
		ALLOC_GROW(h->summaries, h->summary_count + 1, h->summary_cap);
		h->summaries[h->summary_count++] = summary;
	} else {
		h->bad_lines++;
		trace(TRACE_HOST, "bad element: %s", err.buf);
	}
	strbuf_release(&err);
}

void hosts_bytes(struct hosts *hosts, int host, char *bytes, size_t len)
{
	struct host *h = &hosts->list[host];
	struct framer_item item;
	enum framer_result result;

	/* A line may end the run: the rest then belongs to the ended run. */
	while ((!h->gone || h->run) &&
	       (result = framer_next(&h->framer, &bytes, &len, &item)) !=
		       FRAMER_MORE) {
		switch (result) {
		case FRAMER_ELEMENT:
			on_element(hosts, host, slice_of(item.text, item.len));
			break;
		case FRAMER_LINE:
			if (h->gone)
				on_first_line(hosts, host,
					      slice_of(item.text, item.len));
			else
				on_line(hosts, host,
					slice_of(item.text, item.len));
			break;
		case FRAMER_TOO_LARGE:
			if (item.whole_line)
				h->bad_lines++;
			else
				event_log_add_too_large(&h->incoming,
							item.too_large);
			break;
		case FRAMER_MORE:
			break;
		}
	}
	follow_pump(hosts, host);
}
