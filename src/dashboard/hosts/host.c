#include "config.h"

#include "src/dashboard/hosts/host.h"

#include <stdlib.h>

#include "src/base/i18n.h"
#include "src/base/trace.h"
#include "src/base/xalloc.h"
#include "src/dashboard/hosts/create.h"
#include "src/dashboard/hosts/follow.h"
#include "src/dashboard/hosts/push.h"
#include "src/dashboard/hosts/query.h"
#include "src/dashboard/hosts/tell.h"

/* Limits on what a host can make us store, in bytes (protocol(7), "Limits"). */
#define ELEMENT_MAX ((size_t)64 << 20)
#define LINE_MAX    ((size_t)64 << 20)
#define OUTBOX_MAX  ((size_t)8 << 20)

void host_forget_summaries(struct host *h)
{
	for (size_t i = 0; i < h->summary_count; i++)
		conversation_summary_release(&h->summaries[i]);
	h->summary_count = 0;
}

/* Forget the requests of a run that is over. */
static void reset_subscription(struct hosts *hosts, struct subscription *sub)
{
	sub->current[0] = sub->next[0] = '\0';
	sub->have = sub->next_have = HOSTS_NONE;
	sub->reading = sub->queued = sub->refused = false;
	free(sub->lock.events);
	sub->lock = (struct subscription_lock){ .state = LOCK_NONE };
	query_failed(hosts, sub, HOSTS_LOST,
		     _("the host was lost before it took the message"));
}

void host_drop_subscriptions(struct hosts *hosts, int host)
{
	struct host *h = &hosts->list[host];
	const struct strmap_entry *entry;
	size_t pos = 0;

	while ((entry = strmap_next(&h->subscriptions, &pos)))
		follow_free(entry->value);
	strmap_release(&h->subscriptions);
	strmap_release(&h->subs);
	pending_release(&h->pending);
	h->work_count = 0;
	h->listing = false;
}

static void release_wire(struct host *h)
{
	framer_release(&h->framer);
	outbox_release(&h->outbox);
	pending_release(&h->pending);
	strmap_release(&h->subs);
	event_log_release(&h->incoming);
	host_forget_summaries(h);
	strbuf_release(&h->log_part);
}

void host_reset(struct hosts *hosts, int host)
{
	struct host *h = &hosts->list[host];
	const struct strmap_entry *entry;
	size_t pos = 0;

	release_wire(h);
	create_refused(hosts, host);
	framer_init(&h->framer, ELEMENT_MAX, LINE_MAX);
	outbox_init(&h->outbox, OUTBOX_MAX);
	pending_init(&h->pending);
	strmap_init(&h->subs);
	event_log_init(&h->incoming);
	h->incoming_bytes = 0;
	h->listing = h->subscribed = h->refused = false;
	h->work_count = 0;
	while ((entry = strmap_next(&h->subscriptions, &pos)))
		reset_subscription(hosts, entry->value);
}

void host_release(struct host *h)
{
	const struct strmap_entry *entry;
	size_t pos = 0;

	while ((entry = strmap_next(&h->subscriptions, &pos)))
		follow_free(entry->value);
	strmap_release(&h->subscriptions);
	release_wire(h);
	free(h->work);
	free(h->answers);
	free(h->first_message);
	free(h->asks);
	free(h->list_error);
	free(h->name);
	free(h->command);
	for (char **word = h->words; word && *word; word++)
		free(*word);
	free(h->words);
	host_message_release(&h->init);
	line_log_release(&h->log);
	free(h->summaries);
}

void host_sent(const struct hosts *hosts, int host, const struct strbuf *line,
	       bool secret)
{
	hosts_tell(hosts, sent, host, strbuf_slice(line), secret);
}

bool host_may_send(const struct hosts *hosts, struct strbuf *err)
{
	if (hosts->options.read_only)
		strbuf_setf(err, _("read-only: nothing is sent"));
	return !hosts->options.read_only;
}

const char *host_ask(struct hosts *hosts, int host,
		     enum plugin_message_type type, const char *conversation,
		     uint64_t tag)
{
	return pending_add(&hosts->list[host].pending, type, conversation, tag,
			   hosts->now_ms);
}

void host_ask_failed(struct hosts *hosts, int host, struct subscription *sub,
		     enum plugin_message_type type)
{
	switch (type) {
	case PLUGIN_MESSAGE_LIST_CONVERSATIONS:
		hosts->list[host].listing = false;
		break;
	case PLUGIN_MESSAGE_CREATE_CONVERSATION:
		create_refused(hosts, host);
		break;
	case PLUGIN_MESSAGE_READ_EVENTS:
		if (sub)
			sub->reading = false;
		break;
	case PLUGIN_MESSAGE_SUBSCRIBE:
		if (sub)
			follow_give_up(hosts, sub);
		break;
	case PLUGIN_MESSAGE_LOCK:
	case PLUGIN_MESSAGE_UNLOCK:
	case PLUGIN_MESSAGE_PUSH_EVENTS:
		if (sub)
			push_refused(hosts, sub,
				     type == PLUGIN_MESSAGE_PUSH_EVENTS);
		break;
	default:
		break;
	}
}

int host_send(struct hosts *hosts, int host, const struct strbuf *line,
	      enum outbox_rank rank)
{
	struct host *h = &hosts->list[host];

	if (h->gone)
		return -1;
	trace_bytes(TRACE_HOST, ">", strbuf_slice(line));
	if (!outbox_push(&h->outbox, strbuf_slice(line), rank)) {
		host_sent(hosts, host, line, false);
		return 0;
	}
	hosts_say(hosts, HOSTS_ERROR,
		  _("the host is not reading: nothing was sent"));
	return -1;
}

/* An answer counts as given when its last byte is written. */
struct host_answer {
	uint64_t end_at; /* outbox_written() at that point */
	enum prompt_end end;
};

void host_note_answer(struct host *h, enum prompt_end end)
{
	size_t kept = 0;

	for (size_t i = 0; i < h->answer_count; i++) {
		if (h->answers[i].end_at > outbox_written(&h->outbox))
			h->answers[kept++] = h->answers[i];
	}
	h->answers = xreallocarray(h->answers, kept + 1, sizeof(*h->answers));
	h->answers[kept] = (struct host_answer){ h->outbox.queued, end };
	h->answer_count = kept + 1;
}

bool host_lose_answers(struct hosts *hosts, int host)
{
	struct host *h = &hosts->list[host];
	bool lost = false;

	for (size_t i = 0; i < h->answer_count; i++) {
		if (h->answers[i].end_at <= outbox_written(&h->outbox))
			continue;
		prompts_lose_answer(&hosts->store.prompts, h->answers[i].end);
		lost = true;
	}
	h->answer_count = 0;
	return lost;
}

bool hosts_can(const struct hosts *hosts, int host, enum capability cap)
{
	return host_message_can(&hosts->list[host].init, cap);
}
