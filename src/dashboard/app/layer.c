#include "config.h"

#include "src/dashboard/app/layer.h"

#include "src/dashboard/app/app-private.h"

void *layer_data(const struct app *app, enum app_layer layer)
{
	return app->layer_data[layer];
}

int app_layer_open(struct app *app, enum app_layer layer, int what,
		   struct slice text, struct strbuf *err)
{
	const struct layer_ops *ops = app->layers[layer];

	if (ops->open && ops->open(app, what, text, err))
		return -1;
	app_layer_return(app, layer);
	return 0;
}

void app_layer_return(struct app *app, enum app_layer layer)
{
	app->layer = layer;
	app->dirty = true;
}

void app_layer_close(struct app *app)
{
	app_layer_open(app, LAYER_PANES, 0, SLICE(""), NULL);
}

void app_layer_try(struct app *app, enum app_layer layer, int what,
		   struct slice text)
{
	struct strbuf err = STRBUF_INIT;

	if (app_layer_open(app, layer, what, text, &err) && err.len)
		app_say(app, FACE_ERROR, "%s", err.buf);
	strbuf_release(&err);
}

void layer_scroll_key(struct app *app, struct layer_scroll *scroll,
		      struct key key)
{
	int page = app->rows > 8 ? app->rows - 8 : 1;

	if (key.sym == KEY_SYM_DOWN || key_is(key, 'j', 0))
		scroll->top++;
	else if (key.sym == KEY_SYM_UP || key_is(key, 'k', 0))
		scroll->top--;
	else if (key.sym == KEY_SYM_PAGE_DOWN || key_is(key, ' ', 0))
		scroll->top += page;
	else if (key.sym == KEY_SYM_PAGE_UP)
		scroll->top -= page;
	else
		app_layer_close(app);
	if (scroll->top > scroll->rows - page)
		scroll->top = scroll->rows - page;
	if (scroll->top < 0)
		scroll->top = 0;
}

void layers_init(struct app *app, const struct layer_ops *const *layers)
{
	app->layers = layers;
	for (int i = 0; i < LAYER_COUNT; i++)
		if (layers[i]->init)
			app->layer_data[i] = layers[i]->init();
}

void layers_release(struct app *app)
{
	for (int i = 0; i < LAYER_COUNT; i++)
		if (app->layers[i]->release)
			app->layers[i]->release(app->layer_data[i]);
}

void layers_forget(struct app *app, int host)
{
	for (int i = 0; i < LAYER_COUNT; i++)
		if (app->layers[i]->forget)
			app->layers[i]->forget(app, host);
}

void layers_done(struct app *app, const struct effect_done *done)
{
	for (int i = 0; i < LAYER_COUNT; i++)
		if (app->layers[i]->done)
			app->layers[i]->done(app, done);
}
