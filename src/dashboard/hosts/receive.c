#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "proto/plugin-message.h"
#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "src/base/trace.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app-private.h"
#include "src/dashboard/app/draft.h"
#include "src/dashboard/hosts/prompt.h"
#include "src/dashboard/hosts/push.h"
#include "src/dashboard/hosts/query.h"

/* What a host makes us hold at most, in bytes (protocol(7), "Limits"). */
#define ELEMENT_MAX ((size_t)64 << 20)
#define LINE_MAX    ((size_t)64 << 20)
#define OUTBOX_MAX  ((size_t)8 << 20)

/* A history over this is not read again only because a turn is over. */
#define REREAD_MAX ((size_t)8 << 20)

static void free_summaries(struct app_host *h)
{
	for (size_t i = 0; i < h->summary_count; i++)
		conversation_summary_release(&h->summaries[i]);
	h->summary_count = 0;
}

/* What was asked of the run that is over is not asked any more. */
static void reset_link(struct app *app, struct link *link)
{
	link->current[0] = link->next[0] = '\0';
	link->have = link->next_have = LINK_NONE;
	link->reading = link->queued = false;
	free(link->lock.events);
	link->lock = (struct link_lock){ LOCK_NONE };
	query_failed(app, link, HOSTS_LOST,
		     _("the host was lost before it took the message"));
}

void app_host_drop_links(struct app *app, int host)
{
	struct app_host *h = &app->hosts[host];
	const struct strmap_entry *entry;
	size_t pos = 0;

	while ((entry = strmap_next(&h->links, &pos)))
		app_link_free(entry->value);
	draft_put_away(app, host);
	strmap_release(&h->links);
	strmap_release(&h->subs);
	pending_release(&h->pending);
	h->work_count = 0;
	h->listing = false;
}

static void release_wire(struct app_host *h)
{
	framer_release(&h->framer);
	outbox_release(&h->outbox);
	pending_release(&h->pending);
	strmap_release(&h->subs);
	event_log_release(&h->incoming);
	free_summaries(h);
	strbuf_release(&h->log_part);
}

void app_host_reset(struct app *app, int host)
{
	struct app_host *h = &app->hosts[host];
	const struct strmap_entry *entry;
	size_t pos = 0;

	release_wire(h);
	app_new_refused(app, host);
	framer_init(&h->framer, ELEMENT_MAX, LINE_MAX);
	outbox_init(&h->outbox, OUTBOX_MAX);
	pending_init(&h->pending);
	strmap_init(&h->subs);
	event_log_init(&h->incoming);
	h->incoming_bytes = 0;
	h->listing = false;
	h->work_count = 0;
	while ((entry = strmap_next(&h->links, &pos)))
		reset_link(app, entry->value);
}

void app_host_release(struct app_host *h)
{
	const struct strmap_entry *entry;
	size_t pos = 0;

	while ((entry = strmap_next(&h->links, &pos)))
		app_link_free(entry->value);
	strmap_release(&h->links);
	release_wire(h);
	free(h->work);
	free(h->first_message);
	free(h->name);
	free(h->command);
	for (char **word = h->words; word && *word; word++)
		free(*word);
	free(h->words);
	host_message_release(&h->init);
	host_log_release(&h->log);
	free(h->summaries);
}

bool app_host_can(const struct app *app, int host, enum capability cap)
{
	return host_message_can(&app->hosts[host].init, cap);
}

struct outbox *app_outbox(struct app *app, int host)
{
	return &app->hosts[host].outbox;
}

void app_tell_sent(const struct app *app, int host, const struct strbuf *line,
		   bool secret)
{
	if (app->on_sent)
		app->on_sent(app->on_sent_data, host, strbuf_slice(line),
			     secret);
}

int app_send(struct app *app, int host, const struct strbuf *line,
	     enum outbox_rank rank)
{
	struct app_host *h = &app->hosts[host];

	if (h->gone)
		return -1;
	trace_bytes(TRACE_HOST, ">", strbuf_slice(line));
	if (!outbox_push(&h->outbox, strbuf_slice(line), rank)) {
		app_tell_sent(app, host, line, false);
		return 0;
	}
	app_say(app, FACE_ERROR, _("the host does not read: nothing was sent"));
	return -1;
}

static struct link *link_of_sub(struct app_host *h, struct slice sub_id)
{
	return strmap_get(&h->subs, sub_id);
}

static bool is_current(const struct link *link, struct slice sub_id)
{
	return slice_is(sub_id, link->current);
}

static void on_chunk(struct app *app, struct app_host *h,
		     const struct host_chunk *chunk)
{
	struct link *link = link_of_sub(h, chunk->sub_id);

	if (!link || !is_current(link, chunk->sub_id))
		return;
	conversation_chunk(link->conv, chunk->reasoning, chunk->text,
			   app_wall_ms(app));
	app->dirty = true;
}

/* What an event means beyond what it shows. */
static void after_event(struct app *app, struct link *link,
			const struct event *event)
{
	struct conversation *conv = link->conv;

	prompt_event(app, conv, event);
	/* A watched one would hold the calls of all of its turns. */
	if (!conv->turn_active && link->want != LINK_FULL && !link->want_peek &&
	    !link->reading)
		conversation_forget_unread(conv);
	switch (event->kind) {
	case EVENT_QUERY_COMPLETE:
		app->hosts[conv->host].want_list = true;
		if (!app_host_can(app, conv->host, CAPABILITY_EXACT) &&
		    link->read_bytes <= REREAD_MAX)
			app_link_read(app, link);
		break;
	case EVENT_HISTORY_CHANGED:
		app_link_read(app, link);
		break;
	default:
		break;
	}
}

/*
 * A host may ask through a subscription that we do not know, or no longer:
 * what waits for a person must reach one all the same.
 */
static struct link *link_for_stray(struct app *app, int host,
				   const char *sub_id)
{
	struct link *link = app_link_by_id(app, host, sub_id);

	if (!link)
		link = app_link(app, store_get(&app->store, host, sub_id));
	return link;
}

static void on_event(struct app *app, int host, struct host_message *msg)
{
	struct app_host *h = &app->hosts[host];
	struct event event = EVENT_INIT;
	struct strbuf err = STRBUF_INIT;
	struct slice sub_id = slice_str(msg->sub_id);
	struct link *link = link_of_sub(h, sub_id);
	bool waits = msg->respond != RESPOND_NONE;

	if (event_decode(&event, msg->data, &err)) {
		trace(TRACE_HOST, "no event: %s", err.buf);
		h->bad_lines++;
		goto out;
	}
	if (!link && waits)
		link = link_for_stray(app, host,
				      msg->sub_id ? msg->sub_id : "");
	if (!link)
		goto out;
	if (is_current(link, sub_id) || !link->current[0])
		conversation_event(link->conv, msg->data, &event, waits,
				   app_wall_ms(app));
	after_event(app, link, &event);
	if (waits)
		prompt_received(app, host, link->conv,
				msg->sub_id ? msg->sub_id : "", msg, &event);
	app->dirty = true;
out:
	event_release(&event);
	strbuf_release(&err);
}

static void on_conversations(struct app *app, int host)
{
	struct app_host *h = &app->hosts[host];
	struct store *store = &app->store;

	store_begin_list(store, host);
	for (size_t i = 0; i < h->summary_count; i++)
		store_list_entry(store, host, &h->summaries[i]);
	for (size_t i = 0; i < store->count; i++) {
		struct conversation *conv = store->conversations[i];
		struct link *link;

		if (conv->host != host)
			continue;
		link = app_link(app, conv);
		if (link->want == LINK_FULL)
			continue;
		/* What waits or runs is followed though nobody lists it. */
		app_link_want(app, link,
			      (conv->listed && !conv->unreadable) ||
					      conv->waiting || conv->turn_active
				      ? LINK_WATCH
				      : LINK_NONE);
	}
	h->listed_once = true;
	app_start_panes(app);
	app_state_listed(app, host);
	app->dirty = true;
}

static void on_events(struct app *app, int host, const struct host_message *msg,
		      const struct pending_request *request)
{
	struct app_host *h = &app->hosts[host];
	const char *id =
		msg->conversation ? msg->conversation : request->conversation;
	struct link *link = id ? app_link_by_id(app, host, id) : NULL;
	bool changed;

	if (!link)
		return;
	link->reading = link->want_peek = false;
	link->read_bytes = h->incoming_bytes;
	app_link_queue(app, link);
	changed = app_dialect_events(app, link, msg);
	if (app_dialect_polls(app, host) &&
	    conversation_has(link->conv, &h->incoming)) {
		app_dialect_was_read(app, link, false);
		if (!changed)
			return;
	} else {
		conversation_load(link->conv, &h->incoming);
		app_history_loaded(app, link->conv);
		app_dialect_was_read(app, link, true);
	}
	app->dirty = true;
}

static void on_subscribed(struct app *app, int host,
			  const struct host_message *msg,
			  const struct pending_request *request)
{
	struct app_host *h = &app->hosts[host];
	struct link *link = msg->sub_id
				    ? link_of_sub(h, slice_str(msg->sub_id))
				    : (struct link *)(uintptr_t)request->tag;
	struct strbuf line = STRBUF_INIT;

	if (!link || !link->next[0])
		return;
	if (link->current[0]) {
		const char *id =
			pending_add(&h->pending, PLUGIN_MESSAGE_UNSUBSCRIBE,
				    NULL, 0, app->now_ms);

		plugin_write_unsubscribe(&line, id, link->current);
		app_send(app, host, &line, OUTBOX_NORMAL);
	}
	memcpy(link->current, link->next, sizeof(link->current));
	link->next[0] = '\0';
	link->have = link->next_have;
	if (link->have == LINK_FULL) {
		/* The host tells the open text again, whole. */
		conversation_drop_open_text(link->conv);
		app_link_read(app, link);
	}
	app_link_queue(app, link);
	if (link->have == LINK_FULL)
		app_followed(app, link->conv);
	strbuf_release(&line);
}

static void on_error(struct app *app, int host, const struct host_message *msg,
		     const struct pending_request *request, bool known)
{
	const char *id = request->conversation ? request->conversation
					       : msg->conversation;
	struct link *link = id ? app_link_by_id(app, host, id) : NULL;
	const char *why = msg->message ? msg->message : _("no reason given");

	app->dirty = true;
	if (known && request->type == PLUGIN_MESSAGE_LIST_CONVERSATIONS)
		app->hosts[host].listed_once = true;
	if (known && link && request->type == PLUGIN_MESSAGE_READ_EVENTS) {
		link->reading = false;
		app_dialect_was_read(app, link, false);
		conversation_load_failed(link->conv, why);
	} else if (known && link && request->type == PLUGIN_MESSAGE_SUBSCRIBE) {
		link->next[0] = '\0';
		/* It is not asked for again and again. */
		link->have = link->want;
		app_link_read(app, link);
	} else if (known && link && request->type == PLUGIN_MESSAGE_QUERY) {
		query_failed(app, link, HOSTS_REFUSED, why);
	} else if (known && link &&
		   (request->type == PLUGIN_MESSAGE_LOCK ||
		    request->type == PLUGIN_MESSAGE_UNLOCK ||
		    request->type == PLUGIN_MESSAGE_PUSH_EVENTS)) {
		app_push_refused(app, link,
				 request->type == PLUGIN_MESSAGE_PUSH_EVENTS);
	}
	app_say(app, FACE_ERROR, _("%s failed: %s"),
		known          ? plugin_message_type_name(request->type)
		: msg->request ? msg->request
			       : _("a request"),
		why);
}

/* An answer to a request of ours. */
static void on_answer(struct app *app, int host, struct host_message *msg)
{
	struct app_host *h = &app->hosts[host];
	struct pending_request request = { 0 };
	/* jp 8 tells a new conversation before the query that it is of. */
	bool more =
		h->dialect == DIALECT_JP8 && msg->type == HOST_MESSAGE_CREATED;
	bool known = !more && !pending_take(&h->pending, msg->id, &request);
	const char *id =
		msg->conversation ? msg->conversation : request.conversation;
	struct link *link = id ? app_link_by_id(app, host, id) : NULL;

	if (known)
		app_dialect_answer(app, host, request.type);
	if (app_jp8_answer(app, host, msg, &request)) {
		pending_request_release(&request);
		return;
	}
	switch (msg->type) {
	case HOST_MESSAGE_CONVERSATIONS:
		h->listing = false;
		on_conversations(app, host);
		break;
	case HOST_MESSAGE_EVENTS:
		on_events(app, host, msg, &request);
		break;
	case HOST_MESSAGE_SUBSCRIBED:
		on_subscribed(app, host, msg, &request);
		break;
	case HOST_MESSAGE_UNSUBSCRIBED:
		if (msg->sub_id)
			strmap_remove(&h->subs, slice_str(msg->sub_id));
		break;
	case HOST_MESSAGE_CREATED:
		if (known && id)
			app_new_created(app, host, id);
		break;
	case HOST_MESSAGE_QUERY_STARTED:
		query_taken(app, link);
		break;
	case HOST_MESSAGE_LOCKED:
		if (link)
			app_push_locked(app, link);
		break;
	case HOST_MESSAGE_UNLOCKED:
		if (link)
			app_push_unlocked(app, link);
		break;
	case HOST_MESSAGE_PUSHED:
		if (link)
			app_push_done(app, link, msg->count);
		break;
	case HOST_MESSAGE_ERROR:
		if (request.type == PLUGIN_MESSAGE_LIST_CONVERSATIONS)
			h->listing = false;
		if (request.type == PLUGIN_MESSAGE_CREATE_CONVERSATION)
			app_new_refused(app, host);
		on_error(app, host, msg, &request, known);
		break;
	default:
		break;
	}
	pending_request_release(&request);
}

static void on_message(struct app *app, int host, struct host_message *msg)
{
	struct app_host *h = &app->hosts[host];

	if (app_dialect_is_off(h) && msg->type != HOST_MESSAGE_SHUTDOWN) {
		if (msg->type == HOST_MESSAGE_SUBSCRIBED)
			app_dialect_answer(app, host, PLUGIN_MESSAGE_SUBSCRIBE);
		return;
	}
	switch (msg->type) {
	case HOST_MESSAGE_EVENT:
		on_event(app, host, msg);
		return;
	case HOST_MESSAGE_SHUTDOWN:
		if (h->command)
			app_host_gone(app, host, app->now_ms);
		else
			app_exit(app, 0, NULL);
		return;
	case HOST_MESSAGE_CONVERSATIONS_CHANGED:
		h->want_list = true;
		return;
	case HOST_MESSAGE_UNKNOWN:
		h->unknown_types++;
		return;
	case HOST_MESSAGE_HELLO:
	case HOST_MESSAGE_DESCRIBE:
		return; /* both come once, before there is an app */
	default:
		on_answer(app, host, msg);
	}
}

/* The first line of a host that we started. */
static void on_first_line(struct app *app, int host, struct slice line)
{
	struct host_message msg = HOST_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;

	trace_bytes(TRACE_HOST, "<", line);
	if (host_message_decode(&msg, line, &err))
		app_host_failed(app, host, err.buf, false, app->now_ms);
	else if (msg.type != HOST_MESSAGE_HELLO)
		app_host_failed(app, host, _("its first line is no 'init'"),
				false, app->now_ms);
	else
		app_host_connected(app, host, &msg);
	host_message_release(&msg);
	strbuf_release(&err);
}

static void on_line(struct app *app, int host, struct slice line)
{
	struct app_host *h = &app->hosts[host];
	struct host_message msg = HOST_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;
	struct host_chunk chunk;

	trace_bytes(TRACE_HOST, "<", line);
	if (host_chunk_scan(&chunk, line)) {
		on_chunk(app, h, &chunk);
		return;
	}
	if (host_message_decode(&msg, line, &err)) {
		h->bad_lines++;
		trace(TRACE_HOST, "bad line: %s", err.buf);
		app_say(app, FACE_ERROR, _("the host sent a bad line: %s"),
			err.buf);
	} else {
		on_message(app, host, &msg);
	}
	host_message_release(&msg);
	strbuf_release(&err);
	/* What came in pieces before this line belonged to it. */
	event_log_release(&h->incoming);
	h->incoming_bytes = 0;
	free_summaries(h);
}

static void on_element(struct app *app, int host, struct slice raw)
{
	struct app_host *h = &app->hosts[host];
	struct conversation_summary summary = { 0 };
	struct strbuf err = STRBUF_INIT;

	h->incoming_bytes += raw.len;
	if (app_history_add(app, host, raw))
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

void app_host_bytes(struct app *app, int host, char *bytes, size_t len,
		    int64_t now_ms)
{
	struct app_host *h = &app->hosts[host];
	struct framer_item item;
	enum framer_result result;

	app->now_ms = now_ms;
	/* A line may end it: what stands behind is of the run that is over. */
	while ((!h->gone || h->run) &&
	       (result = framer_next(&h->framer, &bytes, &len, &item)) !=
		       FRAMER_MORE) {
		switch (result) {
		case FRAMER_ELEMENT:
			on_element(app, host, slice_of(item.text, item.len));
			break;
		case FRAMER_LINE:
			if (h->gone)
				on_first_line(app, host,
					      slice_of(item.text, item.len));
			else
				on_line(app, host,
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
	app_pump(app, host);
}
