#include "config.h"

#include "src/dashboard/app/input.h"

#include "src/base/i18n.h"
#include "src/dashboard/app/app-private.h"
#include "src/dashboard/app/draft.h"

/* What the person does goes to the layer on top, and to no other. */

#define WHEEL_ROWS 3

void app_key(struct app *app, struct key key, int64_t now_ms)
{
	struct prompt_desk *desk = &app->desk;
	enum desk_route route;

	app_time(app, now_ms);
	app->dirty = true;
	app->welcome = false;
	app->keys++;
	if (!key_equal(key, desk->key))
		app_prompt_waited(app, true);
	prompt_desk_press(desk, key, now_ms);
	/* These two must work whatever is open. */
	if (key_is(key, 'l', KEY_CTRL) || key_is(key, 'z', KEY_CTRL)) {
		app_command(app, keymap_find(&app->keymap, key));
	} else {
		route = prompt_desk_route(desk, key, app->layer == LAYER_PROMPT,
					  now_ms);
		if (route != DESK_NOBODY)
			app->layers[route == DESK_PANES ? LAYER_PANES
							: app->layer]
				->key(app, key);
	}
	prompt_desk_input(desk, now_ms);
	app_state_touch(app);
	hosts_pump(app->hosts);
}

/* It is no input: nothing was read or chosen by it. */
void app_let_go(struct app *app, struct key key, int64_t now_ms)
{
	app_time(app, now_ms);
	prompt_desk_let_go(&app->desk, key);
}

void app_paste(struct app *app, struct slice text, bool cut, int64_t now_ms)
{
	const struct layer_ops *ops = app->layers[app->layer];

	app_time(app, now_ms);
	app->dirty = true;
	prompt_desk_input(&app->desk, now_ms);
	app_state_touch(app);
	if (ops->paste)
		ops->paste(app, text);
	if (cut)
		app_say(app, FACE_ERROR,
			_("the paste is not whole: its end never came, or it "
			  "is over %d MB"),
			8);
}

void app_mouse(struct app *app, const struct mouse *mouse, int64_t now_ms)
{
	const struct layer_ops *ops = app->layers[app->layer];
	bool fresh = prompt_lock_quiet(&app->desk.lock, now_ms);
	struct pane *pane;
	struct rect at;

	app_time(app, now_ms);
	app->dirty = true;
	/* The mouse never allows anything, but it is input. */
	prompt_desk_input(&app->desk, now_ms);
	app_state_touch(app);
	if (mouse->action != MOUSE_WHEEL) {
		if (ops->mouse)
			ops->mouse(app, mouse, fresh);
	} else if (ops->wheel) {
		ops->wheel(app, mouse->button * WHEEL_ROWS);
	} else {
		pane = app_pane_below(app, mouse, &at);
		if (pane)
			transcript_scroll(pane->view,
					  mouse->button * WHEEL_ROWS);
	}
}

static void host_input(struct app *app, const struct input *input,
		       int64_t now_ms)
{
	struct strbuf why = STRBUF_INIT;

	switch (input->kind) {
	case INPUT_HOST_BYTES:
		app_host_bytes(app, input->host, input->bytes,
			       input->byte_count, now_ms);
		break;
	case INPUT_HOST_STDERR:
		app_host_stderr(app, input->host, input->text, now_ms);
		break;
	case INPUT_HOST_GONE:
		app_host_gone(app, input->host, now_ms);
		break;
	case INPUT_HOST_CLOSED:
		app_host_closed(app, input->host, now_ms);
		break;
	default:
		strbuf_addslice(&why, input->text);
		app_host_failed(app, input->host, why.buf, input->flag, now_ms);
		strbuf_release(&why);
		break;
	}
}

/* What it waited for is over. */
static void leave_in_time(struct app *app)
{
	if (app->leaves && app->layer == LAYER_PANES &&
	    !hosts_running(app->hosts, -1) && !app->store->prompts.count &&
	    !draft_any(app))
		app_exit(app, 0, NULL);
}

void app_input(struct app *app, struct input *input, int64_t now_ms)
{
	switch (input->kind) {
	case INPUT_KEY:
		if (input->flag)
			prompt_desk_repeats(&app->desk);
		app_key(app, input->key, now_ms);
		break;
	case INPUT_LET_GO:
		app_let_go(app, input->key, now_ms);
		break;
	case INPUT_MOUSE:
		app_mouse(app, &input->mouse, now_ms);
		break;
	case INPUT_PASTE:
		app_paste(app, input->text, input->flag, now_ms);
		break;
	case INPUT_FOCUS:
		app_focus(app, input->flag, now_ms);
		break;
	case INPUT_RESIZE:
		app_resize(app, input->cols, input->rows, now_ms);
		break;
	case INPUT_RESUME:
		app_resumed(app, now_ms);
		break;
	case INPUT_NOISE:
		app_noise(app, now_ms);
		break;
	case INPUT_QUIET:
		app_no_input(app, now_ms);
		break;
	case INPUT_GROUND:
		app_ground(app, input->ground, now_ms);
		break;
	case INPUT_FRAME_WRITTEN:
		app_frame_written(app, now_ms);
		break;
	case INPUT_FRAME_ASKED:
		prompt_desk_expect(&app->desk, now_ms);
		break;
	case INPUT_FRAME_ARRIVED:
		app_frame_arrived(app, now_ms);
		break;
	case INPUT_EFFECT_DONE:
		app_effect_done(app, &input->done, now_ms);
		break;
	case INPUT_TICK:
		app->wall_offset_ms = input->wall_offset_ms;
		app->hosts->wall_offset_ms = input->wall_offset_ms;
		app_tick(app, now_ms);
		break;
	default:
		host_input(app, input, now_ms);
		break;
	}
	leave_in_time(app);
}
