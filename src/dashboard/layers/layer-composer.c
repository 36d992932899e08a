#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app-private.h"
#include "src/dashboard/hosts/hosts.h"

/*
 * Messages to a conversation. A draft belongs to its conversation and stays
 * until the host has taken it: errors, other panes and dialogs leave it as it
 * is, byte for byte.
 */

struct link *app_composer_link(struct app *app)
{
	struct pane *pane = app_focused(app);

	return pane && pane->conv ? app_link(app, pane->conv) : NULL;
}

struct editor *app_draft(struct link *link)
{
	if (!link->draft) {
		link->draft = xmalloc(sizeof(*link->draft));
		editor_init(link->draft);
	}
	return link->draft;
}

/* The draft is back in place of what was recalled. */
static void unstash(struct link *link)
{
	editor_release(link->draft);
	free(link->draft);
	link->draft = link->stash;
	link->stash = NULL;
}

static void draft_sent(struct link *link)
{
	if (!link->draft)
		return;
	app_attached_clear(&link->attached);
	line_history_add(&link->sent, strbuf_slice(&link->draft->text));
	if (link->stash)
		unstash(link);
	else
		editor_set(link->draft, slice_of("", 0));
}

/* The messages that were sent, as the draft's place goes up and down. */
static void recall(struct link *link, int step)
{
	size_t at = link->stash ? link->recalled + (size_t)step : 0;

	if (step < 0 && !link->stash)
		return;
	if (step < 0 && !link->recalled) {
		unstash(link);
		return;
	}
	if (at >= link->sent.count)
		return;
	if (!link->stash) {
		link->stash = link->draft;
		link->draft = NULL;
	}
	link->recalled = at;
	editor_set(app_draft(link), slice_str(link->sent.list[at]));
}

/* A message that was only looked at is no draft. */
static void leave(struct app *app, struct link *link)
{
	app->layer = LAYER_PANES;
	if (link && link->stash &&
	    slice_is(strbuf_slice(&link->draft->text),
		     link->sent.list[link->recalled]))
		unstash(link);
}

static void edit(struct link *link, struct key key)
{
	if (editor_key(link->draft, key) != EDITOR_IGNORED || key.mods)
		return;
	/* From the first row up, from the last one down. */
	if (key.sym == KEY_SYM_UP)
		recall(link, 1);
	else if (key.sym == KEY_SYM_DOWN)
		recall(link, -1);
}

bool app_draft_unsent(const struct app *app)
{
	for (size_t i = 0; i < app->host_count; i++) {
		const struct strmap_entry *entry;
		size_t pos = 0;

		while ((entry = strmap_next(&app->hosts[i].links, &pos))) {
			const struct link *link = entry->value;

			if (link->draft && link->draft->text.len)
				return true;
		}
	}
	return false;
}

void app_composer_open(struct app *app)
{
	struct link *link = app_composer_link(app);

	if (!link) {
		app_say(app, FACE_ERROR,
			_("no conversation here; o opens one"));
		return;
	}
	if (app->options.read_only) {
		app_say(app, FACE_ERROR, _("read-only: nothing is sent"));
		return;
	}
	if (!app_host_can(app, link->conv->host, CAPABILITY_QUERY)) {
		app_say(app, FACE_ERROR, _("this host takes no messages"));
		return;
	}
	app_draft(link);
	app->layer = LAYER_COMPOSER;
}

static bool is_blank(struct slice text)
{
	for (size_t i = 0; i < text.len; i++) {
		if (!memchr(" \t\n", text.ptr[i], 3))
			return false;
	}
	return true;
}

bool app_composer_send(struct app *app, struct link *link)
{
	struct slice schema = slice_of(NULL, 0);
	struct strbuf files = STRBUF_INIT, err = STRBUF_INIT;
	bool sent = false;

	if (is_blank(strbuf_slice(&link->draft->text))) {
		app_say(app, FACE_DIM, _("there is nothing to send"));
		return false;
	}
	if (link->sending) {
		app_say(app, FACE_DIM, _("the last message is on its way"));
		return false;
	}
	if (link->attached.schema.path)
		schema = strbuf_slice(&link->attached.schema.text);
	app_attached_write(&link->attached, &files);
	if (!hosts_query(app, link->conv, strbuf_slice(&link->draft->text),
			 strbuf_slice(&files), schema, &err)) {
		sent = true;
		free(link->send_error);
		link->send_error = NULL;
	} else if (err.len) {
		app_say(app, FACE_ERROR, "%s", err.buf);
	}
	strbuf_release(&files);
	strbuf_release(&err);
	return sent;
}

void app_query_taken(struct app *app, struct conversation *conv)
{
	struct link *link = app_link(app, conv);

	draft_sent(link);
	app_state_touch(app);
	free(link->send_error);
	link->send_error = NULL;
}

static void send_query(struct app *app, struct link *link)
{
	if (app_composer_send(app, link))
		app->layer = LAYER_PANES;
	transcript_end(app_focused(app)->view);
}

void app_composer_key(struct app *app, struct key key)
{
	struct link *link = app_composer_link(app);

	if (!link || !link->draft || key_is_escape(key)) {
		leave(app, link);
		return;
	}
	if (key.sym == KEY_SYM_ENTER && !key.mods)
		send_query(app, link);
	else if (!link->sending && !app_edit_key(app, key))
		edit(link, key);
}
