#include "config.h"

#include <stdlib.h>

#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "ui/transcript/transcript-private.h"
#include "ui/transcript/transcript-times.h"
#include "ui/view/conversation-label.h"
#include "ui/view/elapsed.h"

/* The cost of a turn, as far as known: its time, its tokens. */

enum {
	ITEMS_MAX = 5000,  /* in a turn that are examined for each frame */
	WAITS_MAX = 256,   /* of them that asked for something */
	MEASURED_MAX = 32, /* items whose rows are counted */
};

/* Whether it is part of a turn; a configuration may belong to the next. */
static bool is_work(const struct event_record *record)
{
	return record->kind == EVENT_CHAT_RESPONSE ||
	       record->kind == EVENT_TOOL_CALL_RESPONSE ||
	       record->kind == EVENT_TOOL_CALL_REQUEST ||
	       record->kind == EVENT_INQUIRY_RESPONSE;
}

/*
 * When the turn with the items `first` to `last` ended: results come in any
 * order, so the last item did not necessarily end last.
 */
static int64_t end_of(const struct conversation *conv, size_t first,
		      size_t last)
{
	const struct item *items = conv->items;
	size_t begin = items[first].record, end = conv->log.count;
	int64_t at_ms = TIMESTAMP_NONE;

	if (last + 1 < conv->item_count && items[last + 1].record != NO_RECORD)
		end = items[last + 1].record;
	while (end > begin + 1 && !is_work(event_log_at(&conv->log, end - 1)))
		end--;
	if (end > begin + 1)
		at_ms = conversation_record_time(conv, end - 1);
	if (items[last].live && items[last].live->ended_ms > at_ms)
		at_ms = items[last].live->ended_ms;
	return at_ms;
}

/* The last item of the turn of `index`; SIZE_MAX: too far away. */
static size_t last_of_turn(const struct conversation *conv, size_t index)
{
	for (size_t i = index + 1; i < conv->item_count; i++) {
		if (conv->items[i].kind == ITEM_TURN)
			return i - 1;
		if (i - index == ITEMS_MAX)
			return SIZE_MAX;
	}
	return conv->item_count - 1;
}

/* A time spent waiting for the user. */
struct wait {
	int64_t from_ms, until_ms;
};

static bool find_wait(struct wait *wait, const struct conversation *conv,
		      const struct item *item)
{
	struct call_times times;

	if (item->kind != ITEM_TOOL_CALL && item->kind != ITEM_INQUIRY)
		return false;
	/* Most calls of a history have no record: skip them cheaply. */
	if (item->kind == ITEM_TOOL_CALL && !item->live &&
	    (item->response == NO_RECORD ||
	     !event_log_at(&conv->log, item->response)->prompted))
		return false;
	times = transcript_call_times(conv, item);
	wait->from_ms = times.asked_ms;
	wait->until_ms =
		item->kind == ITEM_INQUIRY ? times.ended_ms : times.started_ms;
	return wait->from_ms != TIMESTAMP_NONE &&
	       wait->until_ms > wait->from_ms;
}

static int by_beginning(const void *a, const void *b)
{
	const struct wait *x = a, *y = b;

	return (x->from_ms > y->from_ms) - (x->from_ms < y->from_ms);
}

/* How long the turn of the items `first` to `last` waited for the user;
 * parallel waits count once. */
static int64_t waited_in(const struct conversation *conv, size_t first,
			 size_t last)
{
	struct wait waits[WAITS_MAX];
	size_t count = 0;
	int64_t sum = 0, until_ms = TIMESTAMP_NONE;

	for (size_t i = first; i <= last && count < WAITS_MAX; i++)
		count += find_wait(&waits[count], conv, &conv->items[i]);
	qsort(waits, count, sizeof(*waits), by_beginning);
	for (size_t i = 0; i < count; i++) {
		int64_t from_ms = waits[i].from_ms;

		if (from_ms < until_ms)
			from_ms = until_ms;
		if (waits[i].until_ms <= from_ms)
			continue;
		sum += waits[i].until_ms - from_ms;
		until_ms = waits[i].until_ms;
	}
	return sum;
}

/* The host reports them only for the last answer. */
static void add_tokens(struct strbuf *out, const struct conversation *conv)
{
	struct strbuf in = STRBUF_INIT, made = STRBUF_INIT;

	if (conv->input_tokens < 0 && conv->output_tokens < 0)
		return;
	conversation_add_tokens(
		&in, conv->input_tokens < 0 ? 0 : conv->input_tokens);
	conversation_add_tokens(
		&made, conv->output_tokens < 0 ? 0 : conv->output_tokens);
	strbuf_addf(out, _("%s tokens in, %s out"), in.buf, made.buf);
	strbuf_addstr(out, " · ");
	strbuf_release(&in);
	strbuf_release(&made);
}

static void add_took(struct strbuf *out, int64_t took_ms, int64_t waited_ms)
{
	struct strbuf took = STRBUF_INIT, waited = STRBUF_INIT;

	if (waited_ms > took_ms)
		waited_ms = took_ms;
	elapsed_add_duration(&took, took_ms - waited_ms);
	elapsed_add_age(&waited, waited_ms);
	if (waited_ms >= CALL_THOUGHT_MS)
		/* TRANSLATORS: how long a turn worked, and how long it waited
		 * for the person in between; 20 columns with "3m05s", "12s" */
		strbuf_addf(out, _("took %s, waited %s"), took.buf, waited.buf);
	else
		/* TRANSLATORS: how long a turn took; 10 columns with "3m05s" */
		strbuf_addf(out, _("took %s"), took.buf);
	strbuf_addstr(out, " · ");
	strbuf_release(&took);
	strbuf_release(&waited);
}

void transcript_add_turn(struct strbuf *out, const struct conversation *conv,
			 size_t index)
{
	bool begins = !index || conv->items[index - 1].kind == ITEM_TURN;
	size_t last = begins ? last_of_turn(conv, index) : SIZE_MAX;
	int64_t from_ms, until_ms;

	if (last == SIZE_MAX || last == index)
		return;
	if (last + 1 == conv->item_count) {
		if (conv->turn_active)
			return;
		add_tokens(out, conv);
	}
	from_ms = conversation_record_time(conv, conv->items[index].record);
	if (from_ms == TIMESTAMP_NONE)
		return;
	until_ms = end_of(conv, index, last);
	if (until_ms < from_ms)
		return;
	add_took(out, until_ms - from_ms, waited_in(conv, index, last));
}

/* Whether the turn fits into the window, at any position. */
static bool is_short(struct transcript *view, size_t first, size_t last)
{
	size_t height = transcript_height(view, last);
	struct place end = { last, height ? height - 1 : 0 };
	struct place top = transcript_up(view, end, (size_t)view->rows - 1);

	return top.item < first || (top.item == first && !top.row);
}

/* The part of the items `first` to `last` that is above `end`. */
static double part_above(struct transcript *view, size_t first, size_t last,
			 struct place end)
{
	size_t rows = 0, above = 0, height = transcript_height(view, end.item);

	/* Measuring the rows of many items would cost too much. */
	if (last - first >= MEASURED_MAX)
		return ((double)(end.item - first) +
			(double)(end.row + 1) / (double)(height + 1)) /
		       (double)(last - first + 1);
	for (size_t i = first; i <= last; i++) {
		if (i == end.item)
			above = rows + end.row + 1;
		rows += transcript_height(view, i);
	}
	return rows ? (double)above / (double)rows : 0;
}

int transcript_turn_percent(struct transcript *view)
{
	const struct conversation *conv = view->conv;
	size_t first = view->top.item, last;
	struct place end;

	if (!transcript_is_ready(view) || !view->line_count || view->rows < 1)
		return 0;
	for (; first && conv->items[first].kind != ITEM_TURN; first--)
		if (view->top.item - first == ITEMS_MAX)
			return 0;
	last = last_of_turn(conv, first);
	if (last == SIZE_MAX || is_short(view, first, last))
		return 0;
	end = view->lines[view->line_count - 1];
	if (end.item < first)
		return 0;
	if (end.item > last)
		return 100;
	return (int)(100 * part_above(view, first, last, end));
}
