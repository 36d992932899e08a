#include "config.h"

#include "src/dashboard/hosts/lifecycle.h"

#include <stdlib.h>
#include <string.h>

#include "proto/plugin-message.h"
#include "src/base/clock.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/hosts/dialect.h"
#include "src/dashboard/hosts/follow.h"
#include "src/dashboard/hosts/host-spec.h"
#include "src/dashboard/hosts/host.h"
#include "src/dashboard/hosts/prompt.h"
#include "src/dashboard/hosts/tell.h"

/*
 * Connecting and losing hosts. The loop starts the processes and reports their
 * ends; which ones are wanted, and when to retry, is decided here.
 */

#define PAUSE_FIRST_MS 1000
#define PAUSE_MAX_MS   60000
#define STEADY_MS      10000 /* after so long the next pause is short again */
#define FIRST_LINE_MS  60000 /* for `init`, ssh and all */

int hosts_find(const struct hosts *hosts, struct slice name)
{
	for (size_t i = 0; i < hosts->count; i++) {
		if (hosts_is_shown(hosts, (int)i) &&
		    slice_is(name, hosts->list[i].name))
			return (int)i;
	}
	return -1;
}

/* Whether the path of its first word ends in jphost. */
static bool is_jphost(const char *command)
{
	size_t len = strcspn(command, " \t");
	struct slice word = slice_of(command, len);
	const char *slash = memrchr(word.ptr, '/', word.len);

	return slice_is(slash ? slice_skip(word, (size_t)(slash + 1 - command))
			      : word,
			"jphost");
}

/* The host that started us, and those that we start without ssh or a shell. */
bool hosts_is_here(const struct hosts *hosts, int host)
{
	const struct host *h = &hosts->list[host];

	return !host || host == hosts->sidecar ||
	       (h->command && is_jphost(h->command));
}

bool hosts_is_shown(const struct hosts *hosts, int host)
{
	const struct host *h = &hosts->list[host];

	/* A host replaced by a sidecar is not shown. */
	return h->name && !dialect_is_off(h);
}

size_t hosts_shown(const struct hosts *hosts)
{
	size_t count = 0;

	for (size_t i = 0; i < hosts->count; i++)
		count += hosts_is_shown(hosts, (int)i);
	return count;
}

const char *hosts_name_shown(const struct hosts *hosts,
			     const struct conversation *conv)
{
	return conv && hosts_shown(hosts) > 1 ? hosts->list[conv->host].name
					      : NULL;
}

void hosts_log(struct hosts *hosts, int host, struct slice line)
{
	line_log_add(&hosts->list[host].log, line);
}

void hosts_stderr(struct hosts *hosts, int host, struct slice bytes)
{
	struct strbuf *part = &hosts->list[host].log_part;

	while (bytes.len) {
		const char *newline = memchr(bytes.ptr, '\n', bytes.len);
		size_t len =
			newline ? (size_t)(newline - bytes.ptr) : bytes.len;
		size_t room = LINE_LOG_LINE_BYTES - part->len;

		strbuf_add(part, bytes.ptr, len < room ? len : room);
		if (newline) {
			hosts_log(hosts, host, strbuf_slice(part));
			strbuf_reset(part);
		}
		bytes = slice_skip(bytes, len + (newline != NULL));
	}
}

/* Add our own remark to the host's log. */
static void note(struct hosts *hosts, int host, const char *remark)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, "-- %s", remark);
	hosts_log(hosts, host, strbuf_slice(&text));
	strbuf_release(&text);
}

static void begin_run(struct hosts *hosts, int host)
{
	struct host *h = &hosts->list[host];

	host_reset(hosts, host);
	h->gone = true;
	h->run = ++h->last_run;
	h->since_ms = hosts->now_ms;
	h->restart_ms = -1;
	note(hosts, host, _("starting"));
	hosts_changed(hosts);
}

static void end_run(struct hosts *hosts, int host, bool again)
{
	struct host *h = &hosts->list[host];

	if (!h->gone && hosts->now_ms - h->since_ms >= STEADY_MS)
		h->failures = 0;
	h->run = 0;
	h->gone = true;
	h->restart_ms =
		again ? hosts->now_ms + backoff_ms(PAUSE_FIRST_MS, PAUSE_MAX_MS,
						   h->failures)
		      : -1;
	h->failures++;
	host_reset(hosts, host);
	hosts_changed(hosts);
}

/* Its conversations stay readable, but get no more events. */
static void lose_conversations(struct hosts *hosts, int host)
{
	bool unsent = host_lose_answers(hosts, host);

	for (size_t i = 0; i < hosts->store.count; i++) {
		struct conversation *conv = hosts->store.conversations[i];

		if (conv->host != host)
			continue;
		prompt_host_gone(hosts, conv);
		/* An answer may have been lost on the way: if the host asks
		 * again, the user is asked again. */
		prompts_forget_answered(&hosts->store.prompts, host, conv->id,
					RESPOND_NONE, NULL);
		conversation_lost(conv, hosts_wall_ms(hosts));
	}
	if (unsent)
		hosts_say(hosts, HOSTS_ERROR,
			  _("an answer was not sent: the host is gone"));
	hosts_changed(hosts);
}

static void free_place(struct hosts *hosts, int host)
{
	struct host *h = &hosts->list[host];
	uint64_t last_run = h->last_run;

	host_release(h);
	/* The loop identifies runs by number: never reuse one. */
	*h = (struct host){ .gone = true,
			    .last_run = last_run,
			    .restart_ms = -1 };
	hosts_changed(hosts);
}

/* The run ended before it was connected. */
static void run_failed(struct hosts *hosts, int host, bool again)
{
	if (dialect_sidecar_failed(hosts, host))
		free_place(hosts, host);
	else
		end_run(hosts, host, again);
}

void hosts_gone(struct hosts *hosts, int host)
{
	struct host *h = &hosts->list[host];

	if (!h->command) {
		if (h->gone)
			return;
		h->gone = true;
		lose_conversations(hosts, host);
		hosts_tell(hosts, leave, 1, _("the host is gone"));
		return;
	}
	if (!h->run)
		return;
	note(hosts, host, h->gone ? _("exited without output") : _("ended"));
	if (!h->gone) {
		lose_conversations(hosts, host);
		hosts_say(hosts, HOSTS_ERROR,
			  _("host %s disconnected; reconnecting"), h->name);
	}
	end_run(hosts, host, true);
}

void hosts_failed(struct hosts *hosts, int host, const char *why, bool for_good)
{
	note(hosts, host, why);
	hosts_say(hosts, HOSTS_ERROR, _("host %s: %s"), hosts->list[host].name,
		  why);
	run_failed(hosts, host, !for_good);
}

void lifecycle_connected(struct hosts *hosts, int host,
			 struct host_message *init)
{
	struct host *h = &hosts->list[host];
	const struct strmap_entry *entry;
	size_t pos = 0;

	host_message_release(&h->init);
	h->init = *init;
	*init = (struct host_message)HOST_MESSAGE_INIT;
	/* They point into a line that was freed. */
	h->init.config = h->init.options = slice_of(NULL, 0);
	h->gone = false;
	h->since_ms = hosts->now_ms;
	dialect_decide(hosts, host);
	hosts_tell(hosts, connected, host);
	/* The message about its end is no longer true. */
	if (h->failures)
		hosts_say(hosts, HOSTS_DIM, _("host %s is connected"), h->name);
	/* Follow again what was followed, and read it: only the host knows. */
	while ((entry = strmap_next(&h->subscriptions, &pos))) {
		struct subscription *sub = entry->value;

		conversation_set_host_lost(sub->conv, false);
		follow_queue(hosts, sub);
	}
	hosts_changed(hosts);
	follow_pump(hosts, host);
}

/* A free slot among the first `max`, or NULL. */
static struct host *new_host(struct hosts *hosts, const char *name, size_t max)
{
	size_t i = 0;
	uint64_t last_run;

	while (i < hosts->count && hosts->list[i].name)
		i++;
	if (i >= max)
		return NULL;
	if (i == hosts->count)
		hosts->count++;
	last_run = hosts->list[i].last_run;
	hosts->list[i] = (struct host){ .name = xstrdup(name),
					.restart_ms = -1,
					.last_run = last_run };
	host_reset(hosts, (int)i);
	return &hosts->list[i];
}

void hosts_add_parent(struct hosts *hosts, const char *name,
		      struct host_message *init)
{
	struct host *h = new_host(hosts, name, 1);

	lifecycle_connected(hosts, (int)(h - hosts->list), init);
}

int hosts_add(struct hosts *hosts, struct slice text, struct strbuf *err)
{
	struct host_spec spec;
	struct host *h;
	char *name;

	if (host_spec_read(&spec, text, err))
		return -1;
	if (hosts_find(hosts, spec.name) >= 0) {
		strbuf_setf(err, _("host '%.*s' already exists"),
			    (int)spec.name.len, spec.name.ptr);
		return -1;
	}
	name = xmemdupz(spec.name.ptr, spec.name.len);
	h = new_host(hosts, name, HOSTS_MAX);
	free(name);
	if (!h) {
		strbuf_setf(err, _("too many hosts (%d at most)"), HOSTS_MAX);
		return -1;
	}
	h->command = xmemdupz(spec.command.ptr, spec.command.len);
	begin_run(hosts, (int)(h - hosts->list));
	return 0;
}

int lifecycle_start(struct hosts *hosts, const char *name, char **words)
{
	/* A slot is reserved for it, however many hosts the user adds. */
	struct host *h = new_host(hosts, name, HOSTS_MAX + 1);
	struct strbuf command = STRBUF_INIT;

	for (size_t i = 0; words[i]; i++)
		strbuf_addf(&command, "%s%s", i ? " " : "", words[i]);
	h->words = words;
	h->command = strbuf_detach(&command);
	begin_run(hosts, (int)(h - hosts->list));
	return (int)(h - hosts->list);
}

/* Find a host that we start, by name. */
static int find_started(const struct hosts *hosts, struct slice name,
			struct strbuf *err)
{
	int host = hosts_find(hosts, slice_trim(name));

	if (host < 0)
		strbuf_setf(err, _("no such host: '%.*s'"), (int)name.len,
			    name.ptr ? name.ptr : "");
	else if (!hosts->list[host].command)
		strbuf_setf(
			err,
			_("host %s started this dashboard and cannot be removed"),
			hosts->list[host].name);
	else
		return host;
	return -1;
}

int hosts_restart(struct hosts *hosts, struct slice name, struct strbuf *err)
{
	int host = find_started(hosts, name, err);

	if (host < 0)
		return -1;
	if (!hosts->list[host].gone)
		lose_conversations(hosts, host);
	hosts->list[host].failures = 0;
	begin_run(hosts, host);
	return 0;
}

void lifecycle_forget(struct hosts *hosts, int host, bool replaced)
{
	hosts_tell(hosts, forget, host, replaced);
	store_forget_host(&hosts->store, host);
}

int hosts_remove(struct hosts *hosts, struct slice name, struct strbuf *err)
{
	int host = find_started(hosts, name, err);
	struct host *h;

	if (host < 0)
		return -1;
	h = &hosts->list[host];
	if (host == hosts->sidecar) {
		strbuf_setf(
			err,
			_("host %s started this dashboard and cannot be removed"),
			h->name);
		return -1;
	}
	lose_conversations(hosts, host);
	h->gone = true;
	lifecycle_forget(hosts, host, false);
	free_place(hosts, host);
	return 0;
}

/* The last lines may still be on their way. */
#define REPLAY_REST_MS 1000

int64_t hosts_replay_ms(const struct hosts *hosts)
{
	const struct host *h = hosts->list;
	int64_t length, at;

	if (!hosts->count || !h->init.replays)
		return -1;
	length = h->init.replay_length_ms < 0 ? 0 : h->init.replay_length_ms;
	if (h->init.replay_permille <= 0)
		return length;
	at = (hosts->now_ms - h->since_ms) * h->init.replay_permille / 1000;
	return at < length ? at : length;
}

/* Nothing more comes: end whatever the recording left unfinished. */
static void end_replay(struct hosts *hosts)
{
	int64_t at = hosts_replay_ms(hosts);

	if (at < 0 || hosts->replay_over ||
	    at < hosts->list[0].init.replay_length_ms ||
	    hosts->now_ms < hosts->list[0].since_ms + REPLAY_REST_MS)
		return;
	hosts->replay_over = true;
	for (size_t i = 0; i < hosts->store.count; i++) {
		struct conversation *conv = hosts->store.conversations[i];

		if (conv->turn_active && !conv->waiting)
			conversation_turn_ended(conv, hosts->now_ms);
	}
	hosts_changed(hosts);
}

void lifecycle_tick(struct hosts *hosts)
{
	end_replay(hosts);
	for (size_t i = 0; i < hosts->count; i++) {
		struct host *h = &hosts->list[i];

		if (h->run && h->gone &&
		    hosts->now_ms - h->since_ms >= FIRST_LINE_MS) {
			note(hosts, (int)i, _("it says nothing"));
			run_failed(hosts, (int)i, true);
		}
		if (h->restart_ms >= 0 && hosts->now_ms >= h->restart_ms)
			begin_run(hosts, (int)i);
	}
}

int64_t lifecycle_wake_ms(const struct hosts *hosts)
{
	int64_t wake_ms = -1;

	for (size_t i = 0; i < hosts->count; i++) {
		const struct host *h = &hosts->list[i];
		int64_t at_ms = h->run && h->gone ? h->since_ms + FIRST_LINE_MS
						  : h->restart_ms;

		sooner_ms(&wake_ms, at_ms);
	}
	return wake_ms;
}
