#include "config.h"

#include <stdlib.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/layer.h"
#include "src/dashboard/app/pane-filter.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/parts.h"
#include "src/dashboard/layers/layers.h"
#include "ui/transcript/timeline.h"
#include "ui/view/bars.h"

/* The tool calls of a turn over time, above the panes. */
enum {
	TICK_MS = 250, /* while a call runs */
	PAGE_ROWS = 10,
};

/* The turn, and the selected row. */
struct place {
	uint32_t turn_id; /* an item of it */
	size_t top, selected;
};

static void *init(void)
{
	return xcalloc(1, sizeof(struct place));
}

static struct place *place_of(const struct app *app)
{
	return layer_data(app, LAYER_TIMELINE);
}

static int open_timeline(struct app *app, int what, struct slice text,
			 struct strbuf *err)
{
	struct pane *pane = app_focused(app);
	size_t index;

	(void)what;
	(void)text;
	if (!app_conversation_here(app, err))
		return -1;
	if (!pane->conv->item_count) {
		strbuf_setf(err, _("no tool calls here"));
		return -1;
	}
	index = conversation_find_item(pane->conv,
				       transcript_selected(pane->view));
	if (index == SIZE_MAX)
		index = transcript_following(pane->view)
				? pane->conv->item_count - 1
				: transcript_top(pane->view);
	*place_of(app) = (struct place){
		.turn_id = pane->conv->items[index].id,
	};
	return 0;
}

/* An item of the turn; the conversation may have changed since. */
static size_t turn_of(struct app *app, const struct pane *pane)
{
	size_t index =
		conversation_find_item(pane->conv, place_of(app)->turn_id);

	return index == SIZE_MAX ? pane->conv->item_count - 1 : index;
}

static void go_to_turn(struct app *app, const struct pane *pane, int step)
{
	size_t index = timeline_turn(pane->conv, turn_of(app, pane), step);

	if (index == SIZE_MAX)
		return;
	*place_of(app) = (struct place){
		.turn_id = pane->conv->items[index].id,
	};
}

static void go_to_call(struct app *app, struct pane *pane,
		       const struct timeline_call *call)
{
	/* The call must be visible. */
	if (transcript_hides(pane->view, call->index))
		pane_filter_clear(pane);
	app_layer_close(app);
	transcript_return(pane->view,
			  (struct transcript_place){ .id = call->id,
						     .selected = call->id });
}

static void press_key(struct app *app, struct key key)
{
	struct place *place = place_of(app);
	struct pane *pane = app_focused(app);
	struct timeline line = { 0 };
	long rows = layer_step(key, PAGE_ROWS);

	if (!pane || !pane->conv || !pane->conv->item_count) {
		app_layer_close(app);
		return;
	}
	timeline_make(&line, pane->conv, turn_of(app, pane), app_wall_ms(app));
	if (rows)
		place->selected =
			layer_moved(place->selected, rows, line.count);
	else if (key_is(key, '[', 0) || key_is(key, ']', 0))
		go_to_turn(app, pane, key.ch == ']' ? 1 : -1);
	else if (key_is_sym(key, KEY_SYM_ENTER) && line.count)
		go_to_call(app, pane,
			   &line.calls[layer_moved(place->selected, 0,
						   line.count)]);
	else
		layer_last_key(app, key, COMMAND_TIMELINE);
	timeline_release(&line);
}

/* Scroll; drawing knows where the end is. */
static void wheel(struct app *app, int rows)
{
	struct place *place = place_of(app);

	place->selected =
		layer_moved(place->selected, rows < 0 ? -1 : 1, SIZE_MAX);
}

/* Keep the selected row in the window. */
static void scroll(struct place *at, size_t rows)
{
	if (at->selected < at->top)
		at->top = at->selected;
	if (at->selected >= at->top + rows)
		at->top = at->selected - rows + 1;
}

static void click(struct app *app, size_t row)
{
	place_of(app)->selected = row;
	press_key(app, (struct key){ .sym = KEY_SYM_ENTER });
}

static int64_t draw(struct app *app, struct canvas *cv, struct rect room)
{
	struct place *place = place_of(app);
	struct pane *pane = app_focused(app);
	struct strbuf title = STRBUF_INIT;
	struct timeline line = { 0 };
	int64_t wake_ms = -1;
	struct rect in;

	if (!pane || !pane->conv || !pane->conv->item_count)
		return -1;
	timeline_make(&line, pane->conv, turn_of(app, pane), app_wall_ms(app));
	strbuf_addf(&title, Q_("%zu tool call", "%zu tool calls", line.count),
		    line.count);
	in = dialog_frame_padded(cv, room, 140, (int)line.count + 3, title.buf);
	if (in.h > 1 && in.w > 0) {
		if (line.count)
			place->selected =
				layer_moved(place->selected, 0, line.count);
		scroll(place, (size_t)in.h - 1);
		timeline_draw(&line, cv, in, pane->conv, place->top,
			      place->selected);
	}
	if (line.running)
		wake_ms = app->now_ms + TICK_MS;
	timeline_release(&line);
	strbuf_release(&title);
	return wake_ms;
}

static const struct hint hints[] = {
	{ "Enter", N_("go to it") },
	{ "[ ]", N_("turns") },
	{ "Esc", N_("close") },
};

const struct layer_ops layer_timeline = {
	.hints = hints,
	.hint_count = ARRAY_SIZE(hints),
	.init = init,
	.release = free,
	.open = open_timeline,
	.key = press_key,
	.wheel = wheel,
	.click = click,
	.draw = draw,
};
