#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app-private.h"
#include "src/dashboard/app/draft.h"
#include "src/dashboard/hosts/hosts.h"
#include "ui/view/conversation-label.h"
#include "ui/view/elapsed.h"

/* One function a command, or a few lines in the switch at the end. */

static void focus_step(struct app *app, int step)
{
	if (app->focus >= 0)
		app->focus = layout_next(&app->layout, app->focus, step);
}

static void focus_number(struct app *app, size_t n)
{
	struct pane_place places[APP_PANES_MAX];
	size_t count = layout_places(&app->layout, app_room(app), places,
				     APP_PANES_MAX);

	if (n < count)
		app->focus = places[n].pane;
	else
		app_say(app, FACE_DIM, _("there is no pane %zu"), n + 1);
}

static void open_picker(struct app *app, bool new_pane)
{
	struct strbuf title = STRBUF_INIT, age = STRBUF_INIT;
	size_t count;

	for (size_t i = 0; i < app->host_count; i++)
		app->hosts[i].want_list = true;
	app->picked = xreallocarray(app->picked, app->store.count + 1,
				    sizeof(*app->picked));
	count = store_order(&app->store, app->picked);
	app->picked_count = count;
	picker_release(&app->picker);
	picker_init(&app->picker);
	for (size_t i = 0; i < count; i++) {
		const struct conversation *conv = app->picked[i];

		strbuf_reset(&title);
		strbuf_reset(&age);
		conversation_title(&title, conv);
		if (conv->unreadable)
			strbuf_addstr(&age, _("unreadable"));
		else if (conv->last_activated_ms != TIMESTAMP_NONE)
			elapsed_add_age(&age, app_wall_ms(app) -
						      conv->last_activated_ms);
		if (app_hosts_shown(app) > 1)
			strbuf_addf(&age, "  %s", app->hosts[conv->host].name);
		picker_add(&app->picker, strbuf_slice(&title),
			   strbuf_slice(&age));
	}
	picker_start(&app->picker);
	app->picker_new_pane = new_pane;
	app->layer = LAYER_PICKER;
	strbuf_release(&title);
	strbuf_release(&age);
}

void app_open_here(struct app *app, struct conversation *conv, bool new_pane)
{
	struct pane *pane = app_focused(app);

	if (conv->unreadable) {
		app_say(app, FACE_ERROR, _("cannot be read: %s"),
			conv->unreadable);
		return;
	}
	if (!pane || (new_pane && pane->conv)) {
		struct rect at =
			pane ? app_place_of(app, pane->id).at : app_room(app);

		/* The longer side is halved; a cell is twice as high. */
		pane = app_pane_split(app, at.w > 3 * at.h ? SPLIT_RIGHT
							   : SPLIT_BELOW);
	}
	if (pane)
		app_pane_open(app, pane, conv);
}

static void swap_pane(struct app *app, int step)
{
	if (app->focus >= 0)
		layout_swap(&app->layout, app->focus,
			    layout_next(&app->layout, app->focus, step));
}

static void resize_pane(struct app *app, int dx, int dy)
{
	if (app->focus >= 0)
		layout_resize(&app->layout, app->focus, dx, dy, app_room(app));
}

static void split(struct app *app, enum split how)
{
	struct pane *from = app_focused(app);
	struct conversation *conv = from ? from->conv : NULL;
	struct pane *pane = app_pane_split(app, how);

	if (!pane)
		return;
	/* A new pane shows the same until something else is opened in it. */
	if (conv)
		app_pane_open(app, pane, conv);
}

/* Do it with the focused conversation. */
static void run(struct app *app,
		int (*what)(struct app *app, struct conversation *conv,
			    struct strbuf *err))
{
	struct strbuf err = STRBUF_INIT;
	struct conversation *conv = app_conversation_here(app, &err);

	if ((!conv || what(app, conv, &err)) && err.len)
		app_say(app, FACE_ERROR, "%s", err.buf);
	strbuf_release(&err);
}

static void quit(struct app *app)
{
	if (app->store.prompts.count || draft_any(app))
		app->layer = LAYER_QUIT;
	else
		app_exit(app, 0, NULL);
}

/* Commands that move in the transcript of the focused pane. */
static bool transcript_command(struct app *app, enum command_id command)
{
	struct pane *pane = app_focused(app);

	if (!pane)
		return false;
	if (app_lines_command(app, command))
		return true;
	switch (command) {
	case COMMAND_DOWN:
		transcript_scroll(pane->view, 1);
		break;
	case COMMAND_UP:
		transcript_scroll(pane->view, -1);
		break;
	case COMMAND_PAGE_DOWN:
		transcript_page(pane->view, 2);
		break;
	case COMMAND_PAGE_UP:
		transcript_page(pane->view, -2);
		break;
	case COMMAND_HALF_DOWN:
		transcript_page(pane->view, 1);
		break;
	case COMMAND_HALF_UP:
		transcript_page(pane->view, -1);
		break;
	case COMMAND_TOP:
		transcript_home(pane->view);
		break;
	case COMMAND_END:
		transcript_end(pane->view);
		break;
	case COMMAND_NEXT_TURN:
		transcript_turn(pane->view, 1);
		break;
	case COMMAND_PREVIOUS_TURN:
		transcript_turn(pane->view, -1);
		break;
	case COMMAND_SELECT_NEXT:
		transcript_select(pane->view, 1);
		break;
	case COMMAND_SELECT_PREVIOUS:
		transcript_select(pane->view, -1);
		break;
	case COMMAND_FOLD:
		transcript_toggle(pane->view);
		break;
	case COMMAND_FOLD_TOOLS:
		transcript_toggle_tools(pane->view);
		break;
	case COMMAND_FOLD_REASONING:
		transcript_toggle_reasoning(pane->view);
		break;
	default:
		return false;
	}
	return true;
}

static bool pane_command(struct app *app, enum command_id command)
{
	struct pane *pane = app_focused(app);

	switch (command) {
	case COMMAND_NEXT_PANE:
		focus_step(app, 1);
		break;
	case COMMAND_PREVIOUS_PANE:
		focus_step(app, -1);
		break;
	case COMMAND_SPLIT_RIGHT:
		split(app, SPLIT_RIGHT);
		break;
	case COMMAND_SPLIT_BELOW:
		split(app, SPLIT_BELOW);
		break;
	case COMMAND_CLOSE_PANE:
		if (pane)
			app_pane_close(app, pane);
		break;
	case COMMAND_ZOOM:
		app->zoomed = !app->zoomed && app->pane_count > 1;
		break;
	case COMMAND_SWAP_NEXT:
		swap_pane(app, 1);
		break;
	case COMMAND_SWAP_PREVIOUS:
		swap_pane(app, -1);
		break;
	case COMMAND_EVEN:
		layout_even(&app->layout);
		break;
	case COMMAND_WIDER:
		resize_pane(app, 2, 0);
		break;
	case COMMAND_NARROWER:
		resize_pane(app, -2, 0);
		break;
	case COMMAND_TALLER:
		resize_pane(app, 0, 1);
		break;
	case COMMAND_SHORTER:
		resize_pane(app, 0, -1);
		break;
	case COMMAND_OPEN:
		open_picker(app, false);
		break;
	case COMMAND_OPEN_NEW:
		open_picker(app, true);
		break;
	case COMMAND_SIDEBAR:
		app->sidebar = !app->sidebar;
		break;
	default:
		if (command < COMMAND_PANE_1 || command > COMMAND_PANE_9)
			return false;
		focus_number(app, (size_t)(command - COMMAND_PANE_1));
	}
	return true;
}

void app_command(struct app *app, enum command_id command)
{
	app->dirty = true;
	if (transcript_command(app, command) || pane_command(app, command))
		return;
	switch (command) {
	case COMMAND_SEARCH:
		if (app_focused(app) && app_focused(app)->conv)
			app_line_open(app, ASK_SEARCH, slice_of("", 0));
		break;
	case COMMAND_SEARCH_ALL:
		app_line_open(app, ASK_SEARCH_ALL,
			      slice_str(app_find_active(app)
						? app->find.search.pattern
						: ""));
		break;
	case COMMAND_SEARCH_NEXT:
		app_find_step(app, 1);
		break;
	case COMMAND_SEARCH_PREVIOUS:
		app_find_step(app, -1);
		break;
	case COMMAND_TIMELINE:
		app_timeline_open(app);
		break;
	case COMMAND_FILTER:
		app_filter_open(app);
		break;
	case COMMAND_SELECT_LINES:
		app_lines_toggle(app);
		break;
	case COMMAND_COPY:
		app_take_copy(app);
		break;
	case COMMAND_SAVE:
		app_take_save(app);
		break;
	case COMMAND_SHOW:
		app_take_show(app);
		break;
	case COMMAND_ANSWER:
		app_prompt_open_next(app, false);
		break;
	case COMMAND_MESSAGE:
		app_composer_open(app);
		break;
	case COMMAND_CANCEL:
		if (app_focused(app) && app_focused(app)->conv)
			run(app, hosts_cancel);
		break;
	case COMMAND_ARCHIVE:
		run(app, hosts_archive);
		break;
	case COMMAND_LOCK:
		run(app, hosts_lock);
		break;
	case COMMAND_UNLOCK:
		run(app, hosts_unlock);
		break;
	case COMMAND_ATTACH:
		app_attach_list(app);
		break;
	case COMMAND_DETACH:
		app_detach(app, slice_of("", 0), NULL);
		break;
	case COMMAND_STATUS:
		app_text_open(app, TEXT_STATUS);
		break;
	case COMMAND_LOG:
		app_text_open(app, TEXT_LOG);
		break;
	case COMMAND_DOCTOR:
		app_text_open(app, TEXT_DOCTOR);
		break;
	/* By a key: it is asked what is to follow. */
	case COMMAND_LAYOUT:
	case COMMAND_THEME:
	case COMMAND_BIND:
	case COMMAND_HOST:
	case COMMAND_NEW:
	case COMMAND_SCHEMA:
	case COMMAND_PUSH:
	case COMMAND_TITLE:
		app_command_ask(app, command);
		break;
	case COMMAND_COMMAND_LINE:
		app_line_open(app, ASK_COMMAND, slice_of("", 0));
		break;
	case COMMAND_PALETTE:
		app_palette_open(app);
		break;
	case COMMAND_RULES:
		app_rules_open(app);
		break;
	case COMMAND_HELP:
		app->layer = LAYER_HELP;
		app->help_top = 0;
		break;
	case COMMAND_REDRAW:
		effect_add(&app->effects, EFFECT_REDRAW);
		app_lock_again(app);
		break;
	case COMMAND_SUSPEND:
		effect_add(&app->effects, EFFECT_SUSPEND);
		break;
	case COMMAND_QUIT:
		quit(app);
		break;
	default:
		break;
	}
}
