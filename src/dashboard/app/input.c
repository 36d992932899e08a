#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app-private.h"
#include "src/dashboard/app/draft.h"

/* What the person does goes to the layer on top, and to no other. */

#define WHEEL_ROWS 3

static void panes_key(struct app *app, struct key key)
{
	enum command_id command = keymap_find(&app->keymap, key);
	struct strbuf text = STRBUF_INIT, help = STRBUF_INIT;

	if (app_lines_key(app, key))
		return;
	if (command != COMMAND_NONE) {
		app_command(app, command);
		return;
	}
	if (key_is_escape(key)) {
		strbuf_reset(&app->message);
		app_find_clear(app);
		return;
	}
	key_format(&text, key);
	keymap_keys(&help, &app->keymap, COMMAND_HELP);
	app_say(app, FACE_DIM, _("%s does nothing here; %s shows the keys"),
		text.buf, help.buf);
	strbuf_release(&text);
	strbuf_release(&help);
}

static void picker_chose(struct app *app)
{
	size_t chosen = picker_chosen(&app->picker);

	if (chosen == SIZE_MAX || chosen >= app->picked_count)
		return;
	app->layer = LAYER_PANES;
	app_open_here(app, app->picked[chosen], app->picker_new_pane);
}

static void picker_layer_key(struct app *app, struct key key)
{
	if (key_is_escape(key))
		app->layer = LAYER_PANES;
	else if (key.sym == KEY_SYM_ENTER)
		picker_chose(app);
	else
		picker_key(&app->picker, key);
}

static void help_key(struct app *app, struct key key)
{
	int page = app->rows > 8 ? app->rows - 8 : 1;

	if (key.sym == KEY_SYM_DOWN || key_is(key, 'j', 0))
		app->help_top++;
	else if (key.sym == KEY_SYM_UP || key_is(key, 'k', 0))
		app->help_top--;
	else if (key.sym == KEY_SYM_PAGE_DOWN || key_is(key, ' ', 0))
		app->help_top += page;
	else if (key.sym == KEY_SYM_PAGE_UP)
		app->help_top -= page;
	else
		app->layer = LAYER_PANES;
	if (app->help_top > app->help_rows - page)
		app->help_top = app->help_rows - page;
	if (app->help_top < 0)
		app->help_top = 0;
}

static void quit_key(struct app *app, struct key key)
{
	app->layer = LAYER_PANES;
	if (key_is(key, 'y', 0) || key_is(key, 'q', 0))
		app_exit(app, 0, NULL);
}

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
		switch (layer) {
		case LAYER_PANES:
			panes_key(app, key);
			break;
		case LAYER_COMPOSER:
			app_composer_key(app, key);
			break;
		case LAYER_LINE:
			app_line_key(app, key);
			break;
		case LAYER_PALETTE:
			app_palette_key(app, key);
			break;
		case LAYER_HITS:
			app_hits_key(app, key);
			break;
		case LAYER_TIMELINE:
			app_timeline_key(app, key);
			break;
		case LAYER_FILTER:
			app_filter_key(app, key);
			break;
		case LAYER_PROMPT:
			app_prompt_key(app, key);
			break;
		case LAYER_PICKER:
			picker_layer_key(app, key);
			break;
		case LAYER_HELP:
		case LAYER_TEXT:
			help_key(app, key);
			break;
		case LAYER_RULES:
			app_rules_key(app, key);
			break;
		case LAYER_QUIT:
			quit_key(app, key);
			break;
		}
	}
	app_lock_input(app, now_ms);
	app_state_touch(app);
	for (size_t i = 0; i < app->host_count; i++)
		app_pump(app, (int)i);
}

void app_paste(struct app *app, struct slice text, bool cut, int64_t now_ms)
{
	struct draft *draft;

	app->now_ms = now_ms;
	app->dirty = true;
	app_lock_input(app, now_ms);
	app_state_touch(app);
	switch (app->layer) {
	case LAYER_PROMPT:
		app_prompt_paste(app, text);
		break;
	case LAYER_HITS:
	case LAYER_PALETTE:
	case LAYER_PICKER:
		picker_paste(&app->picker, text);
		break;
	case LAYER_COMPOSER:
		draft = draft_here(app);
		if (draft)
			editor_paste(draft->editor, text);
		break;
	case LAYER_LINE:
		app_line_paste(app, text);
		break;
	case LAYER_PANES:
		app_say(app, FACE_DIM,
			_("a paste does nothing here; i writes a message"));
		break;
	case LAYER_HELP:
	case LAYER_TEXT:
	case LAYER_RULES:
	case LAYER_TIMELINE:
	case LAYER_FILTER:
	case LAYER_QUIT:
		break;
	}
	if (cut)
		app_say(app, FACE_ERROR,
			_("the paste is not whole: its end never came, or it "
			  "is over %d MB"),
			8);
}

/* The pane below the mouse and its place, or NULL. */
static struct pane *pane_below(struct app *app, const struct mouse *mouse,
			       struct rect *at)
{
	struct pane_place places[APP_PANES_MAX];
	size_t count = app_places(app, places);

	for (size_t i = 0; i < count; i++) {
		*at = places[i].at;
		if (mouse->x >= at->x && mouse->x < at->x + at->w &&
		    mouse->y >= at->y && mouse->y < at->y + at->h)
			return app_pane(app, places[i].pane);
	}
	return NULL;
}

/*
 * The edge that the mouse is on: the border right of a pane, or the title
 * below one. Returns that pane's id, or 0.
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

/* The edge comes to where the mouse is, as far as panes let it. */
static void drag_edge(struct app *app, const struct mouse *mouse)
{
	struct rect at = app_place_of(app, app->drag_edge).at;
	bool right = app->drag_how == SPLIT_RIGHT;

	if (at.w && at.h)
		layout_resize(&app->layout, app->drag_edge,
			      right ? mouse->x - at.x - at.w : 0,
			      right ? 0 : mouse->y - at.y - at.h,
			      app_room(app));
}

static void wheel(struct app *app, const struct mouse *mouse)
{
	struct rect at;
	struct pane *pane = pane_below(app, mouse, &at);

	if (pane)
		transcript_scroll(pane->view, mouse->button * WHEEL_ROWS);
}

static void click(struct app *app, const struct mouse *mouse)
{
	struct rect at;
	struct pane *pane = pane_below(app, mouse, &at);

	if (!pane)
		return;
	app->focus = pane->id;
	at = app_transcript_room(app, pane, at);
	if (mouse->y >= at.y + at.h)
		return;
	transcript_click(pane->view, mouse->y - at.y);
	app_lines_press(app, pane, mouse->y - at.y);
}

void app_mouse(struct app *app, const struct mouse *mouse, int64_t now_ms)
{
	bool fresh = prompt_lock_quiet(&app->lock, now_ms);

	app->now_ms = now_ms;
	app->dirty = true;
	/* The mouse never allows anything, but it is input. */
	app_lock_input(app, now_ms);
	app_state_touch(app);
	/* What is dragged is told by this press, not by one before it. */
	if (mouse->action == MOUSE_PRESS)
		app->drag_pane = 0;
	if (mouse->action == MOUSE_PRESS || mouse->action == MOUSE_RELEASE)
		app->drag_edge = 0;
	if (mouse->action == MOUSE_WHEEL) {
		if (app->layer == LAYER_PROMPT)
			app_prompt_wheel(app, mouse->button * WHEEL_ROWS);
		else if (app->layer == LAYER_PICKER ||
			 app->layer == LAYER_PALETTE ||
			 app->layer == LAYER_HITS)
			picker_wheel(&app->picker, mouse->button * WHEEL_ROWS);
		else
			wheel(app, mouse);
	} else if (mouse->action == MOUSE_PRESS && mouse->button == 1 &&
		   app->layer == LAYER_PANES && fresh) {
		click(app, mouse);
		app->drag_edge = edge_below(app, mouse, &app->drag_how);
	} else if (mouse->action == MOUSE_DRAG && mouse->button == 1 &&
		   app->layer == LAYER_PANES) {
		if (app->drag_edge)
			drag_edge(app, mouse);
		else
			app_lines_drag(app, mouse->y);
	}
}
