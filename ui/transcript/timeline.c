#include "config.h"

#include "ui/transcript/timeline.h"

#include <stdlib.h>

#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"
#include "ui/text/sanitize.h"
#include "ui/text/width.h"
#include "ui/transcript/transcript-private.h"
#include "ui/view/arguments.h"
#include "ui/view/elapsed.h"

enum {
	NAME_COLS_MAX = 36, /* a third of the row, at most this many */
	STATE_COLS = 18,    /* "interrupted 1m02s" */
	TICK_COLS = 10,     /* a time on the axis, with its margin */
};

void timeline_release(struct timeline *line)
{
	free(line->calls);
	*line = (struct timeline){ 0 };
}

static size_t turn_end(const struct conversation *conv, size_t index)
{
	for (index++; index < conv->item_count; index++)
		if (conv->items[index].kind == ITEM_TURN)
			break;
	return index;
}

size_t timeline_turn(const struct conversation *conv, size_t index, int step)
{
	size_t at;

	if (step < 0) {
		at = conversation_turn_start(conv, index);
		return at ? conversation_turn_start(conv, at - 1) : SIZE_MAX;
	}
	at = turn_end(conv, index);
	return at < conv->item_count ? at : SIZE_MAX;
}

static bool is_running(const struct item *item)
{
	return item->tool_state == TOOL_RUNNING ||
	       item->tool_state == TOOL_WAITING;
}

static void add_call(struct timeline *line, const struct conversation *conv,
		     size_t index, int64_t now_ms)
{
	const struct item *item = &conv->items[index];
	struct timeline_call call = { item->id, index,
				      transcript_call_times(conv, item) };
	struct call_times *times = &call.times;

	if (is_running(item)) {
		times->ended_ms = now_ms;
		if (item->tool_state == TOOL_WAITING)
			times->started_ms = now_ms;
		line->running = true;
	}
	if (times->ended_ms < times->started_ms)
		times->ended_ms = times->started_ms;
	if (times->asked_ms != TIMESTAMP_NONE) {
		if (line->from_ms == line->until_ms ||
		    times->asked_ms < line->from_ms)
			line->from_ms = times->asked_ms;
		if (times->ended_ms > line->until_ms)
			line->until_ms = times->ended_ms;
	}
	ALLOC_GROW(line->calls, line->count + 1, line->cap);
	line->calls[line->count++] = call;
}

void timeline_make(struct timeline *line, const struct conversation *conv,
		   size_t index, int64_t now_ms)
{
	size_t end;

	line->count = 0;
	line->running = false;
	line->from_ms = line->until_ms = 0;
	if (index >= conv->item_count)
		return;
	end = turn_end(conv, index);
	for (size_t i = conversation_turn_start(conv, index);
	     i < end && line->count < TIMELINE_MAX; i++)
		if (conv->items[i].kind == ITEM_TOOL_CALL)
			add_call(line, conv, i, now_ms);
}

/* --- drawing --- */

static int name_cols(int cols)
{
	return cols / 3 < NAME_COLS_MAX ? cols / 3 : NAME_COLS_MAX;
}

static void draw_name(struct canvas *cv, struct rect at,
		      const struct conversation *conv, const struct item *item)
{
	struct strbuf name = STRBUF_INIT, shown = STRBUF_INIT;
	struct item_content content;
	struct rect clip = { at.x, at.y, name_cols(at.w) - 1, 1 };

	item_content_load(&content, conv, item);
	arguments_add_line(&name,
			   slice_str(content.event.name ? content.event.name
							: _("tool call")));
	strbuf_addstr(&name, "  ");
	transcript_item_chief_argument(&name, &content.event, at.w);
	width_elide(&shown, strbuf_slice(&name), clip.w);
	canvas_text(cv, clip, clip.x, clip.y, strbuf_slice(&shown),
		    FACE_DIALOG);
	item_content_release(&content);
	strbuf_release(&name);
	strbuf_release(&shown);
}

static void draw_state(struct canvas *cv, struct rect at,
		       const struct item *item,
		       const struct timeline_call *call)
{
	struct strbuf text = STRBUF_INIT;
	size_t word_len;
	enum face face;

	strbuf_addstr(&text, transcript_item_state(item->tool_state, &face));
	word_len = text.len;
	call_times_add(&text, &call->times, item->tool_state, true);
	if (width_text(strbuf_slice(&text)) >= STATE_COLS) {
		/* The bar shows how much of it is work. */
		strbuf_setlen(&text, word_len);
		strbuf_addch(&text, ' ');
		if (is_running(item))
			elapsed_add_clock(&text, call->times.ended_ms -
							 call->times.asked_ms);
		else
			elapsed_add_duration(&text,
					     call->times.ended_ms -
						     call->times.asked_ms);
	}
	canvas_text(cv, at, at.x + at.w - width_text(strbuf_slice(&text)), at.y,
		    strbuf_slice(&text), face);
	strbuf_release(&text);
}

/* The column of a time, out of `cols`. */
static int column_of(const struct timeline *line, int64_t at_ms, int cols)
{
	int64_t span = line->until_ms - line->from_ms;

	if (span <= 0)
		return 0;
	return (int)((double)(at_ms - line->from_ms) / (double)span *
		     (double)cols);
}

/* While a call waits for the user its bar is hollow: nothing works on it. */
static void draw_bar(const struct timeline *line, struct canvas *cv,
		     struct rect at, const struct item *item,
		     const struct timeline_call *call)
{
	const struct call_times *times = &call->times;
	enum face face;
	int x, work, end, held = 0, held_end = 0;

	if (times->asked_ms == TIMESTAMP_NONE)
		return;
	transcript_item_state(item->tool_state, &face);
	x = column_of(line, times->asked_ms, at.w - 1);
	end = times->ended_ms == TIMESTAMP_NONE
		      ? x
		      : column_of(line, times->ended_ms, at.w - 1);
	work = column_of(line, times->started_ms, at.w - 1);
	/* Only the thin line: it waited, or may have waited. */
	if (times->unsure || item->tool_state == TOOL_WAITING)
		work = end + 1;
	if (times->held_ms > 0) {
		held = column_of(line, times->held_from_ms, at.w - 1);
		held_end = column_of(line, times->held_from_ms + times->held_ms,
				     at.w - 1);
	}
	/* The next bar begins where this one ends, without touching it. But
	 * work must be visible, however short. */
	if (work == end)
		end++;
	do {
		canvas_put(cv, at, at.x + x, at.y,
			   x < work || (x >= held && x < held_end)
				   ? GLYPH_HLINE
				   : GLYPH_BLOCK,
			   face);
	} while (++x < end);
}

static struct rect bar_room(struct rect at)
{
	int names = name_cols(at.w);

	return (struct rect){ at.x + names, at.y, at.w - names - STATE_COLS,
			      1 };
}

/* The time at `part` of `parts` of the axis, centred there. */
static void draw_tick(const struct timeline *line, struct canvas *cv,
		      struct rect bars, int part, int parts)
{
	int64_t at_ms = (line->until_ms - line->from_ms) * part / parts;
	struct strbuf text = STRBUF_INIT;
	int cols, x;

	if (part)
		elapsed_add_duration(&text, at_ms);
	else
		strbuf_addch(&text, '0');
	cols = width_text(strbuf_slice(&text));
	x = (bars.w - 1) * part / parts - cols / 2;
	if (x + cols > bars.w)
		x = bars.w - cols;
	canvas_text(cv, bars, bars.x + (x > 0 ? x : 0), bars.y,
		    strbuf_slice(&text), FACE_DIALOG_DIM);
	strbuf_release(&text);
}

static void draw_scale(const struct timeline *line, struct canvas *cv,
		       struct rect at)
{
	struct rect bars = bar_room(at);
	int parts = bars.w >= TICK_COLS * 4   ? 4
		    : bars.w >= TICK_COLS * 2 ? 2
					      : 1;

	for (int part = 0; part <= parts; part++)
		draw_tick(line, cv, bars, part, parts);
}

void timeline_draw(const struct timeline *line, struct canvas *cv,
		   struct rect at, const struct conversation *conv, size_t top,
		   size_t selected)
{
	if (!line->count) {
		canvas_text(cv, at, at.x, at.y,
			    slice_str(_("no tool calls in this turn")),
			    FACE_DIALOG_DIM);
		return;
	}
	for (int y = 0; y < at.h - 1 && top + (size_t)y < line->count; y++) {
		const struct timeline_call *call =
			&line->calls[top + (size_t)y];
		const struct item *item = &conv->items[call->index];
		struct rect row = { at.x, at.y + y, at.w, 1 };

		draw_name(cv, row, conv, item);
		draw_bar(line, cv, bar_room(row), item, call);
		draw_state(cv, row, item, call);
		canvas_click_row(cv, row, top + (size_t)y);
		if (top + (size_t)y == selected)
			canvas_select(cv, row);
	}
	draw_scale(line, cv, (struct rect){ at.x, at.y + at.h - 1, at.w, 1 });
}
