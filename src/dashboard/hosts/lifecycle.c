#include "config.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "proto/plugin-message.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app-private.h"
#include "src/dashboard/app/draft.h"
#include "src/dashboard/hosts/prompt.h"

/*
 * Hosts come and go. The loop starts the processes and tells what becomes of
 * them; which are wanted, and when one is tried again, is decided here.
 */

#define NAME_MAX_LEN  32
#define COMMAND_MAX   8192
#define PAUSE_MAX_MS  60000
#define STEADY_MS     10000 /* up for so long: the next pause is short again */
#define FIRST_LINE_MS 60000 /* for `init`, ssh and all */

int app_host_find(const struct app *app, struct slice name)
{
	for (size_t i = 0; i < app->host_count; i++) {
		if (app_host_is_shown(app, (int)i) &&
		    slice_is(name, app->hosts[i].name))
			return (int)i;
	}
	return -1;
}

bool app_host_is_shown(const struct app *app, int host)
{
	const struct app_host *h = &app->hosts[host];

	/* What a sidecar speaks for, it also stands for. */
	return h->name && !app_dialect_is_off(h);
}

size_t app_hosts_shown(const struct app *app)
{
	size_t count = 0;

	for (size_t i = 0; i < app->host_count; i++)
		count += app_host_is_shown(app, (int)i);
	return count;
}

const char *app_host_shown(const struct app *app,
			   const struct conversation *conv)
{
	return conv && app_hosts_shown(app) > 1 ? app->hosts[conv->host].name
						: NULL;
}

void app_host_log(struct app *app, int host, struct slice line)
{
	host_log_add(&app->hosts[host].log, line);
}

void app_host_stderr(struct app *app, int host, struct slice bytes,
		     int64_t now_ms)
{
	struct strbuf *part = &app->hosts[host].log_part;

	app->now_ms = now_ms;
	while (bytes.len) {
		const char *newline = memchr(bytes.ptr, '\n', bytes.len);
		size_t len =
			newline ? (size_t)(newline - bytes.ptr) : bytes.len;
		size_t room = HOST_LOG_LINE_BYTES - part->len;

		strbuf_add(part, bytes.ptr, len < room ? len : room);
		if (newline) {
			app_host_log(app, host, strbuf_slice(part));
			strbuf_reset(part);
		}
		bytes = slice_skip(bytes, len + (newline != NULL));
	}
}

static void note(struct app *app, int host, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* To the host's log, as a word of ours. */
static void note(struct app *app, int host, const char *fmt, ...)
{
	struct strbuf text = STRBUF_INIT;
	va_list args;

	strbuf_addstr(&text, "-- ");
	va_start(args, fmt);
	strbuf_vaddf(&text, fmt, args);
	va_end(args);
	app_host_log(app, host, strbuf_slice(&text));
	strbuf_release(&text);
}

static void begin_run(struct app *app, int host)
{
	struct app_host *h = &app->hosts[host];

	app_host_reset(app, host);
	h->gone = true;
	h->run = ++h->last_run;
	h->since_ms = app->now_ms;
	h->restart_ms = -1;
	note(app, host, "%s", _("starting"));
	app->dirty = true;
}

/* 1, 2, 4 … 60 s after that many failures in a row. */
static int64_t pause_ms(unsigned failures)
{
	int64_t ms =
		failures < 7 ? INT64_C(1000) << (failures - 1) : PAUSE_MAX_MS;

	return ms < PAUSE_MAX_MS ? ms : PAUSE_MAX_MS;
}

static void end_run(struct app *app, int host, bool again)
{
	struct app_host *h = &app->hosts[host];

	if (!h->gone && app->now_ms - h->since_ms >= STEADY_MS)
		h->failures = 0;
	h->run = 0;
	h->gone = true;
	h->ready = false;
	h->failures++;
	h->restart_ms = again ? app->now_ms + pause_ms(h->failures) : -1;
	app_host_reset(app, host);
	app->dirty = true;
}

/* What it held is of the past: readable, but nothing comes of it. */
static void lose_conversations(struct app *app, int host)
{
	for (size_t i = 0; i < app->store.count; i++) {
		struct conversation *conv = app->store.conversations[i];

		if (conv->host != host)
			continue;
		prompt_host_gone(app, conv);
		/* An answer may have been lost on the way: if it asks again,
		 * it is asked for again. */
		prompts_forget_answered(&app->store.prompts, host, conv->id,
					RESPOND_NONE, NULL);
		conversation_turn_ended(conv, app_wall_ms(app));
		conversation_set_host_lost(conv, true);
	}
	app->dirty = true;
}

static void free_place(struct app *app, int host)
{
	struct app_host *h = &app->hosts[host];
	uint64_t last_run = h->last_run;

	app_host_release(h);
	/* The loop tells runs by their numbers: none comes twice. */
	*h = (struct app_host){ .gone = true,
				.last_run = last_run,
				.restart_ms = -1 };
	app->dirty = true;
}

/* It was not there yet. */
static void run_failed(struct app *app, int host, bool again)
{
	if (app_dialect_sidecar_failed(app, host))
		free_place(app, host);
	else
		end_run(app, host, again);
}

void app_host_gone(struct app *app, int host, int64_t now_ms)
{
	struct app_host *h = &app->hosts[host];

	app->now_ms = now_ms;
	if (!h->command) {
		if (h->gone)
			return;
		h->gone = true;
		lose_conversations(app, host);
		app_exit(app, 1, _("the host is gone"));
		return;
	}
	if (!h->run)
		return;
	note(app, host, "%s",
	     h->gone ? _("ended before it said anything") : _("ended"));
	if (!h->gone) {
		lose_conversations(app, host);
		app_say(app, FACE_ERROR,
			_("host %s is lost; it is tried again"), h->name);
	}
	end_run(app, host, true);
}

void app_host_failed(struct app *app, int host, const char *why, bool for_good,
		     int64_t now_ms)
{
	app->now_ms = now_ms;
	note(app, host, "%s", why);
	app_say(app, FACE_ERROR, _("host %s: %s"), app->hosts[host].name, why);
	run_failed(app, host, !for_good);
}

void app_host_connected(struct app *app, int host, struct host_message *init)
{
	struct app_host *h = &app->hosts[host];
	const struct strmap_entry *entry;
	size_t pos = 0;

	host_message_release(&h->init);
	h->init = *init;
	*init = (struct host_message)HOST_MESSAGE_INIT;
	/* They point into a line that is gone by now. */
	h->init.config = h->init.options = slice_of(NULL, 0);
	h->gone = false;
	h->since_ms = app->now_ms;
	h->ready = true;
	app_dialect_decide(app, host);
	app_rules_apply(app, host);
	/* What was followed is followed again, and read: the truth is there. */
	while ((entry = strmap_next(&h->links, &pos))) {
		struct link *link = entry->value;

		conversation_set_host_lost(link->conv, false);
		app_link_queue(app, link);
	}
	app->dirty = true;
	app_pump(app, host);
}

/* A free place, or NULL. */
static struct app_host *new_host(struct app *app, const char *name)
{
	size_t i = 0;
	uint64_t last_run;

	while (i < app->host_count && app->hosts[i].name)
		i++;
	if (i == APP_HOSTS_MAX)
		return NULL;
	if (i == app->host_count)
		app->host_count++;
	last_run = app->hosts[i].last_run;
	app->hosts[i] = (struct app_host){ .name = xstrdup(name),
					   .restart_ms = -1,
					   .last_run = last_run };
	app_host_reset(app, (int)i);
	return &app->hosts[i];
}

int app_add_host(struct app *app, const char *name, struct host_message *init)
{
	struct app_host *h = new_host(app, name);
	struct strbuf err = STRBUF_INIT;

	app_host_connected(app, (int)(h - app->hosts), init);
	for (size_t i = 0; i < app->options.host_count; i++) {
		if (app_host_add(app, slice_str(app->options.hosts[i]), &err))
			app_say(app, FACE_ERROR, "%s", err.buf);
	}
	strbuf_release(&err);
	return 0;
}

static bool is_name(struct slice name)
{
	if (!name.len || name.len > NAME_MAX_LEN)
		return false;
	for (size_t i = 0; i < name.len; i++) {
		if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX"
			    "YZ0123456789._-",
			    name.ptr[i]) ||
		    !name.ptr[i])
			return false;
	}
	return true;
}

static struct slice trimmed(struct slice text)
{
	while (text.len && strchr(" \t", text.ptr[0]))
		text = slice_skip(text, 1);
	while (text.len && strchr(" \t", text.ptr[text.len - 1]))
		text.len--;
	return text;
}

int app_host_add(struct app *app, struct slice spec, struct strbuf *err)
{
	const char *equals = memchr(spec.ptr ? spec.ptr : "", '=', spec.len);
	size_t name_len = equals ? (size_t)(equals - spec.ptr) : 0;
	struct slice name = trimmed(slice_of(spec.ptr, name_len));
	struct slice command = trimmed(slice_skip(spec, name_len + 1));
	struct app_host *h;
	char *text;

	if (!equals || !command.len) {
		strbuf_setf(err, _("a host is NAME=COMMAND, not '%.*s'"),
			    (int)spec.len, spec.ptr ? spec.ptr : "");
		return -1;
	}
	if (!is_name(name)) {
		strbuf_setf(err,
			    _("'%.*s' is no name for a host: letters, digits, "
			      "'.', '_', '-', at most %d"),
			    (int)name.len, name.ptr, NAME_MAX_LEN);
		return -1;
	}
	if (app_host_find(app, name) >= 0) {
		strbuf_setf(err, _("there is a host '%.*s' already"),
			    (int)name.len, name.ptr);
		return -1;
	}
	if (command.len > COMMAND_MAX ||
	    memchr(command.ptr, '\0', command.len)) {
		strbuf_setf(err, _("the command is too long"));
		return -1;
	}
	text = xmemdupz(name.ptr, name.len);
	h = new_host(app, text);
	free(text);
	if (!h) {
		strbuf_setf(err, _("there are %d hosts already"),
			    APP_HOSTS_MAX);
		return -1;
	}
	h->command = xmemdupz(command.ptr, command.len);
	begin_run(app, (int)(h - app->hosts));
	return 0;
}

int app_host_start(struct app *app, const char *name, char **words)
{
	struct app_host *h = new_host(app, name);
	struct strbuf command = STRBUF_INIT;

	for (size_t i = 0; words[i]; i++)
		strbuf_addf(&command, "%s%s", i ? " " : "", words[i]);
	h->words = words;
	h->command = strbuf_detach(&command);
	begin_run(app, (int)(h - app->hosts));
	return (int)(h - app->hosts);
}

/* One of those that we start, by name. */
static int find_started(const struct app *app, struct slice name,
			struct strbuf *err)
{
	int host = app_host_find(app, trimmed(name));

	if (host < 0)
		strbuf_setf(err, _("there is no host '%.*s'"), (int)name.len,
			    name.ptr ? name.ptr : "");
	else if (!app->hosts[host].command)
		strbuf_setf(err, _("host %s started us: it stays"),
			    app->hosts[host].name);
	else
		return host;
	return -1;
}

int app_host_restart(struct app *app, struct slice name, struct strbuf *err)
{
	int host = find_started(app, name, err);

	if (host < 0)
		return -1;
	if (!app->hosts[host].gone)
		lose_conversations(app, host);
	app->hosts[host].failures = 0;
	begin_run(app, host);
	return 0;
}

/* Nothing may point to its conversations any more. */
void app_forget_conversations(struct app *app, int host)
{
	for (size_t i = app->pane_count; i-- > 0;) {
		struct pane *pane = &app->panes[i];

		if (pane->conv && pane->conv->host == host)
			app_pane_close(app, pane);
	}
	layers_forget(app, host);
	app_find_clear(app);
	store_forget_host(&app->store, host);
}

int app_host_remove(struct app *app, struct slice name, struct strbuf *err)
{
	int host = find_started(app, name, err);
	struct app_host *h;

	if (host < 0)
		return -1;
	h = &app->hosts[host];
	if (host == app->sidecar) {
		strbuf_setf(err, _("host %s started us: it stays"), h->name);
		return -1;
	}
	if (draft_any_of(app, host)) {
		strbuf_setf(err, _("a message to host %s is not sent yet"),
			    h->name);
		return -1;
	}
	lose_conversations(app, host);
	h->gone = true;
	app_forget_conversations(app, host);
	draft_put_away(app, host);
	free_place(app, host);
	return 0;
}

void app_hosts_tick(struct app *app)
{
	for (size_t i = 0; i < app->host_count; i++) {
		struct app_host *h = &app->hosts[i];

		if (h->run && h->gone &&
		    app->now_ms - h->since_ms >= FIRST_LINE_MS) {
			note(app, (int)i, "%s", _("it says nothing"));
			run_failed(app, (int)i, true);
		}
		if (h->restart_ms >= 0 && app->now_ms >= h->restart_ms)
			begin_run(app, (int)i);
	}
}

int64_t app_hosts_wake_ms(const struct app *app)
{
	int64_t wake_ms = -1;

	for (size_t i = 0; i < app->host_count; i++) {
		const struct app_host *h = &app->hosts[i];
		int64_t at_ms = h->run && h->gone ? h->since_ms + FIRST_LINE_MS
						  : h->restart_ms;

		app_sooner(&wake_ms, at_ms);
	}
	return wake_ms;
}
