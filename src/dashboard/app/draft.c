#include "config.h"

#include "src/dashboard/app/draft.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/attachment.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/say.h"
#include "src/dashboard/app/state.h"
#include "src/dashboard/hosts/hosts.h"
#include "src/dashboard/hosts/reply.h"

static void editor_free(struct editor *editor)
{
	editor_release(editor);
	free(editor);
}

static struct editor *editor_new(void)
{
	struct editor *editor = xmalloc(sizeof(*editor));

	editor_init(editor);
	return editor;
}

void drafts_release(struct drafts *drafts)
{
	for (size_t i = 0; i < drafts->count; i++) {
		struct draft *draft = drafts->list[i];

		editor_free(draft->editor);
		editor_free(draft->stash);
		line_history_release(&draft->sent);
		attachments_clear(&draft->attached);
		free(draft->error);
		free(draft->host);
		free(draft->id);
		free(draft);
	}
	free(drafts->list);
	*drafts = (struct drafts){ 0 };
}

/* NULL: nothing was typed for it. */
static struct draft *find(const struct drafts *drafts, const char *host,
			  const char *id)
{
	for (size_t i = 0; host && i < drafts->count; i++) {
		struct draft *draft = drafts->list[i];

		if (!strcmp(draft->id, id) && !strcmp(draft->host, host))
			return draft;
	}
	return NULL;
}

struct draft *drafts_get(struct drafts *drafts, const char *host,
			 const char *id)
{
	struct draft *draft = find(drafts, host, id);

	if (draft)
		return draft;
	draft = xcalloc(1, sizeof(*draft));
	draft->host = xstrdup(host);
	draft->id = xstrdup(id);
	draft->editor = editor_new();
	drafts->list = xreallocarray(drafts->list, drafts->count + 1,
				     sizeof(*drafts->list));
	drafts->list[drafts->count++] = draft;
	return draft;
}

struct draft *draft_find(const struct app *app, const struct conversation *conv)
{
	return find(&app->own->drafts, app->hosts->list[conv->host].name,
		    conv->id);
}

struct draft *draft_get(struct app *app, const struct conversation *conv)
{
	return drafts_get(&app->own->drafts, app->hosts->list[conv->host].name,
			  conv->id);
}

struct draft *draft_here(struct app *app)
{
	struct pane *pane = app_focused(app);

	return pane && pane->conv ? draft_find(app, pane->conv) : NULL;
}

bool draft_is_empty(const struct draft *draft)
{
	return !draft || !draft->editor->text.len;
}

static bool any_of(const struct app *app, int host, bool queued)
{
	for (size_t i = 0; i < app->own->drafts.count; i++) {
		const struct draft *draft = app->own->drafts.list[i];

		if (!draft_is_empty(draft) && (queued || !draft->queued) &&
		    hosts_find(app->hosts, slice_str(draft->host)) == host &&
		    store_find(app->store, host, draft->id))
			return true;
	}
	return false;
}

bool draft_any_of(const struct app *app, int host)
{
	return any_of(app, host, true);
}

static bool any(const struct app *app, bool queued)
{
	for (size_t i = 0; i < app->hosts->count; i++) {
		if (any_of(app, (int)i, queued))
			return true;
	}
	return false;
}

bool draft_any(const struct app *app)
{
	return any(app, true);
}

bool draft_any_typed(const struct app *app)
{
	return any(app, false);
}

struct slice draft_typed(const struct draft *draft)
{
	return strbuf_slice(draft->stash ? &draft->stash->text
					 : &draft->editor->text);
}

/* Replace a recalled message by what had been typed. */
static void unstash(struct draft *draft)
{
	editor_free(draft->editor);
	draft->editor = draft->stash;
	draft->stash = NULL;
}

void draft_recall(struct draft *draft, int step)
{
	size_t at = draft->stash ? draft->recalled + (size_t)step : 0;

	if (step < 0 && !draft->stash)
		return;
	if (step < 0 && !draft->recalled) {
		unstash(draft);
		return;
	}
	if (at >= draft->sent.count)
		return;
	if (!draft->stash) {
		draft->stash = draft->editor;
		draft->editor = editor_new();
	}
	draft->recalled = at;
	editor_set(draft->editor, slice_str(draft->sent.list[at]));
}

void draft_leave(struct draft *draft)
{
	if (draft->stash && slice_is(strbuf_slice(&draft->editor->text),
				     draft->sent.list[draft->recalled]))
		unstash(draft);
}

void draft_set_error(struct draft *draft, const char *why)
{
	free(draft->error);
	draft->error = why ? xstrdup(why) : NULL;
}

void draft_put_away(struct app *app, int host)
{
	for (size_t i = 0; i < app->own->drafts.count; i++) {
		struct draft *draft = app->own->drafts.list[i];

		if (!app->hosts->list[host].name ||
		    strcmp(draft->host, app->hosts->list[host].name) != 0)
			continue;
		if (draft->stash)
			unstash(draft);
		attachments_clear(&draft->attached);
		draft->send_when_followed = draft->queued = false;
		draft_set_error(draft, NULL);
	}
}

const char *draft_obstacle(const struct app *app,
			   const struct conversation *conv)
{
	if (app->options.read_only)
		return _("read-only: nothing is sent");
	if (!hosts_can(app->hosts, conv->host, CAPABILITY_QUERY))
		return _("this host cannot send messages (start it with "
			 "--provider)");
	return NULL;
}

/* Whether it may be sent at all; if not, the reason was shown. */
static bool is_ready(struct app *app, const struct conversation *conv,
		     const struct draft *draft)
{
	const char *why = draft_obstacle(app, conv);

	if (why)
		app_say(app, FACE_ERROR, "%s", why);
	else if (!slice_skip_space(strbuf_slice(&draft->editor->text)).len)
		app_say(app, FACE_DIM, _("nothing to send"));
	else if (hosts_is_sending(app->hosts, conv))
		app_say(app, FACE_DIM, _("the last message is being sent"));
	else
		return true;
	return false;
}

static void wait_for_end(struct app *app, struct draft *draft)
{
	draft_set_error(draft, NULL);
	draft->queued = true;
	app_say(app, FACE_DIM, _("queued: it is sent when the turn is over"));
}

bool draft_goes_in(const struct app *app, const struct conversation *conv)
{
	const struct draft *draft = draft_find(app, conv);

	/* Files and a schema belong to a turn of their own. */
	return reply_is_taken(app->hosts, conv) &&
	       (!draft || !attachments_any(&draft->attached));
}

bool draft_queue(struct app *app, struct conversation *conv)
{
	struct draft *draft = draft_get(app, conv);

	if (!conv->turn_active)
		return draft_send(app, conv);
	if (!is_ready(app, conv, draft))
		return false;
	wait_for_end(app, draft);
	return true;
}

void draft_hold(struct app *app, const struct conversation *conv)
{
	struct draft *draft = draft_find(app, conv);

	if (draft)
		draft->queued = false;
}

void drafts_send_queued(struct app *app)
{
	for (size_t i = 0; i < app->own->drafts.count; i++) {
		struct draft *draft = app->own->drafts.list[i];
		struct conversation *conv;
		int host;

		if (!draft->queued)
			continue;
		host = hosts_find(app->hosts, slice_str(draft->host));
		conv = host < 0 ? NULL
				: store_find(app->store, host, draft->id);
		if (!conv || !reply_may_be_query(app->hosts, conv))
			continue;
		draft->queued = false;
		draft_send(app, conv);
	}
}

void draft_busy(struct app *app, struct draft *draft, const char *why)
{
	wait_for_end(app, draft);
	app_say(app, FACE_DIM, _("queued until the turn is over (%s)"), why);
}

bool draft_send(struct app *app, struct conversation *conv)
{
	struct draft *draft = draft_get(app, conv);
	struct slice text = strbuf_slice(&draft->editor->text);
	struct slice schema = slice_of(NULL, 0);
	struct strbuf files = STRBUF_INIT, err = STRBUF_INIT;
	bool sent = false;

	if (!is_ready(app, conv, draft))
		return false;
	if (draft_goes_in(app, conv)) {
		sent = !reply_send(app->hosts, conv, text, &err);
		goto out;
	}
	if (draft->attached.schema.path)
		schema = strbuf_slice(&draft->attached.schema.text);
	attachments_write(&draft->attached, &files);
	if (!hosts_query(app->hosts, conv, text, strbuf_slice(&files), schema,
			 &err))
		sent = true;
out:
	if (sent)
		draft_set_error(draft, NULL);
	else if (err.len)
		app_say(app, FACE_ERROR, "%s", err.buf);
	strbuf_release(&files);
	strbuf_release(&err);
	return sent;
}

void draft_taken(struct app *app, struct draft *draft)
{
	draft_set_error(draft, NULL);
	attachments_clear(&draft->attached);
	line_history_add(&draft->sent, strbuf_slice(&draft->editor->text));
	if (draft->stash)
		unstash(draft);
	else
		editor_set(draft->editor, slice_of("", 0));
	app_state_touch(app);
}

void draft_first(struct draft *draft, const char *text)
{
	editor_set(draft->editor, slice_str(text));
	draft->send_when_followed = true;
}

void draft_followed(struct app *app, struct conversation *conv)
{
	struct draft *draft = draft_find(app, conv);

	if (!draft || !draft->send_when_followed)
		return;
	draft->send_when_followed = false;
	draft_send(app, conv);
}
