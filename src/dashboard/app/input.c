#include "config.h"

#include "src/dashboard/app/input.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/clock.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/attachment.h"
#include "src/dashboard/app/commands.h"
#include "src/dashboard/app/draft.h"
#include "src/dashboard/app/external-edit.h"
#include "src/dashboard/app/layer.h"
#include "src/dashboard/app/pane-select.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/prompt-dialog.h"
#include "src/dashboard/app/rule-answers.h"
#include "src/dashboard/app/say.h"
#include "src/dashboard/app/state.h"
#include "src/dashboard/app/workspace-trust.h"

/* Handles inputs at their time. The user's go to the top layer only. */

#define WHEEL_ROWS 3

static void set_time(struct app *app, int64_t now_ms)
{
	app->now_ms = now_ms;
	hosts_time(app->hosts, now_ms);
}

/*
 * Function keys and the like, which are never text, work everywhere; what they
 * open leaves the current layer as it is.
 */
static bool works_everywhere(struct app *app, struct key key)
{
	enum command_id command = keymap_find(&app->keymap, key);

	if (key_is(key, 'l', KEY_CTRL) || key_is(key, 'z', KEY_CTRL)) {
		app_command(app, command);
		return true;
	}
	if (key.sym < KEY_SYM_F1 || app->layer == LAYER_PANES)
		return false;
	if (command == COMMAND_ANSWER && app->layer == LAYER_PROMPT)
		app_prompt_visit(app);
	else if (command == COMMAND_ANSWER)
		app_prompt_open_next(app, false);
	else if (command == COMMAND_HELP && app->layer != LAYER_HELP)
		app_layer_over(app, LAYER_HELP);
	else
		return false;
	return true;
}

static void on_key(struct app *app, struct key key)
{
	struct prompt_desk *desk = &app->desk;
	enum desk_route route;

	app->dirty = true;
	app->own->welcome = false;
	app->keys++;
	/* Keys that are ignored do not clear it. */
	if (app->own->message_of_key && app->message.len &&
	    desk->burst == DESK_BURST_NONE)
		app_unsay(app);
	app->own->in_key = true;
	if (!key_equal(key, desk->key))
		app_prompt_waited(app, true);
	/* A click is not a key press: the key that is down may repeat after it. */
	if (!app->clicked)
		prompt_desk_press(desk, key, app->now_ms);
	if (!works_everywhere(app, key)) {
		route = prompt_desk_route(desk, key, app->layer == LAYER_PROMPT,
					  app->now_ms);
		if (route != DESK_NOBODY)
			app->own->layers[route == DESK_PANES ? LAYER_PANES
							     : app->layer]
				->key(app, key);
	}
	app->own->in_key = false;
	prompt_desk_input(desk, app->now_ms);
	app_state_touch(app);
	hosts_pump(app->hosts);
}

/* A release is not input: it reads and chooses nothing. */
static void on_let_go(struct app *app, struct key key)
{
	prompt_desk_let_go(&app->desk, key);
}

static void on_paste(struct app *app, struct slice text, bool cut)
{
	const struct layer_ops *ops = app->own->layers[app->layer];

	app->dirty = true;
	prompt_desk_paste(&app->desk, app->now_ms);
	app_state_touch(app);
	if (ops->paste)
		ops->paste(app, text);
	if (cut)
		app_say(app, FACE_ERROR,
			_("the paste is not whole: its end never came, or it "
			  "is over %d MB"),
			8);
}

/* The text that a dialog is about can be scrolled beside it. */
static bool is_above_dialog(const struct app *app, const struct mouse *mouse)
{
	const struct rect *at = &app->own->docked;

	return app->layer == LAYER_PROMPT && at->w && mouse->y < at->y;
}

static void click_end(struct app *app, struct pane *pane)
{
	if (app->layer == LAYER_PANES)
		app->focus = pane->id;
	transcript_lines_end(pane->view);
	transcript_end(pane->view);
}

/*
 * A click in a pane, which has the keys only if nothing is above the panes.
 * False: it is a click on nothing.
 */
static bool may_click_in(struct app *app, const struct mouse *mouse,
			 const struct target *target)
{
	struct pane *pane = app_pane(app, target->pane);

	if (!pane)
		return !target->pane;
	/* Where the wheel scrolls it, too. */
	if (target->kind == TARGET_END)
		return app->layer == LAYER_PANES ||
		       app->layer == LAYER_COMPOSER ||
		       is_above_dialog(app, mouse);
	if (app->layer != LAYER_PANES)
		return false;
	app->focus = pane->id;
	return true;
}

/*
 * A click on a displayed key acts as that key, with all of its checks; except
 * that it can never approve ("Approvals" 4).
 */
static bool on_click(struct app *app, const struct mouse *mouse)
{
	struct target target =
		targets_at(&app->own->targets, mouse->x, mouse->y);
	const struct layer_ops *ops = app->own->layers[app->layer];

	if (!may_click_in(app, mouse, &target))
		return false;
	if (target.kind == TARGET_END) {
		click_end(app, app_pane(app, target.pane));
	} else if (target.kind == TARGET_KEY) {
		app->clicked = true;
		on_key(app, target.key);
		app->clicked = false;
	} else if (target.kind == TARGET_ROW && ops->click) {
		ops->click(app, target.row);
		hosts_pump(app->hosts);
	} else {
		return false;
	}
	return true;
}

static void wheel_beside(struct app *app, const struct mouse *mouse)
{
	struct rect at = app_sidebar_room(app);
	size_t *top = &app->own->sidebar_top;
	long step = (long)mouse->button * WHEEL_ROWS;

	if (mouse->x >= at.w || mouse->y < at.y || mouse->y >= at.y + at.h)
		return;
	/* The next frame knows how far it goes. */
	if (step < 0 && (size_t)-step > *top)
		*top = 0;
	else
		*top += (size_t)step;
}

static void on_mouse(struct app *app, const struct mouse *mouse)
{
	const struct layer_ops *ops = app->own->layers[app->layer];
	bool fresh = prompt_lock_quiet(&app->desk.lock, app->now_ms);
	bool taken = mouse->action == MOUSE_PRESS && mouse->button == 1 &&
		     fresh && on_click(app, mouse);
	struct pane *pane;
	struct rect at;

	app->dirty = true;
	/* The mouse never allows anything, but it counts as input. */
	prompt_desk_input(&app->desk, app->now_ms);
	app_state_touch(app);
	if (mouse->action != MOUSE_WHEEL) {
		if (ops->mouse)
			ops->mouse(app, mouse, fresh && !taken);
	} else if (ops->wheel && !is_above_dialog(app, mouse)) {
		ops->wheel(app, mouse->button * WHEEL_ROWS);
	} else {
		pane = app_pane_below(app, mouse, &at);
		if (pane)
			transcript_scroll(pane->view,
					  mouse->button * WHEEL_ROWS);
		else
			wheel_beside(app, mouse);
	}
}

static void on_resize(struct app *app, int cols, int rows)
{
	app->cols = cols > 0 ? cols : 0;
	app->rows = rows > 0 ? rows : 0;
	prompt_desk_look_again(&app->desk);
	app->dirty = true;
	app_start_panes(app);
}

static void on_resumed(struct app *app)
{
	prompt_desk_look_again(&app->desk);
	prompt_desk_doubt_asks(&app->desk);
	app->dirty = true;
}

static void on_focus(struct app *app, bool focused)
{
	app->own->unfocused = !focused;
	/* A window in the background was not read; the key or click that
	 * brought it back is not an answer either. */
	prompt_desk_look_again(&app->desk);
	prompt_desk_input(&app->desk, app->now_ms);
	app->dirty = true;
}

/* This is reported with a delay: nothing counts until it is in front. */
static void on_sight(struct app *app, bool in_front)
{
	if (app->desk.hidden == !in_front)
		return;
	prompt_desk_in_front(&app->desk, in_front, app->now_ms);
	app->dirty = true;
}

static void on_ground(struct app *app, enum theme_ground ground)
{
	if (app->ground == ground)
		return;
	app->ground = ground;
	if (!strcmp(app->options.theme, THEME_AUTO))
		app_theme_changed(app);
}

static void on_noise(struct app *app)
{
	prompt_desk_input(&app->desk, app->now_ms);
}

static void on_quiet(struct app *app)
{
	/* The lock has opened: the dialog must show that. */
	if (prompt_desk_quiet(&app->desk, app->options.guard_ms, app->now_ms))
		app->dirty = true;
}

/* The lock opens without input: the dialog must show that, once. */
static void wake_for_lock(struct app *app)
{
	int64_t opens_ms =
		prompt_desk_opens_ms(&app->desk, app->options.guard_ms);
	int64_t asks_ms = prompt_desk_wake_ms(&app->desk);

	if (opens_ms > app->now_ms)
		sooner_ms(&app->own->wake_ms, opens_ms);
	if (asks_ms > app->now_ms)
		sooner_ms(&app->own->wake_ms, asks_ms);
}

static void on_frame_written(struct app *app)
{
	app_prompt_written(app);
	workspace_trust_written(app);
	wake_for_lock(app);
}

static void on_frame_arrived(struct app *app)
{
	bool late = prompt_desk_is_late(&app->desk, app->now_ms);
	bool looks = prompt_desk_looks(&app->desk);

	prompt_desk_answered(&app->desk, app->now_ms);
	if (looks)
		app_prompt_arrived(app);
	/* The note is outdated; and there may be more to look at. */
	if (late || looks)
		app->dirty = true;
	wake_for_lock(app);
}

/* The theme's file is invalid. */
static void theme_unread(struct app *app, const char *why)
{
	free(app->options.theme);
	app->options.theme = xstrdup(THEME_AUTO);
	app_theme_changed(app);
	app_say(app, FACE_ERROR, "%s", why);
}

static void on_effect_done(struct app *app, const struct effect_done *done)
{
	app->dirty = true;
	if (done->kind == EFFECT_COPY)
		pane_select_copied(app, done);
	else if (done->kind == EFFECT_EDIT)
		external_edit_done(app, done);
	else if (done->kind == EFFECT_READ)
		app_file_read(app, done);
	else if (done->why && done->kind == EFFECT_SHOW)
		app_say(app, FACE_ERROR, "%s", done->why);
	else if (done->why && done->kind == EFFECT_GO)
		app_say(app, FACE_ERROR, _("cannot go there: %s"), done->why);
	else if (done->why && done->kind == EFFECT_RULE)
		app_rule_file_failed(app, done->flag, done->text, done->why);
	else if (done->why && done->kind == EFFECT_STATE)
		app_state_failed(app, done->why);
	else if (done->why && done->kind == EFFECT_THEME)
		theme_unread(app, done->why);
	layers_done(app, done);
}

static void on_tick(struct app *app)
{
	app_prompt_waited(app, false);
	if (prompt_desk_await(&app->desk, app->now_ms)) {
		app_prompt_arrived(app);
		app->dirty = true;
	}
	app_state_tick(app);
	hosts_tick(app->hosts);
	if (app->own->message_until_ms &&
	    app->now_ms >= app->own->message_until_ms) {
		strbuf_reset(&app->message);
		app->own->message_until_ms = 0;
		app->dirty = true;
	}
	if (app->own->wake_ms >= 0 && app->now_ms >= app->own->wake_ms) {
		app->own->wake_ms = -1;
		app->dirty = true;
	}
}

static void host_failed(struct app *app, const struct input *input)
{
	struct strbuf why = STRBUF_INIT;

	strbuf_addslice(&why, input->text);
	hosts_failed(app->hosts, input->host, why.buf, input->flag);
	strbuf_release(&why);
}

static void host_input(struct app *app, const struct input *input)
{
	switch (input->kind) {
	case INPUT_HOST_BYTES:
		hosts_bytes(app->hosts, input->host, input->bytes,
			    input->byte_count);
		break;
	case INPUT_HOST_STDERR:
		hosts_stderr(app->hosts, input->host, input->text);
		break;
	case INPUT_HOST_GONE:
		hosts_gone(app->hosts, input->host);
		break;
	case INPUT_HOST_CLOSED:
		hosts_closed(app->hosts, input->host);
		break;
	default:
		host_failed(app, input);
		break;
	}
}

/* Exit if what it waited for is over. */
static void leave_in_time(struct app *app)
{
	if (app->leaves && app->layer == LAYER_PANES &&
	    !hosts_running(app->hosts, -1) && !app->store->prompts.count &&
	    !draft_any(app))
		app_exit(app, 0, NULL);
}

void app_input(struct app *app, struct input *input, int64_t now_ms)
{
	set_time(app, now_ms);
	switch (input->kind) {
	case INPUT_KEY:
		if (input->flag)
			prompt_desk_repeats(&app->desk);
		on_key(app, input->key);
		break;
	case INPUT_LET_GO:
		on_let_go(app, input->key);
		break;
	case INPUT_MOUSE:
		on_mouse(app, &input->mouse);
		break;
	case INPUT_PASTE:
		on_paste(app, input->text, input->flag);
		break;
	case INPUT_FOCUS:
		on_focus(app, input->flag);
		break;
	case INPUT_SIGHT:
		on_sight(app, input->flag);
		break;
	case INPUT_RESIZE:
		on_resize(app, input->cols, input->rows);
		break;
	case INPUT_RESUME:
		on_resumed(app);
		break;
	case INPUT_NOISE:
		on_noise(app);
		break;
	case INPUT_QUIET:
		on_quiet(app);
		break;
	case INPUT_GROUND:
		on_ground(app, input->ground);
		break;
	case INPUT_FRAME_WRITTEN:
		on_frame_written(app);
		break;
	case INPUT_FRAME_ASKED:
		prompt_desk_expect(&app->desk, now_ms);
		break;
	case INPUT_FRAME_ARRIVED:
		on_frame_arrived(app);
		break;
	case INPUT_EFFECT_DONE:
		on_effect_done(app, &input->done);
		break;
	case INPUT_TICK:
		app->wall_offset_ms = input->wall_offset_ms;
		app->hosts->wall_offset_ms = input->wall_offset_ms;
		on_tick(app);
		break;
	default:
		host_input(app, input);
		break;
	}
	drafts_send_queued(app);
	leave_in_time(app);
}
