#include "config.h"

#include <stdlib.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/commands.h"
#include "src/dashboard/app/frame.h"
#include "src/dashboard/app/layer.h"
#include "src/dashboard/app/pane-search.h"
#include "src/dashboard/app/pane-select.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/parts.h"
#include "src/dashboard/app/say.h"
#include "src/dashboard/layers/layers.h"

/* The panes, where keys are commands; and mouse drags in them. */

struct drag {
	int edge; /* the edge of this pane; 0: none */
	enum split how;
	int pane, y; /* where the button was pressed; 0: not in a transcript */
};

static void *init(void)
{
	return xcalloc(1, sizeof(struct drag));
}

/* A drag ends when something covered the panes. */
static int open_panes(struct app *app, int what, struct slice text,
		      struct strbuf *err)
{
	struct drag *drag = layer_data(app, LAYER_PANES);

	(void)what;
	(void)text;
	(void)err;
	*drag = (struct drag){ 0 };
	return 0;
}

static void press_key(struct app *app, struct key key)
{
	enum command_id command = keymap_find(&app->keymap, key);
	struct strbuf text = STRBUF_INIT, help = STRBUF_INIT;

	if (pane_select_key(app, key))
		return;
	if (command != COMMAND_NONE) {
		app_command(app, command);
		return;
	}
	if (key_is_escape(key)) {
		strbuf_reset(&app->message);
		pane_search_clear(app);
		return;
	}
	key_format_shown(&text, key);
	keymap_way(&help, &app->keymap, COMMAND_HELP);
	app_say(app, FACE_DIM, _("%s does nothing here; %s shows the keys"),
		text.buf, help.buf);
	strbuf_release(&text);
	strbuf_release(&help);
}

static void paste(struct app *app, struct slice text)
{
	struct strbuf way = STRBUF_INIT;

	(void)text;
	keymap_way(&way, &app->keymap, COMMAND_MESSAGE);
	app_say(app, FACE_DIM,
		_("a paste does nothing here; %s writes a message"), way.buf);
	strbuf_release(&way);
}

/*
 * The edge at the mouse: the border right of a pane, or the title below one.
 * Returns that pane's id, or 0.
 */
static int edge_below(const struct app *app, const struct mouse *mouse,
		      enum split *how)
{
	struct pane_place places[APP_PANES_MAX];
	size_t count = app_places(app, places);

	for (size_t i = 0; i < count; i++) {
		struct rect at = places[i].at;
		bool beside = mouse->y >= at.y && mouse->y < at.y + at.h;
		bool below = mouse->x >= at.x && mouse->x < at.x + at.w;

		*how = beside ? SPLIT_RIGHT : SPLIT_BELOW;
		if ((beside && mouse->x == at.x + at.w) ||
		    (below && at.h && mouse->y == at.y + at.h))
			return places[i].pane;
	}
	return 0;
}

/* Move the edge to the mouse, as far as the panes allow. */
static void drag_edge(struct app *app, const struct drag *drag,
		      const struct mouse *mouse)
{
	struct rect at = app_place_of(app, drag->edge).at;
	bool right = drag->how == SPLIT_RIGHT;

	if (at.w && at.h)
		layout_resize(&app->layout, drag->edge,
			      right ? mouse->x - at.x - at.w : 0,
			      right ? 0 : mouse->y - at.y - at.h,
			      app_room(app));
}

/* Select lines, from where the button was pressed. */
static void drag_lines(struct app *app, const struct drag *drag, int y)
{
	struct pane *pane = app_pane(app, drag->pane);
	struct rect at;

	if (!pane)
		return;
	at = app_transcript_room(app, pane, app_place_of(app, pane->id).at);
	y -= at.y;
	if (!transcript_lines_active(pane->view)) {
		if (y == drag->y ||
		    !transcript_lines_point(pane->view, drag->y))
			return;
		strbuf_reset(&app->message);
	}
	transcript_lines_point(pane->view, y);
}

/* Focus the clicked conversation's pane, or open the conversation here. */
static void click_beside(struct app *app, const struct mouse *mouse)
{
	struct rect at = app_sidebar_room(app);
	struct conversation *conv;

	if (mouse->y < at.y || mouse->y >= at.y + at.h || mouse->x >= at.w)
		return;
	conv = frame_sidebar_at(app, mouse->y);
	if (conv)
		app_show(app, conv, false);
}

static void click(struct app *app, struct drag *drag, const struct mouse *mouse)
{
	struct rect at;
	struct pane *pane = app_pane_below(app, mouse, &at);

	if (!pane) {
		click_beside(app, mouse);
		return;
	}
	app->focus = pane->id;
	at = app_transcript_room(app, pane, at);
	if (mouse->y >= at.y + at.h)
		return;
	transcript_click(pane->view, mouse->y - at.y);
	transcript_lines_end(pane->view);
	drag->pane = pane->id;
	drag->y = mouse->y - at.y;
}

static void use_mouse(struct app *app, const struct mouse *mouse, bool fresh)
{
	struct drag *drag = layer_data(app, LAYER_PANES);

	/* A drag belongs to this press, not to an earlier one. */
	if (mouse->action != MOUSE_DRAG)
		drag->edge = 0;
	if (mouse->action == MOUSE_PRESS)
		drag->pane = 0;
	if (mouse->button != 1)
		return;
	if (mouse->action == MOUSE_PRESS && fresh) {
		click(app, drag, mouse);
		drag->edge = edge_below(app, mouse, &drag->how);
	} else if (mouse->action == MOUSE_DRAG && drag->edge) {
		drag_edge(app, drag, mouse);
	} else if (mouse->action == MOUSE_DRAG) {
		drag_lines(app, drag, mouse->y);
	}
}

const struct layer_ops layer_panes = {
	.init = init,
	.release = free,
	.open = open_panes,
	.key = press_key,
	.paste = paste,
	.mouse = use_mouse,
};
