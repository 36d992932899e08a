#include "config.h"

#include "src/dashboard/app/app.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app-private.h"
#include "src/dashboard/hosts/push.h"
#include "ui/view/theme.h"

#define MESSAGE_MS 6000
/* A request that is not answered by then will never be. */
#define ANSWER_MS 30000

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
}

/* They were looked at when they were read. */
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

	copy_options(&app->options, options);
	app->hosts = xcalloc(APP_HOSTS_MAX, sizeof(*app->hosts));
	app->sidecar = -1;
	store_init(&app->store);
	layout_init(&app->layout);
	keymap_init(&app->keymap);
	layers_init(app, layers);
	dialog_approval_init(&app->approval);
	dialog_inquiry_init(&app->inquiry);
	strbuf_init(&app->message);
	prompt_desk_init(&app->desk);
	app->desk.lines = options->plain;
	strbuf_init(&app->title);
	strbuf_init(&app->terminal);
	rules_init(&app->rules);
	app_state_init(&app->state);
	search_init(&app->find.search);
	app->find.pane = -1;
	app->now_ms = now_ms;
	app->wall_offset_ms = wall_offset_ms;
	app->focus = -1;
	app->sidebar = true;
	app->dirty = true;
	app->wake_ms = -1;
	bind_keys(app);
	return app;
}

void app_free(struct app *app)
{
	if (!app)
		return;
	for (size_t i = 0; i < app->host_count; i++)
		app_host_release(&app->hosts[i]);
	free(app->hosts);
	free(app->jphost);
	for (size_t i = 0; i < app->pane_count; i++)
		app_pane_release(&app->panes[i]);
	layout_release(&app->layout);
	keymap_release(&app->keymap);
	layers_release(app);
	dialog_approval_release(&app->approval);
	dialog_inquiry_release(&app->inquiry);
	effect_queue_release(&app->effects);
	app_reading_release(&app->reading);
	line_history_release(&app->patterns);
	line_history_release(&app->commands);
	search_release(&app->find.search);
	strbuf_release(&app->message);
	prompt_desk_release(&app->desk);
	strbuf_release(&app->title);
	strbuf_release(&app->terminal);
	host_log_release(&app->log);
	rules_release(&app->rules);
	app_state_release(&app->state);
	drafts_release(&app->drafts);
	for (size_t i = 0; i < app->stored_count; i++)
		free(app->stored[i]);
	free(app->stored);
	store_release(&app->store);
	options_release(&app->options);
	free(app->exit_reason);
	free(app);
}

/* The bottom line forgets; the log does not so soon. */
static void log_message(struct app *app)
{
	struct strbuf line = STRBUF_INIT;

	i18n_add_clock(&line, app_wall_ms(app), true);
	strbuf_addf(&line, " %s", app->message.buf);
	host_log_add(&app->log, strbuf_slice(&line));
	strbuf_release(&line);
}

void app_say(struct app *app, enum face face, const char *fmt, ...)
{
	va_list args;

	strbuf_reset(&app->message);
	va_start(args, fmt);
	strbuf_vaddf(&app->message, fmt, args);
	va_end(args);
	log_message(app);
	app->message_face = face;
	app->message_until_ms = app->now_ms + MESSAGE_MS;
	app->dirty = true;
}

void app_exit(struct app *app, int code, const char *reason)
{
	if (app->exiting)
		return;
	app_push_unlock_all(app);
	app->exiting = true;
	app->exit_code = code;
	app->exit_reason = reason ? xstrdup(reason) : NULL;
}

void app_resize(struct app *app, int cols, int rows, int64_t now_ms)
{
	app->now_ms = now_ms;
	app->cols = cols > 0 ? cols : 0;
	app->rows = rows > 0 ? rows : 0;
	prompt_desk_look_again(&app->desk);
	app->dirty = true;
	app_start_panes(app);
}

void app_resumed(struct app *app, int64_t now_ms)
{
	app->now_ms = now_ms;
	prompt_desk_look_again(&app->desk);
	app->dirty = true;
}

void app_focus(struct app *app, bool focused, int64_t now_ms)
{
	app->now_ms = now_ms;
	app->unfocused = !focused;
	/* A window that was elsewhere was not read; the key or click that
	 * brought it back is no answer either. */
	prompt_desk_look_again(&app->desk);
	prompt_desk_input(&app->desk, now_ms);
	app->dirty = true;
}

const char *app_theme_name(const struct app *app)
{
	return strcmp(app->options.theme, THEME_AUTO) != 0
		       ? app->options.theme
		       : theme_for_ground(app->ground);
}

void app_ground(struct app *app, enum theme_ground ground, int64_t now_ms)
{
	app->now_ms = now_ms;
	if (app->ground == ground)
		return;
	app->ground = ground;
	if (!strcmp(app->options.theme, THEME_AUTO))
		app_theme_changed(app);
}

void app_theme_changed(struct app *app)
{
	struct effect *effect = effect_add(&app->effects, EFFECT_THEME);

	effect->name = xstrdup(app_theme_name(app));
}

/* Its file is none. */
static void theme_unread(struct app *app, const char *why)
{
	free(app->options.theme);
	app->options.theme = xstrdup(THEME_AUTO);
	app_theme_changed(app);
	app_say(app, FACE_ERROR, "%s", why);
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

void app_effect_done(struct app *app, const struct effect_done *done,
		     int64_t now_ms)
{
	app->now_ms = now_ms;
	app->dirty = true;
	if (done->kind == EFFECT_COPY)
		app_copied(app, done);
	else if (done->kind == EFFECT_EDIT)
		app_edited(app, done);
	else if (done->kind == EFFECT_READ)
		app_file_read(app, done);
	else if (done->why && done->kind == EFFECT_SHOW)
		app_say(app, FACE_ERROR, "%s", done->why);
	else if (done->why && done->kind == EFFECT_RULE)
		app_say(app, FACE_ERROR,
			_("the rule lasts until the end only: %s"), done->why);
	else if (done->why && done->kind == EFFECT_STATE)
		app_state_failed(app, done->why);
	else if (done->why && done->kind == EFFECT_THEME)
		theme_unread(app, done->why);
	layers_done(app, done);
}

void app_terminal(struct app *app, struct slice text)
{
	strbuf_reset(&app->terminal);
	strbuf_addslice(&app->terminal, text);
}

void app_welcome(struct app *app)
{
	app->welcome = true;
	app->dirty = true;
}

void app_noise(struct app *app, int64_t now_ms)
{
	app->now_ms = now_ms;
	prompt_desk_input(&app->desk, now_ms);
}

static void drop_request(struct app *app, int host, const char *id)
{
	struct app_host *h = &app->hosts[host];
	struct pending_request request;
	struct link *link;

	if (pending_take(&h->pending, id, &request))
		return;
	link = request.conversation
		       ? app_link_by_id(app, host, request.conversation)
		       : NULL;
	if (request.type == PLUGIN_MESSAGE_LIST_CONVERSATIONS)
		h->listing = false;
	if (request.type == PLUGIN_MESSAGE_CREATE_CONVERSATION)
		app_new_refused(app, host);
	if (link && request.type == PLUGIN_MESSAGE_QUERY)
		link->sending = false;
	if (link && (request.type == PLUGIN_MESSAGE_LOCK ||
		     request.type == PLUGIN_MESSAGE_UNLOCK ||
		     request.type == PLUGIN_MESSAGE_PUSH_EVENTS))
		app_push_refused(app, link,
				 request.type == PLUGIN_MESSAGE_PUSH_EVENTS);
	if (link && request.type == PLUGIN_MESSAGE_READ_EVENTS)
		link->reading = false;
	app_say(app, FACE_ERROR, _("the host does not answer: %s"),
		plugin_message_type_name(request.type));
	pending_request_release(&request);
}

/* The oldest request that should have been answered, or NULL. */
static const struct pending_request *oldest(const struct app *app, int host)
{
	const struct pending *pending = &app->hosts[host].pending;

	for (size_t i = 0; i < pending->count; i++) {
		if (!app_jp8_is_query(app, host, &pending->requests[i]))
			return &pending->requests[i];
	}
	return NULL;
}

static void drop_unanswered(struct app *app, int host)
{
	const struct pending_request *request;

	while ((request = oldest(app, host)) &&
	       app->now_ms - request->sent_ms >= ANSWER_MS) {
		char id[sizeof(request->id)];

		memcpy(id, request->id, sizeof(id));
		drop_request(app, host, id);
	}
	app_pump(app, host);
}

void app_tick(struct app *app, int64_t now_ms)
{
	app->now_ms = now_ms;
	app_prompt_waited(app, false);
	app_state_tick(app);
	app_hosts_tick(app);
	app_dialect_tick(app);
	for (size_t i = 0; i < app->host_count; i++)
		drop_unanswered(app, (int)i);
	if (app->message_until_ms && now_ms >= app->message_until_ms) {
		strbuf_reset(&app->message);
		app->message_until_ms = 0;
		app->dirty = true;
	}
	if (app->wake_ms >= 0 && now_ms >= app->wake_ms) {
		app->wake_ms = -1;
		app->dirty = true;
	}
}

bool app_work(struct app *app, int64_t now_ms)
{
	bool more;

	app->now_ms = now_ms;
	more = app_history_work(app);
	more |= app_find_work(app);
	more |= pane_filter_work(app);
	if (app->layers[app->layer]->work)
		more |= app->layers[app->layer]->work(app);
	return more;
}

int64_t app_wake_ms(const struct app *app)
{
	int64_t wake_ms = app->history_waits ? app->now_ms : app->wake_ms;

	app_sooner(&wake_ms, app->state.due_ms);
	app_sooner(&wake_ms, app_find_wake_ms(app));
	app_sooner(&wake_ms, pane_filter_wake_ms(app));
	app_sooner(&wake_ms, app_hosts_wake_ms(app));
	app_sooner(&wake_ms, app_dialect_wake_ms(app));
	if (app->message_until_ms)
		app_sooner(&wake_ms, app->message_until_ms);
	for (size_t i = 0; i < app->host_count; i++) {
		const struct pending_request *request = oldest(app, (int)i);

		if (request && !app->hosts[i].gone)
			app_sooner(&wake_ms, request->sent_ms + ANSWER_MS);
	}
	return wake_ms;
}
