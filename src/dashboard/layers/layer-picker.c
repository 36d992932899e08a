#include "config.h"

#include <stdlib.h>

#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/layer.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/parts.h"
#include "src/dashboard/layers/layers.h"
#include "ui/view/conversation-label.h"
#include "ui/view/elapsed.h"

/* Conversations, of which one is to be shown. */

struct picks {
	struct picker picker;
	struct conversation **of; /* each entry */
	size_t count;
	bool new_pane;
};

static void *init(void)
{
	struct picks *picks = xcalloc(1, sizeof(*picks));

	picker_init(&picks->picker);
	return picks;
}

static void release(void *data)
{
	struct picks *picks = data;

	picker_release(&picks->picker);
	free(picks->of);
	free(picks);
}

static void add(struct app *app, struct picker *picker,
		const struct conversation *conv)
{
	struct strbuf title = STRBUF_INIT, age = STRBUF_INIT;

	conversation_title(&title, conv);
	if (conv->unreadable)
		strbuf_addstr(&age, _("unreadable"));
	else if (conv->last_activated_ms != TIMESTAMP_NONE)
		elapsed_add_age(&age,
				app_wall_ms(app) - conv->last_activated_ms);
	if (hosts_shown(app->hosts) > 1)
		strbuf_addf(&age, "  %s", app->hosts->list[conv->host].name);
	picker_add(picker, strbuf_slice(&title), strbuf_slice(&age));
	strbuf_release(&title);
	strbuf_release(&age);
}

static int open_picker(struct app *app, int what, struct slice text,
		       struct strbuf *err)
{
	struct picks *picks = layer_data(app, LAYER_PICKER);

	(void)text;
	(void)err;
	hosts_list(app->hosts);
	picks->of = xreallocarray(picks->of, app->store->count + 1,
				  sizeof(*picks->of));
	picks->count = store_order(app->store, picks->of);
	picks->new_pane = what;
	picker_release(&picks->picker);
	picker_init(&picks->picker);
	for (size_t i = 0; i < picks->count; i++)
		add(app, &picks->picker, picks->of[i]);
	picker_start(&picks->picker);
	return 0;
}

static void press_key(struct app *app, struct key key)
{
	struct picks *picks = layer_data(app, LAYER_PICKER);
	size_t chosen = picker_chosen(&picks->picker);

	if (key_is_escape(key)) {
		app_layer_close(app);
	} else if (key.sym != KEY_SYM_ENTER) {
		picker_key(&picks->picker, key);
	} else if (chosen < picks->count) {
		app_layer_close(app);
		app_open_here(app, picks->of[chosen], picks->new_pane);
	}
}

static void paste(struct app *app, struct slice text)
{
	struct picks *picks = layer_data(app, LAYER_PICKER);

	picker_paste(&picks->picker, text);
}

static void wheel(struct app *app, int rows)
{
	struct picks *picks = layer_data(app, LAYER_PICKER);

	picker_wheel(&picks->picker, rows);
}

static int64_t draw(struct app *app, struct canvas *cv, struct rect room)
{
	struct picks *picks = layer_data(app, LAYER_PICKER);
	struct rect in =
		dialog_frame(cv, room, 70, room.h - 2,
			     picks->new_pane ? _("Open in a new pane")
					     : _("Open a conversation"));

	picker_draw(&picks->picker, cv, in, SIZE_MAX, true);
	return -1;
}

static void forget(struct app *app, int host)
{
	struct picks *picks = layer_data(app, LAYER_PICKER);

	(void)host;
	picks->count = 0;
	if (app->layer == LAYER_PICKER)
		app_layer_close(app);
}

static const struct hint hints[] = {
	{ "Enter", N_("open") },
	{ "Esc", N_("cancel") },
};

const struct layer_ops layer_picker = {
	.hints = hints,
	.hint_count = ARRAY_SIZE(hints),
	.said = SAID_ENTERED,
	.init = init,
	.release = release,
	.open = open_picker,
	.key = press_key,
	.paste = paste,
	.wheel = wheel,
	.draw = draw,
	.forget = forget,
};
