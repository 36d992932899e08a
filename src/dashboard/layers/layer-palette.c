#include "config.h"

#include <stdlib.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/commands.h"
#include "src/dashboard/app/draft.h"
#include "src/dashboard/app/layer.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/parts.h"
#include "src/dashboard/app/say.h"
#include "src/dashboard/layers/layers.h"
#include "ui/view/bars.h"

/* All commands to choose from, with their keys, and why one is unavailable. */

#define PALETTE_COLS 90

/* Whether it has a help text and is not the open palette itself. */
static bool is_listed(enum command_id id)
{
	return command_help(id) && id != COMMAND_PALETTE;
}

static enum command_id listed(size_t entry)
{
	for (int id = COMMAND_NONE + 1; id < COMMAND_COUNT; id++)
		if (is_listed((enum command_id)id) && !entry--)
			return (enum command_id)id;
	return COMMAND_NONE;
}

static bool needs_conversation(enum command_id id)
{
	enum command_group group = command_group(id);

	return group == COMMAND_GROUP_READING || id == COMMAND_SEARCH ||
	       id == COMMAND_SEARCH_NEXT || id == COMMAND_SEARCH_PREVIOUS ||
	       id == COMMAND_FILTER || id == COMMAND_MESSAGE ||
	       id == COMMAND_RETRY || id == COMMAND_ATTACH ||
	       id == COMMAND_SCHEMA || id == COMMAND_LOCK ||
	       id == COMMAND_UNLOCK || id == COMMAND_PUSH ||
	       id == COMMAND_CANCEL || id == COMMAND_TITLE ||
	       id == COMMAND_ARCHIVE;
}

static bool sends(enum command_id id)
{
	return id == COMMAND_MESSAGE || id == COMMAND_RETRY ||
	       id == COMMAND_NEW || id == COMMAND_ATTACH ||
	       id == COMMAND_SCHEMA || id == COMMAND_LOCK ||
	       id == COMMAND_PUSH || id == COMMAND_TITLE ||
	       id == COMMAND_ARCHIVE;
}

static const char *host_obstacle(const struct app *app, enum command_id id,
				 const struct conversation *conv)
{
	switch (id) {
	case COMMAND_LOCK:
	case COMMAND_UNLOCK:
	case COMMAND_PUSH:
		return hosts_can(app->hosts, conv->host, CAPABILITY_LOCK)
			       ? NULL
			       : _("this host cannot do that");
	case COMMAND_MESSAGE:
	case COMMAND_RETRY:
	case COMMAND_ATTACH:
	case COMMAND_SCHEMA:
		return draft_obstacle(app, conv);
	case COMMAND_CANCEL:
		if (!hosts_can(app->hosts, conv->host, CAPABILITY_CANCEL_QUERY))
			return _("this host cannot cancel a query");
		return conv->turn_active ? NULL : _("no query is running here");
	case COMMAND_TITLE:
	case COMMAND_ARCHIVE:
		return app->hosts->list[conv->host].dialect == DIALECT_JP8
			       ? NULL
			       : _("this host cannot do that");
	default:
		return NULL;
	}
}

/* Why the command would do nothing now, or NULL. */
static const char *obstacle(struct app *app, enum command_id id)
{
	const struct pane *pane = app_focused(app);

	if (app->options.read_only && sends(id))
		return _("read-only: nothing is sent");
	if (needs_conversation(id) && (!pane || !pane->conv))
		return _("no conversation here");
	if (id == COMMAND_ANSWER && !app->store->prompts.count)
		return _("no pending requests");
	if ((id == COMMAND_SEARCH_NEXT || id == COMMAND_SEARCH_PREVIOUS) &&
	    !app->patterns.count)
		return _("nothing to search for");
	return needs_conversation(id) ? host_obstacle(app, id, pane->conv)
				      : NULL;
}

static void *init(void)
{
	struct picker *picker = xcalloc(1, sizeof(*picker));

	picker_init(picker);
	return picker;
}

static void release(void *data)
{
	picker_release(data);
	free(data);
}

static void describe(struct app *app, enum command_id id, struct strbuf *label,
		     struct strbuf *detail)
{
	const char *why = obstacle(app, id);

	strbuf_setf(label, "%s  :%s", _(command_help(id)), command_name(id));
	strbuf_reset(detail);
	if (why)
		strbuf_addf(detail, "(%s)  ", why);
	keymap_keys(detail, &app->keymap, id);
}

/* Add all commands, or update them. */
static void fill(struct app *app, struct picker *picker, bool add)
{
	struct strbuf label = STRBUF_INIT, detail = STRBUF_INIT;
	size_t at = 0;

	for (int i = COMMAND_NONE + 1; i < COMMAND_COUNT; i++) {
		if (!is_listed((enum command_id)i))
			continue;
		describe(app, (enum command_id)i, &label, &detail);
		if (add)
			picker_add(picker, strbuf_slice(&label),
				   strbuf_slice(&detail));
		else
			picker_change(picker, at, strbuf_slice(&label),
				      strbuf_slice(&detail));
		at++;
	}
	strbuf_release(&label);
	strbuf_release(&detail);
}

static int open_palette(struct app *app, int what, struct slice text,
			struct strbuf *err)
{
	struct picker *picker = layer_data(app, LAYER_PALETTE);

	(void)what;
	(void)err;
	picker_release(picker);
	picker_init(picker);
	fill(app, picker, true);
	picker_start(picker);
	if (text.len)
		picker_paste(picker, text);
	return 0;
}

static void choose(struct app *app)
{
	size_t chosen = picker_chosen(layer_data(app, LAYER_PALETTE));
	enum command_id id = chosen == SIZE_MAX ? COMMAND_NONE : listed(chosen);
	const char *why = id == COMMAND_NONE ? NULL : obstacle(app, id);

	if (id == COMMAND_NONE)
		return;
	if (why) {
		/* The user can choose another. */
		app_say(app, FACE_DIM, "%s", why);
		return;
	}
	app_layer_close(app);
	app_command(app, id);
}

static void press_key(struct app *app, struct key key)
{
	if (key_is_escape(key))
		app_layer_close(app);
	else if (key.sym == KEY_SYM_ENTER)
		choose(app);
	else
		picker_key(layer_data(app, LAYER_PALETTE), key);
}

static void paste(struct app *app, struct slice text)
{
	picker_paste(layer_data(app, LAYER_PALETTE), text);
}

static void wheel(struct app *app, int rows)
{
	picker_wheel(layer_data(app, LAYER_PALETTE), rows);
}

static void click(struct app *app, size_t row)
{
	if (picker_click(layer_data(app, LAYER_PALETTE), row))
		choose(app);
}

static int64_t draw(struct app *app, struct canvas *cv, struct rect room)
{
	struct rect in = dialog_frame(cv, room, PALETTE_COLS,
				      layer_box_rows(room), _("Commands"));

	fill(app, layer_data(app, LAYER_PALETTE), false);
	picker_draw(layer_data(app, LAYER_PALETTE), cv, in, SIZE_MAX, true);
	return -1;
}

static const struct hint hints[] = {
	{ "Enter", N_("run") },
	{ "Esc", N_("cancel") },
};

const struct layer_ops layer_palette = {
	.hints = hints,
	.hint_count = ARRAY_SIZE(hints),
	.said = SAID_ENTERED,
	.init = init,
	.release = release,
	.open = open_palette,
	.key = press_key,
	.paste = paste,
	.wheel = wheel,
	.click = click,
	.draw = draw,
};
