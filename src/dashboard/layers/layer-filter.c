#include "config.h"

#include <stdlib.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/layer.h"
#include "src/dashboard/app/pane-filter.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/parts.h"
#include "src/dashboard/layers/layers.h"
#include "ui/text/sanitize.h"

/* Chooses what the focused pane shows. */
enum {
	DIALOG_COLS = 44,
	ROW_PATTERN = GROUP_COUNT, /* after the groups */
	ROW_COUNT,
};

static void *init(void)
{
	return xcalloc(1, sizeof(int));
}

static int *selected_row(const struct app *app)
{
	return layer_data(app, LAYER_FILTER);
}

static int open_filter(struct app *app, int what, struct slice text,
		       struct strbuf *err)
{
	(void)what;
	(void)text;
	if (!app_conversation_here(app, err))
		return -1;
	*selected_row(app) = 0;
	return 0;
}

static void act(struct app *app, struct pane *pane, int row)
{
	if (row == ROW_PATTERN) {
		app_layer_try(app, LAYER_LINE, ASK_FILTER,
			      pane->only ? slice_str(pane->only->pattern)
					 : SLICE(""));
		return;
	}
	pane_filter_toggle(pane, (enum transcript_group)row);
}

static void press_key(struct app *app, struct key key)
{
	struct pane *pane = app_focused(app);
	uint32_t ch = key.sym == KEY_SYM_NONE && !key.mods ? key.ch : 0;
	int *row = selected_row(app);
	long step = layer_step(key, ROW_COUNT);

	if (!pane) {
		app_layer_close(app);
	} else if (ch == ' ' ||
		   (key_is_sym(key, KEY_SYM_ENTER) && *row == ROW_PATTERN)) {
		act(app, pane, *row);
	} else if (step) {
		*row = (int)layer_moved((size_t)*row, step, ROW_COUNT);
	} else if (ch > '0' && ch < '1' + GROUP_COUNT) {
		*row = (int)(ch - '1');
		act(app, pane, *row);
	} else if (ch == '/') {
		act(app, pane, ROW_PATTERN);
	} else if (ch == 'a') {
		pane_filter_clear(pane);
	} else {
		layer_last_key(app, key, COMMAND_FILTER);
	}
}

static void wheel(struct app *app, int rows)
{
	int *row = selected_row(app);

	*row = (int)layer_moved((size_t)*row, rows < 0 ? -1 : 1, ROW_COUNT);
}

static void click(struct app *app, size_t row)
{
	struct pane *pane = app_focused(app);

	*selected_row(app) = (int)row;
	if (pane)
		act(app, pane, (int)row);
}

static void draw_row(struct app *app, struct canvas *cv, struct rect in,
		     const struct pane *pane, int row)
{
	struct strbuf text = STRBUF_INIT;
	struct rect at = { in.x, in.y + row, in.w, 1 };

	if (row == ROW_PATTERN) {
		strbuf_addf(&text, "/    %s ", _("pattern:"));
		if (pane->only)
			sanitize_line(&text, slice_str(pane->only->pattern));
		else
			strbuf_addstr(&text, _("all"));
	} else {
		strbuf_addf(&text, "%d [%c] %s", row + 1,
			    pane->hidden >> row & 1 ? ' ' : 'x',
			    transcript_group_name((enum transcript_group)row));
	}
	canvas_text(cv, at, at.x + 1, at.y, strbuf_slice(&text), FACE_DIALOG);
	canvas_click_row(cv, at, (size_t)row);
	if (row == *selected_row(app))
		canvas_select(cv, at);
	strbuf_release(&text);
}

static int64_t draw(struct app *app, struct canvas *cv, struct rect room)
{
	struct pane *pane = app_focused(app);
	struct rect in;

	if (!pane)
		return -1;
	in = dialog_frame(cv, room, DIALOG_COLS, ROW_COUNT + 2, _("Show"));
	for (int row = 0; row < ROW_COUNT && row < in.h; row++)
		draw_row(app, cv, in, pane, row);
	return -1;
}

static const struct hint hints[] = {
	{ "Space", N_("show or hide") },
	{ "/", N_("pattern") },
	{ "a", N_("show all") },
	{ "Esc", N_("close") },
};

const struct layer_ops layer_filter = {
	.hints = hints,
	.hint_count = ARRAY_SIZE(hints),
	.init = init,
	.release = free,
	.open = open_filter,
	.key = press_key,
	.wheel = wheel,
	.click = click,
	.draw = draw,
};
