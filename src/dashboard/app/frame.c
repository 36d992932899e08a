#include "config.h"

#include "src/dashboard/app/frame.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/clock.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/draft.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/prompt-dialog.h"
#include "src/dashboard/app/state.h"
#include "src/dashboard/hosts/hosts.h"
#include "ui/dialog/dialog-part.h"
#include "ui/text/sanitize.h"
#include "ui/text/wrap.h"
#include "ui/transcript/transcript-times.h"
#include "ui/view/bars.h"
#include "ui/view/sidebar.h"

/* Views use the wall clock. */
void frame_sooner_wall(struct app *app, int64_t wall_ms)
{
	if (wall_ms >= 0)
		sooner_ms(&app->own->wake_ms, wall_ms - app->wall_offset_ms);
}

/* Why a host sends no live events, or NULL. */
static const char *host_trouble(const struct host *h)
{
	if (!h->gone)
		return NULL;
	return h->command && !h->failures ? _("connecting") : _("lost");
}

static void draw_sidebar(struct app *app, struct canvas *cv,
			 struct conversation **rows)
{
	struct rect at = app_sidebar_room(app);
	const struct conversation *shown[APP_PANES_MAX];
	struct sidebar_options options = {
		.shown = shown,
		.now_ms = app_wall_ms(app),
		.top = app->own->sidebar_top,
		.rows = rows,
		.row_count = rows ? (size_t)app->rows : 0,
	};
	struct pane *focused = app_focused(app);
	struct sidebar_host *hosts;

	/* Elsewhere a letter is text, or of another meaning. */
	if (app->layer == LAYER_PANES)
		options.keymap = &app->keymap;
	if (at.w <= 0 || at.h <= 0)
		return;
	hosts = xcalloc(app->hosts->count + 1, sizeof(*hosts));
	options.hosts = hosts;
	options.host_count = app->hosts->count;
	for (size_t i = 0; i < app->hosts->count; i++)
		hosts[i] = (struct sidebar_host){
			.name = hosts_is_shown(app->hosts, (int)i)
					? app->hosts->list[i].name
					: NULL,
			.state = host_trouble(&app->hosts->list[i]),
		};
	for (size_t i = 0; i < app->pane_count; i++)
		shown[options.shown_count++] = app->panes[i].conv;
	options.focus = focused ? focused->conv : NULL;
	app->own->sidebar_top = sidebar_draw(cv, at, app->store, &options);
	free(hosts);
	canvas_vline(cv, at.x + at.w, at.y, at.h, FACE_BORDER);
	frame_sooner_wall(app, sidebar_wake_ms(app->store, options.now_ms));
}

struct conversation *frame_sidebar_at(struct app *app, int y)
{
	struct conversation **rows =
		xcalloc((size_t)app->rows + 1, sizeof(*rows));
	struct conversation *conv;
	struct canvas cv;

	canvas_init(&cv);
	canvas_resize(&cv, app->cols, app->rows);
	draw_sidebar(app, &cv, rows);
	canvas_release(&cv);
	conv = y >= 0 && y < app->rows ? rows[y] : NULL;
	free(rows);
	return conv;
}

/* The command that fills an empty pane; its placeholder names the key. */
static enum command_id empty_command(const struct app *app,
				     const struct pane *pane)
{
	const struct conversation *conv = pane ? pane->conv : NULL;
	int main = hosts_main(app->hosts);
	bool sends = !app->options.read_only &&
		     hosts_can(app->hosts, main, CAPABILITY_QUERY);

	if (!conv && !app->store->count && app->hosts->list[main].listed_once)
		return sends ? COMMAND_NEW : COMMAND_NONE;
	if (!conv)
		return COMMAND_OPEN;
	if (conv->load_error || !conv->loaded ||
	    transcript_is_quiet(conv, app_wall_ms(app)) ||
	    draft_obstacle(app, conv))
		return COMMAND_NONE;
	return COMMAND_MESSAGE;
}

/* Append the placeholder of a pane that has nothing to show. */
static void add_placeholder(const struct app *app, const struct pane *pane,
			    enum command_id command, struct strbuf *text)
{
	const struct conversation *conv = pane ? pane->conv : NULL;
	struct strbuf way = STRBUF_INIT;

	if (command != COMMAND_NONE)
		keymap_way(&way, &app->keymap, command);
	if (pane && !conv && pane->was.id)
		app_state_why_empty(app, pane, text);
	else if (!conv && command == COMMAND_NEW)
		strbuf_addf(text, _("No conversations yet (%s: start one)"),
			    way.buf);
	else if (!conv && command == COMMAND_OPEN)
		strbuf_addf(text,
			    _("Nothing here yet (%s: open a conversation)"),
			    way.buf);
	else if (!conv)
		strbuf_addstr(text, _("No conversations yet."));
	else if (conv->load_error)
		strbuf_addf(text, _("Cannot be read: %s"), conv->load_error);
	else if (!conv->loaded && app->hosts->list[conv->host].gone)
		strbuf_addstr(
			text,
			_("Host lost before the conversation could be read."));
	else if (!conv->loaded)
		strbuf_addstr(text, _("Reading…"));
	else if (transcript_is_quiet(conv, app_wall_ms(app)))
		transcript_add_quiet(text, conv, app_wall_ms(app));
	else if (command == COMMAND_MESSAGE)
		strbuf_addf(text, _("No messages yet (%s: write one)"),
			    way.buf);
	else
		strbuf_addstr(text, _("No messages yet."));
	strbuf_release(&way);
}

void frame_draw_empty(const struct app *app, struct canvas *cv, struct rect at,
		      const struct pane *pane)
{
	bool failed = pane && pane->conv && pane->conv->load_error;
	struct wrap_options options = {
		.cols = at.w,
		.face = failed ? FACE_ERROR : FACE_DIM,
	};
	struct strbuf text = STRBUF_INIT, clean = STRBUF_INIT;
	struct rows rows = ROWS_INIT;
	enum command_id command = empty_command(app, pane);

	if (at.w < 1 || at.h < 1)
		return;
	add_placeholder(app, pane, command, &text);
	sanitize_line(&clean, strbuf_slice(&text));
	wrap_text(&rows, strbuf_slice(&clean), &options);
	dialog_part_rows(cv, at, &rows, 0);
	if (rows.count < (size_t)at.h)
		at.h = (int)rows.count;
	hint_click_command(cv, at, &app->keymap, command);
	rows_release(&rows);
	strbuf_release(&clean);
	strbuf_release(&text);
}

static void draw_panes(struct app *app, struct canvas *cv)
{
	struct pane_place places[APP_PANES_MAX];
	size_t count = app_places(app, places);
	struct rect room = app_room(app);
	int zoomed = count == 1 ? app_pane_number(app, places[0].pane) : 1;

	if (!count) {
		struct rect in = { room.x + 2, room.y + 1, room.w - 3,
				   room.h - 1 };

		frame_draw_empty(app, cv, in, NULL);
	}
	for (size_t i = 0; i < count; i++) {
		struct pane *pane = app_pane(app, places[i].pane);
		struct rect at = places[i].at;
		/* A zoomed pane keeps its number. */
		int number = count == 1 ? zoomed : (int)i + 1;

		if (!pane)
			continue;
		if (at.x > room.x && at.h > 0)
			canvas_vline(cv, at.x - 1, at.y, at.h, FACE_BORDER);
		canvas_click_pane(cv, pane->id);
		pane_draw(app, cv, pane, at, number);
		canvas_click_pane(cv, 0);
	}
}

static void draw_layer(struct app *app, struct canvas *cv)
{
	const struct layer_ops *ops = app->own->layers[app->layer];
	struct rect room = { 0, 1, cv->w, cv->h - 2 };

	if (ops->draw)
		sooner_ms(&app->own->wake_ms, ops->draw(app, cv, room));
}

/* "(2 waiting) jp dashboard – jp-dev" */
static void make_title(struct app *app)
{
	const char *root = app->hosts->count
				   ? app->hosts->list[0].init.workspace_root
				   : NULL;
	const char *slash = root ? strrchr(root, '/') : NULL;
	struct strbuf title = STRBUF_INIT;

	if (app->store->prompts.count)
		strbuf_addf(&title, _("(%zu waiting) "),
			    app->store->prompts.count);
	strbuf_addstr(&title, "jp dashboard");
	if (slash && slash[1]) {
		strbuf_addstr(&title, " – ");
		sanitize_line(&title, slice_str(slash + 1));
	}
	if (!slice_equal(strbuf_slice(&title),
			 strbuf_slice(&app->own->title))) {
		struct effect *effect = effect_add(&app->effects, EFFECT_TITLE);

		strbuf_addslice(&effect->text, strbuf_slice(&title));
		strbuf_reset(&app->own->title);
		strbuf_addslice(&app->own->title, strbuf_slice(&title));
	}
	strbuf_release(&title);
}

static void begin(struct app *app)
{
	app->dirty = false;
	app->own->wake_ms = -1;
	if (app->layer != LAYER_PROMPT)
		prompt_desk_look_again(&app->desk);
}

static void blank(struct app *app, struct canvas *cv)
{
	if (cv->w != app->cols || cv->h != app->rows)
		canvas_resize(cv, app->cols, app->rows);
	canvas_clear(cv);
	app->own->targets.count = 0;
	cv->targets = &app->own->targets;
}

bool app_draw_top(struct app *app, struct canvas *cv)
{
	bool any = app->own->layers[app->layer]->draw != NULL;

	begin(app);
	if (any) {
		blank(app, cv);
		app->own->docked = (struct rect){ 0, 0, 0, 0 };
		draw_layer(app, cv);
		cv->targets = NULL;
	}
	make_title(app);
	return any;
}

void app_draw(struct app *app, struct canvas *cv)
{
	begin(app);
	blank(app, cv);
	/* For the clock in the top line. */
	sooner_ms(&app->own->wake_ms,
		  app->now_ms + 60000 - app_wall_ms(app) % 60000);
	app_prompt_dock(app);
	draw_sidebar(app, cv, NULL);
	draw_panes(app, cv);
	frame_top(app, cv);
	if (app->rows > 1)
		frame_bottom(app, cv);
	draw_layer(app, cv);
	cv->targets = NULL;
	make_title(app);
}
