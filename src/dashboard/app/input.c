#include "config.h"

#include "src/base/i18n.h"
#include "src/dashboard/app/app-private.h"

/* What the person does goes to the layer on top, and to no other. */

#define WHEEL_ROWS 3

/* Whether a key belongs to what was being typed when that lost its reader. */
static bool is_of_burst(struct app *app, struct key key)
{
	bool seen = app->burst == BURST_COVERED ||
		    (app->burst_seen_ms != PROMPT_LOCK_NEVER &&
		     app->now_ms - app->burst_seen_ms >= PROMPT_LOCK_GUARD_MS);

	if (app->burst == BURST_NONE)
		return false;
	if (!key_is_escape(key) &&
	    (!seen || !prompt_lock_quiet(&app->lock, app->now_ms)))
		return true;
	app->burst = BURST_NONE;
	return false;
}

void app_key(struct app *app, struct key key, int64_t now_ms)
{
	enum app_layer layer = app->layer;

	app->now_ms = now_ms;
	app->dirty = true;
	app->welcome = false;
	app->last_key = key;
	/* Typed before the dialog was on the screen: meant for the panes. */
	if (layer == LAYER_PROMPT && app->prompt_uninvited &&
	    !app->prompt_presented)
		layer = LAYER_PANES;
	/* These two must work whatever is open. */
	if (key_is(key, 'l', KEY_CTRL) || key_is(key, 'z', KEY_CTRL)) {
		app_command(app, keymap_find(&app->keymap, key));
	} else if (layer != app->layer || !is_of_burst(app, key)) {
		app->layers[layer]->key(app, key);
	}
	app_lock_input(app, now_ms);
	app_state_touch(app);
	for (size_t i = 0; i < app->host_count; i++)
		app_pump(app, (int)i);
}

void app_paste(struct app *app, struct slice text, bool cut, int64_t now_ms)
{
	const struct layer_ops *ops = app->layers[app->layer];

	app->now_ms = now_ms;
	app->dirty = true;
	app_lock_input(app, now_ms);
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
	bool fresh = prompt_lock_quiet(&app->lock, now_ms);
	struct pane *pane;
	struct rect at;

	app->now_ms = now_ms;
	app->dirty = true;
	/* The mouse never allows anything, but it is input. */
	app_lock_input(app, now_ms);
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
