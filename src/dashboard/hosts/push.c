#include "config.h"

#include "src/dashboard/hosts/push.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "proto/plugin-message.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/hosts/follow.h"
#include "src/dashboard/hosts/host.h"
#include "src/dashboard/hosts/tell.h"

/*
 * Writing to a conversation outside of a turn (RFD 072): lock, push_events,
 * unlock. If the user has not locked it, it is locked only for the push.
 */

static const char *ask(struct hosts *hosts, const struct subscription *sub,
		       enum plugin_message_type type)
{
	return host_ask(hosts, sub->conv->host, type, sub->conv->id, 0);
}

/* The subscription if its conversation can be locked; or NULL. */
static struct subscription *writable(struct hosts *hosts,
				     const struct conversation *conv,
				     struct strbuf *err)
{
	if (!host_may_send(hosts, err))
		return NULL;
	if (!hosts_can(hosts, conv->host, CAPABILITY_LOCK))
		strbuf_setf(err, _("this host does not support locking"));
	else if (hosts->list[conv->host].gone)
		strbuf_setf(err, _("this host is not connected"));
	else
		return follow_get(hosts, conv);
	return NULL;
}

static void send_lock(struct hosts *hosts, struct subscription *sub)
{
	struct strbuf line = STRBUF_INIT;

	plugin_write_lock(&line, ask(hosts, sub, PLUGIN_MESSAGE_LOCK),
			  sub->conv->id);
	if (!host_send(hosts, sub->conv->host, &line, OUTBOX_NORMAL))
		sub->lock.state = LOCK_ASKED;
	strbuf_release(&line);
}

static void send_unlock(struct hosts *hosts, struct subscription *sub)
{
	struct strbuf line = STRBUF_INIT;

	plugin_write_unlock(&line, ask(hosts, sub, PLUGIN_MESSAGE_UNLOCK),
			    sub->conv->id);
	host_send(hosts, sub->conv->host, &line, OUTBOX_ALWAYS);
	sub->lock.state = LOCK_LEAVING;
	sub->lock.kept = false;
	strbuf_release(&line);
}

int hosts_lock(struct hosts *hosts, struct conversation *conv,
	       struct strbuf *err)
{
	struct subscription *sub = writable(hosts, conv, err);

	if (!sub)
		return -1;
	if (sub->lock.kept) {
		strbuf_setf(err, _("already locked by us"));
		return -1;
	}
	sub->lock.kept = true;
	if (sub->lock.state == LOCK_NONE)
		send_lock(hosts, sub);
	return 0;
}

int hosts_unlock(struct hosts *hosts, struct conversation *conv,
		 struct strbuf *err)
{
	struct subscription *sub = follow_get(hosts, conv);

	if (sub->lock.state != LOCK_HELD) {
		strbuf_setf(err, _("not locked by us"));
		return -1;
	}
	send_unlock(hosts, sub);
	return 0;
}

bool hosts_is_locked(const struct hosts *hosts, const struct conversation *conv)
{
	const struct subscription *sub =
		follow_find(hosts, conv->host, conv->id);

	return sub && sub->lock.state == LOCK_HELD;
}

int hosts_may_push(struct hosts *hosts, struct conversation *conv,
		   struct strbuf *err)
{
	struct subscription *sub = writable(hosts, conv, err);

	if (!sub)
		return -1;
	if (sub->lock.events) {
		strbuf_setf(err, _("the last events are being sent"));
		return -1;
	}
	return 0;
}

/* Join objects, one per line, to an array. -1 with the number of a bad line. */
static int join_lines(struct strbuf *out, struct slice text, size_t *line,
		      struct strbuf *err)
{
	strbuf_addch(out, '[');
	for (*line = 1; text.len; ++*line) {
		struct slice one = slice_trim(slice_take_line(&text));

		if (!one.len)
			continue;
		if (json_check(one, NULL, err))
			return -1;
		if (out->len > 1)
			strbuf_addch(out, ',');
		strbuf_addslice(out, one);
	}
	strbuf_addch(out, ']');
	return 0;
}

static void send_events(struct hosts *hosts, struct subscription *sub)
{
	struct strbuf line = STRBUF_INIT;

	plugin_write_push_events(&line,
				 ask(hosts, sub, PLUGIN_MESSAGE_PUSH_EVENTS),
				 sub->conv->id, slice_str(sub->lock.events));
	if (host_send(hosts, sub->conv->host, &line, OUTBOX_NORMAL))
		push_refused(hosts, sub, true);
	strbuf_release(&line);
}

int hosts_push(struct hosts *hosts, struct conversation *conv,
	       struct slice text, struct strbuf *err)
{
	struct subscription *sub = writable(hosts, conv, err);
	struct strbuf array = STRBUF_INIT, why = STRBUF_INIT;
	size_t line = 0;
	int ret = -1;

	if (!sub)
		return -1;
	if (!json_check(text, NULL, &why) && json_type_of(text) == JSON_ARRAY) {
		json_write_compact(&array, text);
	} else if (join_lines(&array, text, &line, &why)) {
		strbuf_setf(err,
			    _("expected a JSON array, or one event per line: "
			      "line %zu: %s"),
			    line, why.buf);
		goto out;
	}
	ret = 0;
	free(sub->lock.events);
	sub->lock.events = strbuf_detach(&array);
	if (sub->lock.state == LOCK_HELD)
		send_events(hosts, sub);
	else if (sub->lock.state == LOCK_NONE)
		send_lock(hosts, sub);
out:
	strbuf_release(&array);
	strbuf_release(&why);
	return ret;
}

void push_locked(struct hosts *hosts, struct subscription *sub)
{
	sub->lock.state = LOCK_HELD;
	hosts_changed(hosts);
	if (sub->lock.events)
		send_events(hosts, sub);
	else if (!sub->lock.kept)
		send_unlock(hosts, sub);
	else
		hosts_say(hosts, HOSTS_DIM, _("locked; :unlock releases it"));
}

void push_unlocked(struct hosts *hosts, struct subscription *sub)
{
	/* The unlock of a new conversation is not reported. */
	if (sub->lock.state != LOCK_LEAVING)
		return;
	sub->lock.state = LOCK_NONE;
	hosts_changed(hosts);
	/* Do what was requested meanwhile. */
	if (sub->lock.events || sub->lock.kept)
		send_lock(hosts, sub);
}

static void forget_events(struct hosts *hosts, struct subscription *sub)
{
	free(sub->lock.events);
	sub->lock.events = NULL;
	if (sub->lock.state == LOCK_HELD && !sub->lock.kept)
		send_unlock(hosts, sub);
}

void push_done(struct hosts *hosts, struct subscription *sub, int64_t count)
{
	size_t n = count > 0 ? (size_t)count : 0;

	hosts_say(hosts, HOSTS_DIM,
		  Q_("%zu event was added", "%zu events were added", n), n);
	forget_events(hosts, sub);
	follow_read(hosts, sub);
}

void push_refused(struct hosts *hosts, struct subscription *sub, bool push)
{
	if (!push) {
		sub->lock.state = LOCK_NONE;
		sub->lock.kept = false;
	}
	forget_events(hosts, sub);
}

void push_unlock_all(struct hosts *hosts)
{
	for (size_t i = 0; i < hosts->count; i++) {
		const struct strmap_entry *entry;
		size_t pos = 0;

		while ((entry = strmap_next(&hosts->list[i].subscriptions,
					    &pos))) {
			struct subscription *sub = entry->value;

			if (sub->lock.state == LOCK_HELD ||
			    sub->lock.state == LOCK_ASKED)
				send_unlock(hosts, sub);
		}
	}
}
