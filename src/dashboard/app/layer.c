#include "config.h"

#include "src/dashboard/app/layer.h"

#include "src/base/i18n.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/say.h"
#include "ui/dialog/dialog-part.h"

void *layer_data(const struct app *app, enum app_layer layer)
{
	return app->own->layer_data[layer];
}

int app_layer_open(struct app *app, enum app_layer layer, int what,
		   struct slice text, struct strbuf *err)
{
	const struct layer_ops *ops = app->own->layers[layer];

	/* Its keys replace the message, which was about what it covers; a
	 * message of its own while opening stays. */
	if (layer != LAYER_PANES)
		app_unsay(app);
	if (ops->open && ops->open(app, what, text, err))
		return -1;
	app->own->under_count = 0;
	app_layer_return(app, layer);
	return 0;
}

void app_layer_return(struct app *app, enum app_layer layer)
{
	app->layer = layer;
	app->dirty = true;
}

void app_layer_return_over(struct app *app, enum app_layer layer)
{
	app_unsay(app);
	/* A layer exists only once: drop the one below. */
	app_layer_drop(app, layer);
	if (app->layer != LAYER_PANES && app->layer != LAYER_QUIT &&
	    app->layer != layer)
		app->own->under[app->own->under_count++] = app->layer;
	app_layer_return(app, layer);
}

void app_layer_over(struct app *app, enum app_layer layer)
{
	const struct layer_ops *ops = app->own->layers[layer];

	if (!ops->open || !ops->open(app, 0, SLICE(""), NULL))
		app_layer_return_over(app, layer);
}

void app_layer_close(struct app *app)
{
	if (!app->own->under_count) {
		app_layer_open(app, LAYER_PANES, 0, SLICE(""), NULL);
		return;
	}
	app_layer_return(app, app->own->under[--app->own->under_count]);
	/* It was covered, so the user must look again. */
	prompt_desk_look_again(&app->desk);
}

void app_layer_drop(struct app *app, enum app_layer layer)
{
	for (size_t i = 0; i < app->own->under_count; i++)
		if (app->own->under[i] == layer)
			app->own->under_count = i;
}

void app_layer_try(struct app *app, enum app_layer layer, int what,
		   struct slice text)
{
	struct strbuf err = STRBUF_INIT;

	if (app_layer_open(app, layer, what, text, &err) && err.len)
		app_say(app, FACE_ERROR, "%s", err.buf);
	strbuf_release(&err);
}

long layer_step(struct key key, int page)
{
	long full = page > 2 ? page - 1 : 1, half = page > 3 ? page / 2 : 1;

	if (key_is_sym(key, KEY_SYM_DOWN) || key_is(key, 'j', 0) ||
	    key_is(key, 'n', KEY_CTRL))
		return 1;
	if (key_is_sym(key, KEY_SYM_UP) || key_is(key, 'k', 0) ||
	    key_is(key, 'p', KEY_CTRL))
		return -1;
	if (key_is_sym(key, KEY_SYM_PAGE_DOWN) || key_is(key, ' ', 0))
		return full;
	if (key_is_sym(key, KEY_SYM_PAGE_UP))
		return -full;
	if (key_is(key, 'd', KEY_CTRL))
		return half;
	if (key_is(key, 'u', KEY_CTRL))
		return -half;
	if (key.sym == KEY_SYM_HOME || key_is(key, 'g', 0))
		return -LAYER_ENDS;
	if (key.sym == KEY_SYM_END || key_is(key, 'G', 0))
		return LAYER_ENDS;
	return 0;
}

int layer_box_rows(struct rect room)
{
	return room.h < 8 ? room.h : room.h - 2;
}

size_t layer_moved(size_t at, long step, size_t count)
{
	size_t last = count ? count - 1 : 0;

	if (at > last)
		at = last;
	if (step < 0)
		return (size_t)-step < at ? at - (size_t)-step : 0;
	return (size_t)step < last - at ? at + (size_t)step : last;
}

void layer_scroll_by(struct layer_scroll *scroll, long step)
{
	int tops = scroll->rows - scroll->page + 1;

	scroll->top = (int)layer_moved((size_t)scroll->top, step,
				       tops > 0 ? (size_t)tops : 0);
}

void layer_draw_hidden(const struct layer_scroll *scroll, struct canvas *cv,
		       struct rect in)
{
	int below = scroll->rows - scroll->page - scroll->top;
	const struct rect at = { in.x, in.y - 1, in.w, in.h + 2 };

	if (scroll->page > 0)
		dialog_part_more(cv, at, at.y, in.y + in.h, (size_t)scroll->top,
				 below > 0 ? (size_t)below : 0, FACE_DIM);
}

void layer_last_key(struct app *app, struct key key, enum command_id opener)
{
	struct strbuf text = STRBUF_INIT;

	if (key_is_escape(key) || key_is_sym(key, KEY_SYM_ENTER) ||
	    key_is(key, 'q', 0) || keymap_find(&app->keymap, key) == opener) {
		app_layer_close(app);
		return;
	}
	key_format_shown(&text, key);
	app_say(app, FACE_DIM, _("%s does nothing here; Esc closes this"),
		text.buf);
	strbuf_release(&text);
}

void layer_still(struct app *app, int rows)
{
	(void)app;
	(void)rows;
}

void layers_init(struct app *app, const struct layer_ops *const *layers)
{
	app->own->layers = layers;
	for (int i = 0; i < LAYER_COUNT; i++)
		if (layers[i]->init)
			app->own->layer_data[i] = layers[i]->init();
}

void layers_release(struct app *app)
{
	for (int i = 0; i < LAYER_COUNT; i++)
		if (app->own->layers[i]->release)
			app->own->layers[i]->release(app->own->layer_data[i]);
}

void layers_forget(struct app *app, int host)
{
	/* They may show what is removed; text typed in them is kept. */
	app->own->under_count = 0;
	for (int i = 0; i < LAYER_COUNT; i++)
		if (app->own->layers[i]->forget)
			app->own->layers[i]->forget(app, host);
}

void layers_done(struct app *app, const struct effect_done *done)
{
	for (int i = 0; i < LAYER_COUNT; i++)
		if (app->own->layers[i]->done)
			app->own->layers[i]->done(app, done);
}

bool layers_complained(struct app *app, struct slice why)
{
	for (int i = 0; i < LAYER_COUNT; i++)
		if (app->own->layers[i]->complained &&
		    app->own->layers[i]->complained(app, why))
			return true;
	return false;
}
