#include "config.h"

#include <stdlib.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/layer.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/parts.h"
#include "src/dashboard/layers/layers.h"
#include "ui/view/conversation-label.h"
#include "ui/view/sidebar.h"

/* Conversations, to choose which one to show. */

struct picks {
	struct picker picker;
	struct conversation **of; /* of each entry */
	size_t count;
	size_t known; /* how many existed at the last update */
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

/* As in the sidebar: the state unless it is idle, and the age. */
static void describe(struct app *app, const struct conversation *conv,
		     struct strbuf *title, struct strbuf *detail)
{
	enum conversation_state state = conversation_state(conv);
	struct strbuf age = STRBUF_INIT;

	strbuf_reset(title);
	strbuf_reset(detail);
	conversation_title(title, conv);
	conversation_add_age(&age, conv, app_wall_ms(app));
	if (state != CONVERSATION_IDLE && !conv->unreadable)
		strbuf_addf(detail, "%s%s", state_word(state),
			    age.len ? " " : "");
	strbuf_addslice(detail, strbuf_slice(&age));
	if (hosts_shown(app->hosts) > 1)
		strbuf_addf(detail, "  %s", app->hosts->list[conv->host].name);
	strbuf_release(&age);
}

static size_t count_listed(const struct store *store)
{
	size_t count = 0;

	for (size_t i = 0; i < store->count; i++)
		count += store->conversations[i]->listed;
	return count;
}

/* Append new ones, so that no visible entry moves. */
static void add_new(struct app *app, struct picks *picks)
{
	struct strbuf title = STRBUF_INIT, detail = STRBUF_INIT;
	struct conversation **all =
		xreallocarray(NULL, app->store->count + 1, sizeof(*all));
	size_t count = store_order(app->store, all), had = picks->count;

	picks->of =
		xreallocarray(picks->of, had + count + 1, sizeof(*picks->of));
	for (size_t i = 0; i < count; i++) {
		size_t at = 0;

		while (at < had && picks->of[at] != all[i])
			at++;
		if (at < had)
			continue;
		describe(app, all[i], &title, &detail);
		picker_add(&picks->picker, strbuf_slice(&title),
			   strbuf_slice(&detail));
		picks->of[picks->count++] = all[i];
	}
	picks->known = count_listed(app->store);
	free(all);
	strbuf_release(&title);
	strbuf_release(&detail);
}

/* Update the visible entries, and a page around them. */
static void refresh(struct app *app, struct picks *picks)
{
	struct picker *picker = &picks->picker;
	struct strbuf title = STRBUF_INIT, detail = STRBUF_INIT;
	size_t from =
		picker->top > picker->page ? picker->top - picker->page : 0;
	size_t to = picker->top + 2 * picker->page + 1;

	if (count_listed(app->store) != picks->known) {
		add_new(app, picks);
		picker_extend(picker);
	}
	for (size_t i = from; i < to && i < picker->match_count; i++) {
		size_t at = picker->matches[i];

		if (at >= picks->count)
			continue;
		describe(app, picks->of[at], &title, &detail);
		picker_change(picker, at, strbuf_slice(&title),
			      strbuf_slice(&detail));
	}
	strbuf_release(&title);
	strbuf_release(&detail);
}

static int open_picker(struct app *app, int what, struct slice text,
		       struct strbuf *err)
{
	struct picks *picks = layer_data(app, LAYER_PICKER);

	(void)text;
	(void)err;
	hosts_list(app->hosts);
	picks->count = 0;
	picks->new_pane = what;
	picker_release(&picks->picker);
	picker_init(&picks->picker);
	add_new(app, picks);
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

static void click(struct app *app, size_t row)
{
	struct picks *picks = layer_data(app, LAYER_PICKER);

	if (picker_click(&picks->picker, row))
		press_key(app, (struct key){ .sym = KEY_SYM_ENTER });
}

static int64_t draw(struct app *app, struct canvas *cv, struct rect room)
{
	struct picks *picks = layer_data(app, LAYER_PICKER);
	struct rect in =
		dialog_frame(cv, room, 70, layer_box_rows(room),
			     picks->new_pane ? _("Open in a new pane")
					     : _("Open a conversation"));

	int64_t wake_ms;

	refresh(app, picks);
	picker_draw(&picks->picker, cv, in, SIZE_MAX, true);
	wake_ms = sidebar_wake_ms(app->store, app_wall_ms(app));
	return wake_ms < 0 ? -1 : wake_ms - app->wall_offset_ms;
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
	.click = click,
	.draw = draw,
	.forget = forget,
};
