#include "config.h"

#include "src/dashboard/hosts/dialect.h"

#include <stdlib.h>
#include <string.h>

#include "proto/plugin-message.h"
#include "src/base/clock.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/hosts/dialect-jp8.h"
#include "src/dashboard/hosts/follow.h"
#include "src/dashboard/hosts/host.h"
#include "src/dashboard/hosts/lifecycle.h"
#include "src/dashboard/hosts/query.h"
#include "src/dashboard/hosts/tell.h"

/*
 * How a host is followed. Today's jp knows protocol 1 and permanently stops
 * reading when it gets an unknown type, but does not announce what it knows. So
 * the first subscription is a probe; if jp stops reading, `jphost serve` on the
 * same workspace takes over. The outcome is remembered, so that the same jp is
 * never probed again.
 */

#define PROBE_MS     2000 /* a jp that is silent for so long is deaf */
#define POLL_BUSY_MS 1000
#define POLL_IDLE_MS 3000
#define JP8_VERSION  8
#define JP8_PROTOCOL 11 /* the newest that we know */

static void grant(struct host *h)
{
	h->dialect = DIALECT_PUSHES;
	h->init.capabilities |= 1u << CAPABILITY_SUBSCRIBE |
				1u << CAPABILITY_RESPOND |
				1u << CAPABILITY_QUERY | 1u << CAPABILITY_LOCK |
				1u << CAPABILITY_MODIFY;
}

/* Start `jphost serve` on the workspace of the host that started us. */
static void start_sidecar(struct hosts *hosts)
{
	const struct host_message *init = &hosts->list[0].init;
	char **words = xcalloc(10, sizeof(*words));
	size_t n = 0;

	words[n++] = xstrdup(hosts->jphost);
	words[n++] = xstrdup("--as");
	words[n++] = xstrdup("jphost");
	words[n++] = xstrdup("serve");
	words[n++] = xstrdup("-w");
	words[n++] = xstrdup(init->workspace_root);
	if (init->user_workspace) {
		words[n++] = xstrdup("--user-workspace");
		words[n++] = xstrdup(init->user_workspace);
	}
	hosts->sidecar = lifecycle_start(hosts, hosts->list[0].name, words);
}

/* Use a sidecar in its place, or poll the host. */
static enum dialect without_subscriptions(struct hosts *hosts)
{
	if (!hosts->jphost || !hosts->list[0].init.workspace_root)
		return DIALECT_POLLED;
	start_sidecar(hosts);
	return DIALECT_STANDBY;
}

static enum dialect dialect_of_parent(struct hosts *hosts)
{
	switch (hosts->options.live) {
	case LIVE_SIDECAR:
		return without_subscriptions(hosts);
	case LIVE_AUTO:
		if (hosts->parent_deaf)
			return without_subscriptions(hosts);
		/* Once deaf it would be of no use at all. */
		if (hosts->jphost && hosts->list[0].init.workspace_root)
			return DIALECT_PROBED;
		break;
	case LIVE_SUBSCRIBE:
	case LIVE_POLL:
		break;
	}
	return DIALECT_POLLED;
}

static void say_ready(struct hosts *hosts, int host)
{
	const struct host *h = &hosts->list[host];
	struct strbuf line = STRBUF_INIT;

	if (h->dialect == DIALECT_JP8)
		plugin_write_ready_protocol(
			&line, h->init.version < JP8_PROTOCOL ? h->init.version
							      : JP8_PROTOCOL);
	else
		plugin_write_ready(&line);
	host_send(hosts, host, &line, OUTBOX_ALWAYS);
	strbuf_release(&line);
}

void dialect_decide(struct hosts *hosts, int host)
{
	struct host *h = &hosts->list[host];
	enum dialect dialect = DIALECT_POLLED;

	h->probe_ms = -1;
	h->list_ms = -1;
	/* A list or an export needs only what every protocol has, and ends with
	 * the answer: nothing is subscribed to, so no probe is needed. */
	if (hosts->options.once && h->init.version < JP8_VERSION) {
		dialect = DIALECT_POLLED;
	} else if (h->init.says_capabilities) {
		if (hosts_can(hosts, host, CAPABILITY_SUBSCRIBE))
			dialect = DIALECT_PUSHES;
	} else if (h->init.version >= JP8_VERSION) {
		dialect = DIALECT_JP8;
		h->init.capabilities |=
			1u << CAPABILITY_QUERY | 1u << CAPABILITY_CANCEL_QUERY;
	} else if (hosts->options.live == LIVE_SUBSCRIBE) {
		grant(h);
		dialect = DIALECT_PUSHES;
	} else if (!host) {
		dialect = dialect_of_parent(hosts);
	}
	h->dialect = dialect;
	say_ready(hosts, host);
	if (dialect == DIALECT_JP8 && !hosts->options.once)
		dialect_jp8_read_tools(hosts, host);
	h->want_list = dialect != DIALECT_STANDBY;
}

bool dialect_polls(const struct hosts *hosts, int host)
{
	const struct host *h = &hosts->list[host];

	return h->dialect == DIALECT_POLLED || h->dialect == DIALECT_JP8;
}

bool hosts_is_deaf(const struct hosts *hosts, int host)
{
	return hosts->list[host].dialect == DIALECT_DEAF;
}

bool hosts_is_probing(const struct hosts *hosts)
{
	return hosts->count && !hosts->leaving && !hosts->list[0].gone &&
	       hosts->list[0].dialect == DIALECT_PROBED;
}

int hosts_main(const struct hosts *hosts)
{
	return hosts->sidecar >= 0 ? hosts->sidecar : 0;
}

/* Give way to the sidecar, which now reports the same conversations. */
static void stand_by(struct hosts *hosts, enum dialect dialect)
{
	lifecycle_forget(hosts, 0, true);
	host_drop_subscriptions(hosts, 0);
	hosts->list[0].dialect = dialect;
	hosts->list[0].want_list = false;
	hosts_changed(hosts);
}

static void probe_failed(struct hosts *hosts)
{
	hosts_tell(hosts, learned, true);
	stand_by(hosts, DIALECT_DEAF);
	start_sidecar(hosts);
	/* It cannot read what is still queued. */
	outbox_release(&hosts->list[0].outbox);
}

void hosts_closed(struct hosts *hosts, int host)
{
	if (!host && hosts->list[0].dialect == DIALECT_PROBED &&
	    hosts->list[0].probe_ms >= 0)
		probe_failed(hosts);
}

bool dialect_holds(struct hosts *hosts, int host)
{
	struct host *h = &hosts->list[host];

	if (h->dialect != DIALECT_PROBED)
		return false;
	if (h->probe_ms >= 0 || !h->listed_once)
		return true;
	if (!h->work_count) {
		/* There is nothing to subscribe to, so nothing is learned. */
		stand_by(hosts, without_subscriptions(hosts));
		return true;
	}
	h->probe_ms = hosts->now_ms + PROBE_MS;
	follow_probe(hosts, host);
	return true;
}

void dialect_answer(struct hosts *hosts, int host,
		    enum plugin_message_type request)
{
	struct host *h = &hosts->list[host];

	if (request != PLUGIN_MESSAGE_SUBSCRIBE)
		return;
	if (h->dialect == DIALECT_PROBED) {
		/* A host that refuses a subscription knows the type. */
		grant(h);
		hosts_changed(hosts);
	} else if (h->dialect == DIALECT_DEAF) {
		/* It was slow, not deaf: probe it again next time. */
		hosts_tell(hosts, learned, false);
	}
}

bool dialect_sidecar_failed(struct hosts *hosts, int host)
{
	struct host *parent = &hosts->list[0];

	if (host != hosts->sidecar || parent->dialect != DIALECT_STANDBY)
		return false;
	hosts->sidecar = -1;
	parent->dialect = DIALECT_POLLED;
	parent->want_list = true;
	hosts_say(
		hosts, HOSTS_ERROR,
		_("jphost cannot replace the host: what is shown may be old"));
	follow_pump(hosts, 0);
	return true;
}

static bool is_polled(const struct hosts *hosts, const struct subscription *sub)
{
	return sub->refused || dialect_polls(hosts, sub->conv->host);
}

bool dialect_events(struct hosts *hosts, struct subscription *sub,
		    const struct host_message *msg)
{
	struct conversation *conv = sub->conv;
	bool changed;

	if (hosts->list[conv->host].dialect != DIALECT_JP8)
		return false;
	changed = conversation_set_lock(conv, msg->lock != LOCK_HOLDER_NOBODY,
					msg->lock == LOCK_HOLDER_ELSEWHERE,
					hosts_wall_ms(hosts));
	/* Our query has the lock: the message was accepted. */
	if (sub->sending && msg->lock == LOCK_HOLDER_HERE) {
		query_taken(hosts, sub);
		changed = true;
	}
	if (msg->title)
		changed |= conversation_set_title(conv, msg->title);
	return changed;
}

void dialect_was_read(struct hosts *hosts, struct subscription *sub,
		      bool changed)
{
	const struct conversation *conv = sub->conv;

	if (is_polled(hosts, sub))
		sub->poll_ms = hosts->now_ms + (changed || conv->turn_active
							? POLL_BUSY_MS
							: POLL_IDLE_MS);
}

/* The next polled subscription that is not being read, starting at *pos; NULL:
 * no more. */
static struct subscription *next_polled(const struct hosts *hosts, int host,
					size_t *pos)
{
	const struct host *h = &hosts->list[host];
	const struct strmap_entry *entry;

	if (!h->refused && !dialect_polls(hosts, host))
		return NULL;
	while ((entry = strmap_next(&h->subscriptions, pos))) {
		struct subscription *sub = entry->value;

		if (is_polled(hosts, sub) && sub->want == HOSTS_FULL &&
		    !sub->reading && !sub->want_read)
			return sub;
	}
	return NULL;
}

static void poll_histories(struct hosts *hosts, int host)
{
	struct host *h = &hosts->list[host];
	struct subscription *sub;
	size_t pos = 0;

	while (!h->gone && (sub = next_polled(hosts, host, &pos))) {
		if (hosts->now_ms >= sub->poll_ms)
			follow_read(hosts, sub);
	}
}

static void poll_lists(struct hosts *hosts)
{
	for (size_t i = 0; i < hosts->count; i++) {
		struct host *h = &hosts->list[i];

		if (h->gone || !dialect_polls(hosts, (int)i) || h->listing ||
		    h->want_list)
			continue;
		if (h->list_ms < 0)
			h->list_ms = hosts->now_ms + POLL_IDLE_MS;
		if (hosts->now_ms < h->list_ms)
			continue;
		h->list_ms = -1;
		h->want_list = true;
	}
}

/* Whether every requested subscription was refused: the host has none. One that
 * is refused beside others is polled on its own. */
static bool has_none(const struct hosts *hosts, int host)
{
	const struct host *h = &hosts->list[host];
	const struct strmap_entry *entry;
	size_t pos = 0;

	if (!h->refused || h->subscribed || h->gone ||
	    h->dialect != DIALECT_PUSHES)
		return false;
	while ((entry = strmap_next(&h->subscriptions, &pos))) {
		const struct subscription *sub = entry->value;

		if (sub->next[0])
			return false;
	}
	return true;
}

static void poll_instead(struct hosts *hosts, int host)
{
	struct host *h = &hosts->list[host];

	h->dialect = DIALECT_POLLED;
	h->init.capabilities &= ~(1u << CAPABILITY_SUBSCRIBE);
	hosts_say(hosts, HOSTS_ERROR,
		  _("the host does not accept subscriptions: what is "
		    "shown may be old"));
}

void dialect_tick(struct hosts *hosts)
{
	if (hosts_is_probing(hosts) && hosts->list[0].probe_ms >= 0 &&
	    hosts->now_ms >= hosts->list[0].probe_ms)
		probe_failed(hosts);
	for (size_t i = 0; i < hosts->count; i++) {
		if (has_none(hosts, (int)i))
			poll_instead(hosts, (int)i);
		poll_histories(hosts, (int)i);
	}
	poll_lists(hosts);
}

int64_t dialect_wake_ms(const struct hosts *hosts)
{
	int64_t wake_ms =
		hosts_is_probing(hosts) ? hosts->list[0].probe_ms : -1;

	for (size_t i = 0; i < hosts->count; i++) {
		const struct host *h = &hosts->list[i];
		const struct subscription *sub;
		size_t pos = 0;

		if (h->gone)
			continue;
		if (has_none(hosts, (int)i))
			return hosts->now_ms;
		while ((sub = next_polled(hosts, (int)i, &pos)))
			sooner_ms(&wake_ms, sub->poll_ms);
		if (dialect_polls(hosts, (int)i) && !h->listing &&
		    !h->want_list)
			sooner_ms(&wake_ms,
				  h->list_ms < 0 ? hosts->now_ms : h->list_ms);
	}
	return wake_ms;
}
