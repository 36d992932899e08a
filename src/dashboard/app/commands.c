#include "config.h"

#include "src/dashboard/app/commands.h"

#include "src/base/i18n.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/attachment.h"
#include "src/dashboard/app/command-line.h"
#include "src/dashboard/app/draft.h"
#include "src/dashboard/app/layer.h"
#include "src/dashboard/app/pane-search.h"
#include "src/dashboard/app/pane-select.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/prompt-dialog.h"
#include "src/dashboard/app/say.h"
#include "src/dashboard/hosts/hosts.h"
#include "src/store/item-text.h"

/* One function per command, and their table at the end. */

static void focus_step(struct app *app, int step)
{
	if (app->focus >= 0)
		app->focus = layout_next(&app->layout, app->focus, step);
}

static void focus_number(struct app *app, int n)
{
	struct pane_place places[APP_PANES_MAX];
	size_t count = layout_places(&app->layout, app_room(app), places,
				     APP_PANES_MAX);

	if ((size_t)n <= count)
		app->focus = places[n - 1].pane;
	else
		app_say(app, FACE_DIM, _("no pane %zu"), (size_t)n);
}

static void close_pane(struct app *app)
{
	struct pane *pane = app_focused(app);
	struct strbuf err = STRBUF_INIT;

	if (pane)
		app_pane_close(app, pane);
	else if (!app_conversation_here(app, &err))
		app_say(app, FACE_DIM, "%s", err.buf);
	strbuf_release(&err);
}

static void zoom(struct app *app)
{
	app->own->zoomed = !app->own->zoomed && app->pane_count > 1;
}

static void make_even(struct app *app)
{
	layout_even(&app->layout);
}

static void toggle_sidebar(struct app *app)
{
	app->own->sidebar = !app->own->sidebar;
	app->own->sidebar_top = 0;
}

static void swap_pane(struct app *app, int step)
{
	if (app->focus >= 0)
		layout_swap(&app->layout, app->focus,
			    layout_next(&app->layout, app->focus, step));
}

static void widen(struct app *app, int cols)
{
	if (app->focus >= 0)
		layout_resize(&app->layout, app->focus, cols, 0, app_room(app));
}

static void heighten(struct app *app, int rows)
{
	if (app->focus >= 0)
		layout_resize(&app->layout, app->focus, 0, rows, app_room(app));
}

static void split(struct app *app, int how)
{
	struct pane *from = app_focused(app);
	struct conversation *conv = from ? from->conv : NULL;
	struct pane *pane = app_pane_split(app, (enum split)how);

	if (!pane)
		return;
	/* A new pane shows the same conversation until another is opened. */
	if (conv)
		app_pane_open(app, pane, conv);
}

/* Do it for the focused conversation. */
static void run(struct app *app,
		int (*what)(struct hosts *hosts, struct conversation *conv,
			    struct strbuf *err))
{
	struct strbuf err = STRBUF_INIT;
	struct conversation *conv = app_conversation_here(app, &err);

	if ((!conv || what(app->hosts, conv, &err)) && err.len)
		app_say(app, FACE_ERROR, "%s", err.buf);
	strbuf_release(&err);
}

/* Ask first if something would be cut off; otherwise report immediately. */
static void cancel(struct app *app)
{
	struct pane *pane = app_focused(app);

	if (pane && pane->conv && pane->conv->turn_active &&
	    !app->options.read_only &&
	    hosts_can(app->hosts, pane->conv->host, CAPABILITY_CANCEL_QUERY))
		app_layer_try(app, LAYER_QUIT, SURE_CANCEL, SLICE(""));
	else
		run(app, hosts_cancel);
}

static void detach(struct app *app)
{
	attachment_remove(app, SLICE(""), NULL);
}

static void save(struct app *app)
{
	pane_select_save(app, SLICE(""));
}

/* A request in another terminal is shown, since it cannot be answered here. */
static void answer(struct app *app)
{
	size_t asking;
	struct conversation *conv = app_asking(app, &asking);

	if (conv && !app->store->prompts.count)
		app_show(app, conv, true);
	else
		app_prompt_open_next(app, false);
}

/* Whether the selection is the request, or there is none. */
static bool is_about_asking(const struct pane *pane)
{
	uint32_t id = transcript_selected(pane->view);
	size_t index = id ? conversation_find_item(pane->conv, id) : SIZE_MAX;

	return index == SIZE_MAX ||
	       (pane->conv->items[index].kind == ITEM_TOOL_CALL &&
		pane->conv->items[index].tool_state == TOOL_WAITING);
}

static void say_nothing_folds(struct app *app)
{
	app_say(app, FACE_DIM, _("nothing to fold here"));
}

/* Go to the terminal of a call that asks elsewhere; otherwise fold. */
static void fold(struct app *app)
{
	struct pane *pane = app_focused(app);

	if (!pane)
		return;
	if (pane->conv && app_can_go(app, pane->conv) && is_about_asking(pane))
		app_go(app);
	else if (transcript_next_fold(pane->view) == TRANSCRIPT_FOLD_NOTHING)
		say_nothing_folds(app);
	else
		transcript_toggle(pane->view);
}

/* Even if there is nothing to search: the text must not become commands. */
static void search(struct app *app)
{
	app_layer_try(app, LAYER_LINE, ASK_SEARCH, SLICE(""));
}

/* If a search is open, look for it immediately. */
static void search_all(struct app *app)
{
	if (pane_search_active(app))
		app_layer_try(app, LAYER_SEARCH_ALL, 0,
			      slice_str(app->own->find.search.pattern));
	else
		app_layer_try(app, LAYER_LINE, ASK_SEARCH_ALL, SLICE(""));
}

/* Edit the message again, to send or change it. */
static void retry(struct app *app)
{
	struct strbuf text = STRBUF_INIT, err = STRBUF_INIT;
	struct conversation *conv = app_conversation_here(app, &err);
	size_t at = conv ? conversation_unanswered(conv) : SIZE_MAX;
	struct draft *draft;
	bool anew;

	if (at == SIZE_MAX) {
		app_say(app, FACE_DIM, "%s",
			conv ? _("the last turn here has an answer, or runs")
			     : err.buf);
		strbuf_release(&err);
		return;
	}
	item_text_source(&text, conv, &conv->items[at]);
	draft = draft_get(app, conv);
	/* Text that is already there is not replaced. */
	anew = draft_is_empty(draft);
	if (anew)
		editor_set(draft->editor, strbuf_slice(&text));
	strbuf_release(&text);
	/* A line is sent as it is said. */
	if (app->options.plain && anew)
		draft_send(app, conv);
	else
		app_layer_try(app, LAYER_COMPOSER, 0, SLICE(""));
}

static void redraw(struct app *app)
{
	effect_add(&app->effects, EFFECT_REDRAW);
	prompt_desk_look_again(&app->desk);
}

static void suspend(struct app *app)
{
	effect_add(&app->effects, EFFECT_SUSPEND);
}

static void quit(struct app *app)
{
	if (app->store->prompts.count || draft_any(app) ||
	    hosts_running(app->hosts, -1))
		app_layer_try(app, LAYER_QUIT, SURE_LEAVE, SLICE(""));
	else
		app_exit(app, 0, NULL);
}

static void open_layer(struct app *app, int layer)
{
	app_layer_try(app, (enum app_layer)layer, 0, SLICE(""));
}

static void open_picker(struct app *app, int new_pane)
{
	app_layer_try(app, LAYER_PICKER, new_pane, SLICE(""));
}

static void open_text(struct app *app, int text)
{
	app_layer_try(app, LAYER_TEXT, text, SLICE(""));
}

static void open_line(struct app *app, int what)
{
	app_layer_try(app, LAYER_LINE, what, SLICE(""));
}

static void scroll(struct transcript *view, int rows)
{
	transcript_scroll(view, rows);
}

/* How a command is run: one of these. Missing arguments are asked for first. */
struct runner {
	void (*view)(struct transcript *view); /* for the focused pane */
	void (*move)(struct transcript *view, int arg); /* the same */
	void (*app)(struct app *app);
	void (*with)(struct app *app, int arg);
	int (*here)(struct hosts *hosts, struct conversation *conv,
		    struct strbuf *err);
	int arg;
	bool others; /* only with several panes */
	bool folds;
};

static const struct runner runners[COMMAND_COUNT] = {
	[COMMAND_NEXT_PANE] = { .with = focus_step, .arg = 1, .others = true },
	[COMMAND_PREVIOUS_PANE] = { .with = focus_step,
				    .arg = -1,
				    .others = true },
	[COMMAND_PANE_1] = { .with = focus_number, .arg = 1 },
	[COMMAND_PANE_2] = { .with = focus_number, .arg = 2 },
	[COMMAND_PANE_3] = { .with = focus_number, .arg = 3 },
	[COMMAND_PANE_4] = { .with = focus_number, .arg = 4 },
	[COMMAND_PANE_5] = { .with = focus_number, .arg = 5 },
	[COMMAND_PANE_6] = { .with = focus_number, .arg = 6 },
	[COMMAND_PANE_7] = { .with = focus_number, .arg = 7 },
	[COMMAND_PANE_8] = { .with = focus_number, .arg = 8 },
	[COMMAND_PANE_9] = { .with = focus_number, .arg = 9 },
	[COMMAND_SPLIT_RIGHT] = { .with = split, .arg = SPLIT_RIGHT },
	[COMMAND_SPLIT_BELOW] = { .with = split, .arg = SPLIT_BELOW },
	[COMMAND_CLOSE_PANE] = { .app = close_pane },
	[COMMAND_ZOOM] = { .app = zoom, .others = true },
	[COMMAND_EVEN] = { .app = make_even, .others = true },
	[COMMAND_WIDER] = { .with = widen, .arg = 2, .others = true },
	[COMMAND_NARROWER] = { .with = widen, .arg = -2, .others = true },
	[COMMAND_TALLER] = { .with = heighten, .arg = 1, .others = true },
	[COMMAND_SHORTER] = { .with = heighten, .arg = -1, .others = true },
	[COMMAND_SWAP_NEXT] = { .with = swap_pane, .arg = 1, .others = true },
	[COMMAND_SWAP_PREVIOUS] = { .with = swap_pane,
				    .arg = -1,
				    .others = true },
	[COMMAND_OPEN] = { .with = open_picker, .arg = false },
	[COMMAND_OPEN_NEW] = { .with = open_picker, .arg = true },
	[COMMAND_SIDEBAR] = { .app = toggle_sidebar },
	[COMMAND_DOWN] = { .move = scroll, .arg = 1 },
	[COMMAND_UP] = { .move = scroll, .arg = -1 },
	[COMMAND_PAGE_DOWN] = { .move = transcript_page, .arg = 2 },
	[COMMAND_PAGE_UP] = { .move = transcript_page, .arg = -2 },
	[COMMAND_HALF_DOWN] = { .move = transcript_page, .arg = 1 },
	[COMMAND_HALF_UP] = { .move = transcript_page, .arg = -1 },
	[COMMAND_TOP] = { .view = transcript_home },
	[COMMAND_END] = { .view = transcript_end },
	[COMMAND_NEXT_TURN] = { .move = transcript_turn, .arg = 1 },
	[COMMAND_PREVIOUS_TURN] = { .move = transcript_turn, .arg = -1 },
	[COMMAND_SELECT_NEXT] = { .move = transcript_select, .arg = 1 },
	[COMMAND_SELECT_PREVIOUS] = { .move = transcript_select, .arg = -1 },
	[COMMAND_SELECT_LINES] = { .app = pane_select_toggle },
	[COMMAND_FOLD] = { .app = fold },
	[COMMAND_FOLD_OPEN] = { .move = transcript_fold,
				.arg = 1,
				.folds = true },
	[COMMAND_FOLD_CLOSE] = { .move = transcript_fold,
				 .arg = -1,
				 .folds = true },
	[COMMAND_FOLD_TOOLS] = { .view = transcript_toggle_tools },
	[COMMAND_FOLD_REASONING] = { .view = transcript_toggle_reasoning },
	[COMMAND_TIMELINE] = { .with = open_layer, .arg = LAYER_TIMELINE },
	[COMMAND_COPY] = { .app = pane_select_copy },
	[COMMAND_SHOW] = { .app = pane_select_show },
	[COMMAND_SAVE] = { .app = save },
	[COMMAND_SEARCH] = { .app = search },
	[COMMAND_SEARCH_NEXT] = { .with = pane_search_step, .arg = 1 },
	[COMMAND_SEARCH_PREVIOUS] = { .with = pane_search_step, .arg = -1 },
	[COMMAND_SEARCH_ALL] = { .app = search_all },
	[COMMAND_FILTER] = { .with = open_layer, .arg = LAYER_FILTER },
	[COMMAND_ANSWER] = { .app = answer },
	[COMMAND_GO_THERE] = { .app = app_go },
	[COMMAND_MESSAGE] = { .with = open_layer, .arg = LAYER_COMPOSER },
	[COMMAND_RETRY] = { .app = retry },
	[COMMAND_ATTACH] = { .app = attachment_list },
	[COMMAND_DETACH] = { .app = detach },
	[COMMAND_CANCEL] = { .app = cancel },
	[COMMAND_ARCHIVE] = { .here = hosts_archive },
	[COMMAND_LOCK] = { .here = hosts_lock },
	[COMMAND_UNLOCK] = { .here = hosts_unlock },
	[COMMAND_STATUS] = { .with = open_text, .arg = TEXT_STATUS },
	[COMMAND_LOG] = { .with = open_text, .arg = TEXT_LOG },
	[COMMAND_DOCTOR] = { .with = open_text, .arg = TEXT_DOCTOR },
	[COMMAND_TRUST] = { .with = open_text, .arg = TEXT_TRUST },
	[COMMAND_RULES] = { .with = open_layer, .arg = LAYER_RULES },
	[COMMAND_COMMAND_LINE] = { .with = open_line, .arg = ASK_COMMAND },
	[COMMAND_PALETTE] = { .with = open_layer, .arg = LAYER_PALETTE },
	[COMMAND_HELP] = { .with = open_layer, .arg = LAYER_HELP },
	[COMMAND_REDRAW] = { .app = redraw },
	[COMMAND_SUSPEND] = { .app = suspend },
	[COMMAND_QUIT] = { .app = quit },
};

/* A key that can do nothing here says so. */
static bool is_of_no_use(struct app *app, const struct runner *runner,
			 struct pane *pane)
{
	struct strbuf way = STRBUF_INIT;

	if (runner->others && app->pane_count < 2) {
		keymap_way(&way, &app->keymap, COMMAND_SPLIT_RIGHT);
		app_say(app, FACE_DIM, _("no other pane; %s splits this one"),
			way.buf);
		strbuf_release(&way);
		return true;
	}
	if (runner->folds && pane &&
	    transcript_next_fold(pane->view) == TRANSCRIPT_FOLD_NOTHING) {
		say_nothing_folds(app);
		return true;
	}
	return false;
}

void app_command(struct app *app, enum command_id command)
{
	const struct runner *runner = &runners[command];
	struct pane *pane = app_focused(app);

	app->dirty = true;
	/* While lines are selected, movement extends the selection. */
	if (pane && pane_select_command(app, command))
		return;
	if (is_of_no_use(app, runner, pane))
		return;
	if (command != COMMAND_NONE && command_needs_argument(command))
		app_command_ask(app, command);
	else if (runner->view && pane)
		runner->view(pane->view);
	else if (runner->move && pane)
		runner->move(pane->view, runner->arg);
	else if (runner->app)
		runner->app(app);
	else if (runner->with)
		runner->with(app, runner->arg);
	else if (runner->here)
		run(app, runner->here);
}
