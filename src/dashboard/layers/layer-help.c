#include "config.h"

#include <stdlib.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/layer.h"
#include "src/dashboard/app/parts.h"
#include "src/dashboard/layers/layers.h"

/* All keys and what they do. */

static void *init(void)
{
	return xcalloc(1, sizeof(struct layer_scroll));
}

static int open_help(struct app *app, int what, struct slice text,
		     struct strbuf *err)
{
	struct layer_scroll *scroll = layer_data(app, LAYER_HELP);

	(void)what;
	(void)text;
	(void)err;
	scroll->top = 0;
	return 0;
}

static void press_key(struct app *app, struct key key)
{
	struct layer_scroll *scroll = layer_data(app, LAYER_HELP);
	long step = layer_step(key, scroll->page);

	if (step)
		layer_scroll_by(scroll, step);
	else if (key_is(key, '/', 0))
		/* The same commands, filtered by typing. */
		app_layer_try(app, LAYER_PALETTE, 0, SLICE(""));
	else
		layer_last_key(app, key, COMMAND_HELP);
}

static void wheel(struct app *app, int rows)
{
	layer_scroll_by(layer_data(app, LAYER_HELP), rows);
}

static int64_t draw(struct app *app, struct canvas *cv, struct rect room)
{
	struct layer_scroll *scroll = layer_data(app, LAYER_HELP);
	struct rect in =
		dialog_frame_padded(cv, room, room.w, room.h, _("Keys"));

	scroll->rows = help_draw(cv, (struct rect){ in.x, in.y, in.w, 0 },
				 &app->keymap, 0);
	scroll->page = in.h;
	/* The size may have changed. */
	layer_scroll_by(scroll, 0);
	help_draw(cv, in, &app->keymap, scroll->top);
	layer_draw_hidden(scroll, cv, in);
	return -1;
}

static const struct hint hints[] = {
	{ "j k", N_("scroll") },
	{ "/", N_("search") },
	{ "Esc", N_("close") },
};

const struct layer_ops layer_help = {
	.hints = hints,
	.hint_count = ARRAY_SIZE(hints),
	.said = SAID_CLOSES,
	.init = init,
	.release = free,
	.open = open_help,
	.key = press_key,
	.wheel = wheel,
	.draw = draw,
};
