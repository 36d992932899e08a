#include "config.h"

#include "src/dashboard/io/batch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/json-write.h"
#include "proto/plugin-message.h"
#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/parts.h"
#include "ui/text/sanitize.h"
#include "ui/transcript/transcript-markdown.h"
#include "ui/view/conversation-label.h"

#define ANSWER_MS 30000

/* Whether it failed once or can never run: do not wait for it. */
static bool has_failed(const struct host *h)
{
	return h->failures || (h->gone && !h->run && h->restart_ms < 0);
}

static bool hosts_told(const struct app *app, void *data)
{
	(void)data;
	for (size_t i = 0; i < app->hosts->count; i++) {
		const struct host *h = &app->hosts->list[i];

		if (h->name && !h->listed_once && !has_failed(h))
			return false;
	}
	return true;
}

static bool has_listed(const struct host *h)
{
	return h->listed_once && !h->list_error;
}

static bool conversation_told(const struct app *app, void *data)
{
	const struct conversation *conv = data;

	return conv->loaded || conv->load_error ||
	       app->hosts->list[conv->host].gone;
}

static bool all_is_sent(const struct app *app, void *data)
{
	(void)data;
	return app->hosts->list[0].gone ||
	       outbox_empty(&app->hosts->list[0].outbox);
}

static int print(struct app *app, const char *channel, struct slice text,
		 struct strbuf *err)
{
	struct outbox *outbox = hosts_outbox(app->hosts, 0);
	struct strbuf line = STRBUF_INIT;
	int ret = 0;

	plugin_write_print(&line, channel, NULL, NULL, text);
	if (outbox_push(outbox, strbuf_slice(&line), OUTBOX_ALWAYS)) {
		strbuf_setf(err, _("it is too long to be printed"));
		ret = -1;
	}
	strbuf_release(&line);
	return ret;
}

/* Programs read it too, so it is not translated. */
static void add_table_row(struct strbuf *out, const struct app *app,
			  const struct conversation *conv)
{
	struct strbuf title = STRBUF_INIT, age = STRBUF_INIT;

	conversation_title(&title, conv);
	if (conv->last_activated_ms != TIMESTAMP_NONE)
		timestamp_add_age(&age,
				  app_wall_ms(app) - conv->last_activated_ms);
	sanitize_line(out, slice_str(conv->id));
	strbuf_addf(out, "\t%s\t%s\t",
		    conv->unreadable ? "unreadable"
				     : state_name(conversation_state(conv)),
		    age.len ? age.buf : "-");
	if (hosts_shown(app->hosts) > 1) {
		sanitize_line(out,
			      slice_str(app->hosts->list[conv->host].name));
		strbuf_addch(out, '\t');
	}
	sanitize_line(out, strbuf_slice(&title));
	strbuf_addch(out, '\n');
	strbuf_release(&title);
	strbuf_release(&age);
}

static void add_json(struct strbuf *out, const struct app *app,
		     const struct conversation *conv)
{
	struct strbuf at = STRBUF_INIT;

	strbuf_addch(out, '{');
	json_write_member(out, "id", slice_str(conv->id));
	json_write_member(out, "host",
			  slice_str(app->hosts->list[conv->host].name));
	if (conv->title)
		json_write_member(out, "title", slice_str(conv->title));
	json_write_member(out, "state",
			  slice_str(state_name(conversation_state(conv))));
	if (conv->last_activated_ms != TIMESTAMP_NONE) {
		timestamp_add_rfc3339(&at, conv->last_activated_ms);
		json_write_member(out, "last_activated_at", strbuf_slice(&at));
	}
	if (conv->events_count >= 0)
		json_write_member_int(out, "events_count", conv->events_count);
	json_write_member_bool(out, "pinned",
			       conv->pinned_ms != TIMESTAMP_NONE);
	if (conv->unreadable)
		json_write_member(out, "unreadable",
				  slice_str(conv->unreadable));
	strbuf_addch(out, '}');
	strbuf_release(&at);
}

/* The conversations in the arguments, or all. -1 with a sentence in `err`. */
static int chosen(struct app *app, struct conversation **convs, size_t *count,
		  struct strbuf *err)
{
	const struct options *options = &app->options;

	if (!options->conversation_count)
		*count = store_order(app->store, convs);
	for (size_t i = 0; i < options->conversation_count; i++) {
		const char *id = options->conversations[i];
		struct conversation *conv = app_find_conversation(app, id);

		if (!conv) {
			strbuf_setf(err, _("no conversation '%s'"), id);
			return -1;
		}
		convs[(*count)++] = conv;
	}
	return 0;
}

static int list(struct app *app, bool json, struct strbuf *err)
{
	struct conversation **all =
		xcalloc(app->store->count + app->options.conversation_count + 1,
			sizeof(struct conversation *));
	struct strbuf out = STRBUF_INIT;
	size_t count = 0;
	int ret = chosen(app, all, &count, err);

	strbuf_addstr(&out, json ? "[" : "");
	for (size_t i = 0; i < count; i++) {
		if (json && i)
			strbuf_addch(&out, ',');
		if (json)
			add_json(&out, app, all[i]);
		else
			add_table_row(&out, app, all[i]);
	}
	strbuf_addstr(&out, json ? "]\n" : "");
	if (!ret && out.len)
		ret = print(app, NULL, strbuf_slice(&out), err);
	strbuf_release(&out);
	free(all);
	return ret;
}

static int export(struct app *app, struct hub *hub, int signal_fd,
		  struct strbuf *err)
{
	const char *id = app->options.conversations[0];
	struct conversation *conv = app_find_conversation(app, id);
	struct strbuf out = STRBUF_INIT;
	int ret;

	if (!conv) {
		strbuf_setf(err, _("no conversation '%s'"), id);
		return -1;
	}
	if (conv->unreadable) {
		strbuf_setf(err, _("cannot be read: %s"), conv->unreadable);
		return -1;
	}
	hosts_peek(app->hosts, conv);
	hosts_pump(app->hosts);
	if (!hub_until(hub, signal_fd, conversation_told, conv, ANSWER_MS) ||
	    !conv->loaded) {
		strbuf_setf(err, _("cannot be read: %s"),
			    conv->load_error ? conv->load_error
					     : _("the host does not answer"));
		return -1;
	}
	hosts_complete(app->hosts, conv);
	transcript_markdown(&out, conv);
	/* Unsanitised: the reader can render it. */
	ret = print(app, NULL, strbuf_slice(&out), err);
	strbuf_release(&out);
	return ret;
}

/* The last line that a host wrote; failing that, our reason for its failure. */
static struct slice why_missing(const struct host *h)
{
	struct slice ours = slice_str(_("it did not list its conversations"));
	struct strbuf starting = STRBUF_INIT;
	bool found = false;

	if (h->list_error)
		return slice_str(h->list_error);

	strbuf_addf(&starting, "-- %s", _("starting"));
	for (size_t i = h->log.count; i-- > 0;) {
		struct slice line = slice_str(line_log_line(&h->log, i));

		if (!slice_starts_with(line, SLICE("-- "))) {
			ours = line;
			break;
		}
		if (!found && !slice_is(line, starting.buf)) {
			ours = slice_skip(line, 3);
			found = true;
		}
	}
	strbuf_release(&starting);
	return ours;
}

/* Append a sentence for each host that is missing from the list. */
static void add_missing(const struct app *app, struct strbuf *out)
{
	struct strbuf why = STRBUF_INIT;

	for (size_t i = 0; i < app->hosts->count; i++) {
		const struct host *h = &app->hosts->list[i];

		if (!h->name || has_listed(h))
			continue;
		strbuf_reset(&why);
		sanitize_line(&why, why_missing(h));
		strbuf_addstr(out, out->len ? "; " : "");
		strbuf_addf(out, _("host %s is missing: %s"), h->name, why.buf);
	}
	strbuf_release(&why);
}

/*
 * A warning that does not prevent printing. Today's jp would print everything
 * on its stdout, where it would be part of the list.
 */
static void warn(struct app *app, const char *text)
{
	struct strbuf line = STRBUF_INIT, err = STRBUF_INIT;

	strbuf_addf(&line, "jp-dashboard: %s\n", text);
	if (app->hosts->list[0].init.says_capabilities)
		print(app, "error", strbuf_slice(&line), &err);
	else
		fputs(line.buf, stderr);
	strbuf_release(&line);
	strbuf_release(&err);
}

static void tell_problems(struct app *app)
{
	struct strbuf text = STRBUF_INIT;

	for (size_t i = 0; i < app->options.problem_count; i++) {
		strbuf_setf(&text, _("an option does not count: %s"),
			    app->options.problems[i]);
		warn(app, text.buf);
	}
	strbuf_release(&text);
}

int batch_run(struct app *app, struct hub *hub, int signal_fd,
	      struct strbuf *err)
{
	const struct host *main;
	struct strbuf missing = STRBUF_INIT;
	int ret;

	tell_problems(app);
	hub_until(hub, signal_fd, hosts_told, NULL, ANSWER_MS);
	main = &app->hosts->list[hosts_main(app->hosts)];
	if (!has_listed(main)) {
		strbuf_setf(err, _("the host does not list its conversations"));
		if (main->list_error) {
			strbuf_addstr(err, ": ");
			sanitize_line(err, slice_str(main->list_error));
		}
		return 1;
	}
	add_missing(app, &missing);
	if (app->options.action == OPTIONS_EXPORT)
		ret = export(app, hub, signal_fd, err);
	else
		ret = list(app, app->options.action == OPTIONS_JSON, err);
	if (missing.len && app->options.action == OPTIONS_EXPORT && !ret) {
		/* The requested conversation is complete anyway. */
		warn(app, missing.buf);
	} else if (missing.len) {
		strbuf_addf(err, "%s%s", err->len ? "; " : "", missing.buf);
		ret = -1;
	}
	strbuf_release(&missing);
	hub_until(hub, signal_fd, all_is_sent, NULL, ANSWER_MS);
	return ret ? 1 : 0;
}
