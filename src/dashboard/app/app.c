#include "config.h"

#include "src/dashboard/app/app.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/clock.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/attachment.h"
#include "src/dashboard/app/draft.h"
#include "src/dashboard/app/layer.h"
#include "src/dashboard/app/news.h"
#include "src/dashboard/app/pane-filter.h"
#include "src/dashboard/app/pane-search.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/say.h"
#include "src/dashboard/app/state.h"
#include "ui/view/theme.h"

static char **copy_strings(char *const *from, size_t count)
{
	char **to = xcalloc(count + 1, sizeof(*to));

	for (size_t i = 0; i < count; i++)
		to[i] = xstrdup(from[i]);
	return to;
}

static void copy_options(struct options *to, const struct options *from)
{
	*to = *from;
	to->theme = xstrdup(from->theme ? from->theme : THEME_AUTO);
	to->rules_file = from->rules_file ? xstrdup(from->rules_file) : NULL;
	to->record = from->record ? xstrdup(from->record) : NULL;
	to->conversations =
		copy_strings(from->conversations, from->conversation_count);
	to->hosts = copy_strings(from->hosts, from->host_count);
	to->bindings = copy_strings(from->bindings, from->binding_count);
	to->problems = copy_strings(from->problems, from->problem_count);
	to->place = from->place ? xstrdup(from->place) : NULL;
	terminal_place_copy(&to->here, &from->here);
	to->wishes = xcalloc(from->wish_count + 1, sizeof(*to->wishes));
	for (size_t i = 0; i < from->wish_count; i++)
		to->wishes[i] =
			(struct options_wish){ xstrdup(from->wishes[i].name),
					       xstrdup(from->wishes[i].value),
					       from->wishes[i].answer };
	/* The source that these were read from is not needed any more. */
	to->home = to->own = to->own_path = NULL;
	to->trust = (struct trust)TRUST_INIT;
}

/* They were checked when they were read. */
static void bind_keys(struct app *app)
{
	struct strbuf keys = STRBUF_INIT, err = STRBUF_INIT;

	for (size_t i = 0; i < app->options.binding_count; i++) {
		struct slice line = slice_str(app->options.bindings[i]);
		enum command_id taken = keymap_taken_by(&app->keymap, line);

		keymap_bind_line(&app->keymap, line, &err);
		strbuf_reset(&keys);
		keymap_keys(&keys, &app->keymap, taken);
		if (taken != COMMAND_NONE && !keys.len)
			app_say(app, FACE_WAITING, _("no key is left for '%s'"),
				command_name(taken));
	}
	strbuf_release(&keys);
	strbuf_release(&err);
}

struct app *app_new(const struct options *options,
		    const struct layer_ops *const *layers, int64_t now_ms,
		    int64_t wall_offset_ms)
{
	struct app *app = xcalloc(1, sizeof(*app));

	const struct hosts_events news = news_events(app);
	struct hosts_options hosts = { options->read_only,
				       options_is_batch(options),
				       options->live };

	app->own = xcalloc(1, sizeof(*app->own));
	copy_options(&app->options, options);
	app->hosts = hosts_new(&hosts, &news, now_ms, wall_offset_ms);
	app->store = &app->hosts->store;
	layout_init(&app->layout);
	keymap_init(&app->keymap);
	layers_init(app, layers);
	dialog_approval_init(&app->approval);
	dialog_inquiry_init(&app->inquiry);
	strbuf_init(&app->message);
	prompt_desk_init(&app->desk);
	app->desk.lines = options->plain;
	strbuf_init(&app->own->title);
	strbuf_init(&app->terminal);
	rules_init(&app->rules);
	app_state_init(&app->own->state);
	search_init(&app->own->find.search, transcript_shown_text);
	app->own->find.pane = -1;
	app->now_ms = now_ms;
	app->trust_seen_ms = -1;
	app->wall_offset_ms = wall_offset_ms;
	app->focus = -1;
	app->own->sidebar = true;
	app->dirty = true;
	app->own->wake_ms = -1;
	bind_keys(app);
	return app;
}

void app_free(struct app *app)
{
	if (!app)
		return;
	for (size_t i = 0; i < app->pane_count; i++)
		app_pane_release(&app->panes[i]);
	layout_release(&app->layout);
	keymap_release(&app->keymap);
	layers_release(app);
	dialog_approval_release(&app->approval);
	dialog_inquiry_release(&app->inquiry);
	effect_queue_release(&app->effects);
	app_reading_release(&app->own->reading);
	line_history_release(&app->patterns);
	line_history_release(&app->commands);
	search_release(&app->own->find.search);
	strbuf_release(&app->message);
	prompt_desk_release(&app->desk);
	strbuf_release(&app->own->title);
	strbuf_release(&app->terminal);
	line_log_release(&app->log);
	rules_release(&app->rules);
	app_state_release(&app->own->state);
	drafts_release(&app->own->drafts);
	free_strings(app->own->stored, app->own->stored_count);
	hosts_free(app->hosts);
	options_release(&app->options);
	free(app->exit_reason);
	free(app->own);
	free(app);
}

bool app_take_effect(struct app *app, struct effect *effect)
{
	return effect_take(&app->effects, effect);
}

bool app_wants_terminal(const struct app *app)
{
	return effect_find(&app->effects, EFFECT_SHOW) ||
	       effect_find(&app->effects, EFFECT_EDIT) ||
	       effect_find(&app->effects, EFFECT_SUSPEND);
}

void app_terminal(struct app *app, struct slice text)
{
	strbuf_reset(&app->terminal);
	strbuf_addslice(&app->terminal, text);
}

void app_welcome(struct app *app)
{
	app->own->welcome = true;
	app->dirty = true;
}

bool app_work(struct app *app)
{
	bool more = hosts_work(app->hosts);

	more |= pane_search_work(app);
	more |= pane_filter_work(app);
	if (app->own->layers[app->layer]->work)
		more |= app->own->layers[app->layer]->work(app);
	return more;
}

int64_t app_wake_ms(const struct app *app)
{
	int64_t wake_ms = app->own->wake_ms;

	sooner_ms(&wake_ms, app->own->state.due_ms);
	sooner_ms(&wake_ms, pane_search_wake_ms(app));
	sooner_ms(&wake_ms, pane_filter_wake_ms(app));
	sooner_ms(&wake_ms, hosts_wake_ms(app->hosts));
	if (app->own->message_until_ms)
		sooner_ms(&wake_ms, app->own->message_until_ms);
	return wake_ms;
}

void app_add_host(struct app *app, const char *name, struct host_message *init)
{
	struct strbuf err = STRBUF_INIT;

	hosts_add_parent(app->hosts, name, init);
	for (size_t i = 0; i < app->options.host_count; i++) {
		if (hosts_add(app->hosts, slice_str(app->options.hosts[i]),
			      &err))
			app_say(app, FACE_ERROR, "%s", err.buf);
	}
	strbuf_release(&err);
}

int app_host_remove(struct app *app, struct slice name, struct strbuf *err)
{
	int host = hosts_find(app->hosts, slice_trim(name));

	if (host < 0 || !app->hosts->list[host].command ||
	    host == app->hosts->sidecar)
		return hosts_remove(app->hosts, name, err);
	if (draft_any_of(app, host))
		strbuf_setf(err, _("unsent message to host %s"),
			    app->hosts->list[host].name);
	else if (hosts_running(app->hosts, host))
		strbuf_setf(err,
			    _("a query that you sent to host %s is still "
			      "running"),
			    app->hosts->list[host].name);
	else
		return hosts_remove(app->hosts, name, err);
	return -1;
}
