#include "config.h"

#include "src/base/i18n.h"
#include "src/dashboard/app/app-private.h"

/* What the person does goes to the layer on top, and to no other. */

#define WHEEL_ROWS 3

void app_key(struct app *app, struct key key, int64_t now_ms)
{
	struct prompt_desk *desk = &app->desk;
	enum desk_route route;

	app_time(app, now_ms);
	app->dirty = true;
	app->welcome = false;
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
