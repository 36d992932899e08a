#include "config.h"

#include "src/dashboard/app/state.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-write.h"
#include "proto/json.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/draft.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/say.h"

#define FORMAT          1
#define SETTLE_MS       500                /* from a change to the file */
#define DRAFT_MAX_BYTES ((size_t)1 << 20)  /* larger ones are not stored */
#define TEXT_MAX_BYTES  ((size_t)12 << 20) /* of all; the file's limit is 16 */
#define KEPT_MAX        500

void app_state_init(struct app_state *state)
{
	*state = (struct app_state){ .written = STRBUF_INIT, .due_ms = -1 };
	layout_init(&state->layout);
}

void app_remembered_release(struct app_remembered *of)
{
	free(of->host);
	free(of->id);
	*of = (struct app_remembered){ 0 };
}

static void forget_panes(struct app_state *state)
{
	for (size_t i = 0; i < state->pane_count; i++)
		app_remembered_release(&state->panes[i]);
	free(state->panes);
	state->panes = NULL;
	state->pane_count = 0;
	layout_release(&state->layout);
}

void app_state_release(struct app_state *state)
{
	forget_panes(state);
	strbuf_release(&state->written);
}

const char *app_state_workspace(const struct app *app)
{
	const struct host_message *init =
		app->hosts->count ? &app->hosts->list[0].init : NULL;

	if (!app->options.restore || app->options.plain || !init)
		return NULL;
	return init->workspace_root ? init->workspace_root : init->workspace_id;
}

/* --- Writing --- */

static void add_conversation(struct strbuf *out, const char *host,
			     const char *id)
{
	strbuf_addch(out, '{');
	if (id) {
		json_write_member(out, "host", slice_str(host));
		json_write_member(out, "conversation", slice_str(id));
	}
}

static void add_panes(struct strbuf *out, struct app *app)
{
	struct pane_place places[APP_PANES_MAX];
	size_t count = layout_places(&app->layout, app_room(app), places,
				     APP_PANES_MAX);
	struct strbuf layout = STRBUF_INIT;
	size_t focus = 0;

	layout_write(&layout, &app->layout);
	json_write_member(out, "layout", strbuf_slice(&layout));
	json_write_key(out, "panes");
	strbuf_addch(out, '[');
	for (size_t i = 0; i < count; i++) {
		const struct pane *pane = app_pane(app, places[i].pane);
		const struct conversation *conv = pane->conv;

		strbuf_addstr(out, i ? ",\n" : "\n");
		add_conversation(out,
				 conv ? app->hosts->list[conv->host].name
				      : pane->was.host,
				 conv ? conv->id : pane->was.id);
		strbuf_addch(out, '}');
		if (pane->id == app->focus)
			focus = i;
	}
	strbuf_addch(out, ']');
	json_write_member_int(out, "focus", (int64_t)focus);
	json_write_member_bool(out, "zoomed", app->own->zoomed);
	json_write_member_bool(out, "sidebar", app->own->sidebar);
	strbuf_release(&layout);
}

/* Add typed and sent texts, at the end of the list of conversations. */
static void add_typed(struct app *app, struct strbuf *out, const char *host,
		      const char *id, struct slice draft,
		      const struct line_history *sent)
{
	bool fits = draft.len <= DRAFT_MAX_BYTES &&
		    out->len + draft.len <= TEXT_MAX_BYTES;

	if (!fits && !app->own->state.left_out) {
		app->own->state.left_out = true;
		app_say(app, FACE_DIM,
			_("a draft is too large to be kept when we leave"));
	}
	if (!fits)
		draft.len = 0;
	if ((!draft.len && !sent->count) || out->len > TEXT_MAX_BYTES)
		return;
	if (out->buf[out->len - 1] == '}')
		strbuf_addch(out, ',');
	strbuf_addch(out, '\n');
	add_conversation(out, host, id);
	if (draft.len)
		json_write_member(out, "draft", draft);
	if (sent->count)
		json_write_member_texts(out, "sent",
					(const char *const *)sent->list,
					sent->count);
	strbuf_addch(out, '}');
}

static void add_conversations(struct app *app, struct strbuf *out)
{
	json_write_key(out, "conversations");
	strbuf_addch(out, '[');
	for (size_t i = 0; i < app->own->drafts.count; i++) {
		const struct draft *draft = app->own->drafts.list[i];

		add_typed(app, out, draft->host, draft->id, draft_typed(draft),
			  &draft->sent);
	}
	strbuf_addch(out, ']');
}

/* Request writing the file, if its content changed. */
static void write_changes(struct app *app)
{
	struct app_state *state = &app->own->state;
	struct strbuf out = STRBUF_INIT;

	state->due_ms = -1;
	if (!state->on || !app->own->started)
		return;
	strbuf_addch(&out, '{');
	json_write_member_int(&out, "version", FORMAT);
	json_write_member(&out, "workspace",
			  slice_str(app_state_workspace(app)));
	add_panes(&out, app);
	json_write_member_texts(&out, "commands",
				(const char *const *)app->commands.list,
				app->commands.count);
	json_write_member_texts(&out, "patterns",
				(const char *const *)app->patterns.list,
				app->patterns.count);
	add_conversations(app, &out);
	strbuf_addstr(&out, "}\n");
	if (slice_equal(strbuf_slice(&out), strbuf_slice(&state->written))) {
		strbuf_release(&out);
		return;
	}
	strbuf_release(&state->written);
	state->written = out;
	strbuf_addslice(&effect_add(&app->effects, EFFECT_STATE)->text,
			strbuf_slice(&state->written));
}

void app_state_touch(struct app *app)
{
	if (app->own->state.on && app->own->state.due_ms < 0)
		app->own->state.due_ms = app->now_ms + SETTLE_MS;
}

void app_state_tick(struct app *app)
{
	if (app->own->state.due_ms >= 0 &&
	    app->now_ms >= app->own->state.due_ms)
		write_changes(app);
}

void app_state_begin(struct app *app)
{
	app->own->state.on = true;
	app_state_touch(app);
}

void app_state_end(struct app *app)
{
	write_changes(app);
}

void app_state_failed(struct app *app, const char *why)
{
	app->own->state.on = false;
	app->own->state.due_ms = -1;
	app_say(app, FACE_ERROR, _("panes and drafts are not remembered: %s"),
		why);
}

/* --- Reading --- */

static const char *text_of(const struct json *object, const char *key)
{
	return json_string(json_get(object, key), NULL);
}

static bool flag_of(const struct json *object, const char *key, bool otherwise)
{
	return json_bool(json_get(object, key), otherwise);
}

static void read_history(struct line_history *history,
			 const struct json *object, const char *key)
{
	const struct json *each = json_first(json_get(object, key));

	for (; each; each = json_next(each))
		line_history_append(history, slice_str(json_string(each, "")));
}

static struct app_remembered read_remembered(const struct json *object)
{
	const char *host = text_of(object, "host");
	const char *id = text_of(object, "conversation");

	return host && id
		       ? (struct app_remembered){ xstrdup(host), xstrdup(id) }
		       : (struct app_remembered){ NULL, NULL };
}

static int read_panes(struct app_state *state, const struct json *root)
{
	const char *layout = text_of(root, "layout");
	const struct json *pane = json_first(json_get(root, "panes"));
	double focus = json_number(json_get(root, "focus"), 0);
	size_t count = 0;

	if (layout && *layout) {
		count = layout_read(&state->layout, slice_str(layout), 0,
				    APP_PANES_MAX);
		state->panes = xcalloc(count + 1, sizeof(*state->panes));
	}
	for (; pane && state->pane_count < count; pane = json_next(pane))
		state->panes[state->pane_count++] = read_remembered(pane);
	state->focus = focus > 0 && focus < APP_PANES_MAX ? (size_t)focus : 0;
	state->zoomed = flag_of(root, "zoomed", false);
	if (layout && (!*layout || (count && state->pane_count == count)))
		return 0;
	forget_panes(state);
	return -1;
}

static void read_conversations(struct app *app, const struct json *root)
{
	const struct json *each = json_first(json_get(root, "conversations"));
	struct drafts *drafts = &app->own->drafts;

	for (; each && drafts->count < KEPT_MAX; each = json_next(each)) {
		const char *host = text_of(each, "host");
		const char *id = text_of(each, "conversation");
		const char *typed = text_of(each, "draft");
		struct draft *draft;

		if (!host || !id)
			continue;
		draft = drafts_get(drafts, host, id);
		editor_set(draft->editor, slice_str(typed ? typed : ""));
		read_history(&draft->sent, each, "sent");
	}
}

static void read_all(struct app *app, const struct json *root)
{
	app->own->sidebar = flag_of(root, "sidebar", true);
	read_history(&app->commands, root, "commands");
	read_history(&app->patterns, root, "patterns");
	read_conversations(app, root);
}

enum app_state_read app_state_read(struct app *app, struct slice text,
				   struct strbuf *err)
{
	const char *workspace = app_state_workspace(app);
	struct json *root = json_parse(text, err);
	const char *of = text_of(root, "workspace");
	double version = json_number(json_get(root, "version"), 0);
	enum app_state_read ret = APP_STATE_BROKEN;

	if (!root)
		return ret;
	if (version > FORMAT) {
		strbuf_setf(err, _("a newer version wrote it"));
		ret = APP_STATE_NEWER;
	} else if (version < 1 || !of || !workspace || strcmp(of, workspace)) {
		strbuf_setf(err, _("it is not of this workspace"));
	} else if (read_panes(&app->own->state, root)) {
		strbuf_setf(err, _("it has no layout"));
	} else {
		read_all(app, root);
		ret = APP_STATE_READ;
	}
	json_free(root);
	return ret;
}

void app_state_unread(struct app *app, const char *why, const char *aside)
{
	if (aside)
		app_say(app, FACE_ERROR,
			_("nothing is restored: %s; the file is now %s"), why,
			aside);
	else
		app_say(app, FACE_ERROR,
			_("nothing is restored: %s; the file stays as it is"),
			why);
}

/* --- Restoring --- */

/* The current host of this name, or -1. */
static int host_of(const struct app *app, const struct app_remembered *of)
{
	return hosts_find(app->hosts, slice_str(of->host));
}

static struct conversation *find(const struct app *app,
				 const struct app_remembered *of)
{
	int host = of->id ? host_of(app, of) : -1;
	struct conversation *conv =
		host < 0 ? NULL : store_find(app->store, host, of->id);

	return conv && conv->listed && !conv->unreadable ? conv : NULL;
}

/* Whether it may still appear. */
static bool may_come(const struct app *app, const struct app_remembered *of)
{
	int host = of->id ? host_of(app, of) : -1;

	return host >= 0 && !app->hosts->list[host].listed_once;
}

static bool any_is_there(const struct app *app)
{
	for (size_t i = 0; i < app->own->state.pane_count; i++) {
		if (find(app, &app->own->state.panes[i]) ||
		    may_come(app, &app->own->state.panes[i]))
			return true;
	}
	return false;
}

static void show_remembered(struct app *app, struct pane *pane)
{
	struct conversation *conv = find(app, &pane->was);

	if (!conv)
		return;
	app_pane_open(app, pane, conv);
}

bool app_state_restore(struct app *app)
{
	struct app_state *state = &app->own->state;
	size_t count = state->pane_count;
	struct strbuf text = STRBUF_INIT;

	if (app->pane_count || !any_is_there(app)) {
		forget_panes(state);
		return false;
	}
	layout_write(&text, &state->layout);
	layout_read(&app->layout, strbuf_slice(&text),
		    app->own->last_pane_id + 1, count);
	for (size_t i = 0; i < count; i++) {
		struct pane *pane = app_pane_add(app);

		pane->was = state->panes[i];
		state->panes[i] = (struct app_remembered){ 0 };
		if (!i || i == state->focus)
			app->focus = pane->id;
	}
	for (size_t i = 0; i < count; i++)
		show_remembered(app, &app->panes[i]);
	app->own->zoomed = state->zoomed && count > 1;
	forget_panes(state);
	strbuf_release(&text);
	return true;
}

void app_state_listed(struct app *app, int host)
{
	for (size_t i = 0; i < app->pane_count; i++) {
		struct pane *pane = &app->panes[i];

		if (!pane->conv && pane->was.id &&
		    host_of(app, &pane->was) == host)
			show_remembered(app, pane);
	}
}

void app_state_why_empty(const struct app *app, const struct pane *pane,
			 struct strbuf *out)
{
	const struct app_remembered *was = &pane->was;
	struct strbuf way = STRBUF_INIT;

	keymap_way(&way, &app->keymap, COMMAND_OPEN);
	if (host_of(app, was) < 0)
		strbuf_addf(out,
			    _("Conversation %s (host %s) was open here; that "
			      "host is not connected."),
			    was->id, was->host);
	else if (may_come(app, was))
		strbuf_addf(out, _("Waiting for host %s…"), was->host);
	else
		strbuf_addf(out,
			    _("Conversation %s no longer exists (%s: open "
			      "another)"),
			    was->id, way.buf);
	strbuf_release(&way);
}
