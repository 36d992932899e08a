#include "config.h"

#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "ui/transcript/transcript-private.h"
#include "ui/view/elapsed.h"

/* What a turn took, as far as it is known: its time, its tokens. */

enum {
	ITEMS_MAX = 5000, /* of a turn that are looked at for each frame */
};

/* When an event was, without decoding it. */
int64_t transcript_time_of(const struct conversation *conv, size_t record)
{
	struct event_peek peek;
	struct slice stamp;

	if (record == NO_RECORD ||
	    !event_peek(&peek, event_log_raw(&conv->log, record)) ||
	    peek.timestamp.len < 2)
		return TIMESTAMP_NONE;
	stamp = slice_skip(peek.timestamp, 1);
	stamp.len--;
	return timestamp_parse(stamp);
}

/* What is part of a turn; a configuration may be of the next one. */
static bool is_work(const struct event_record *record)
{
	return record->kind == EVENT_CHAT_RESPONSE ||
	       record->kind == EVENT_TOOL_CALL_RESPONSE ||
	       record->kind == EVENT_TOOL_CALL_REQUEST ||
	       record->kind == EVENT_INQUIRY_RESPONSE;
}

/*
 * When the turn ended whose items are `first` to `last`: results come in any
 * order, so it is not always the last item that ended last.
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
		at_ms = transcript_time_of(conv, end - 1);
	if (items[last].live && items[last].live->ended_ms > at_ms)
		at_ms = items[last].live->ended_ms;
	return at_ms;
}

/* The last item of the turn that `index` is in; SIZE_MAX: too far away. */
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

/* "840", "3.4k", "128k". */
static void add_count(struct strbuf *out, int64_t n)
{
	if (n < 1000)
		strbuf_addf(out, "%lld", (long long)n);
	else if (n < 9950)
		strbuf_addf(out, "%lld%s%lldk", (long long)(n + 50) / 1000,
			    i18n_decimal_point(),
			    (long long)(n + 50) / 100 % 10);
	else
		strbuf_addf(out, "%lldk", (long long)(n + 500) / 1000);
}

/* The host tells them of the last answer only. */
static void add_tokens(struct strbuf *out, const struct conversation *conv)
{
	struct strbuf in = STRBUF_INIT, made = STRBUF_INIT;

	if (conv->input_tokens < 0 && conv->output_tokens < 0)
		return;
	add_count(&in, conv->input_tokens < 0 ? 0 : conv->input_tokens);
	add_count(&made, conv->output_tokens < 0 ? 0 : conv->output_tokens);
	strbuf_addf(out, _("%s tokens in, %s out"), in.buf, made.buf);
	strbuf_addstr(out, " · ");
	strbuf_release(&in);
	strbuf_release(&made);
}

void transcript_add_turn(struct strbuf *out, const struct conversation *conv,
			 size_t index)
{
	bool begins = !index || conv->items[index - 1].kind == ITEM_TURN;
	size_t last = begins ? last_of_turn(conv, index) : SIZE_MAX;
	struct strbuf took = STRBUF_INIT;
	int64_t from_ms, until_ms;

	if (last == SIZE_MAX || last == index)
		return;
	if (last + 1 == conv->item_count) {
		if (conv->turn_active)
			return;
		add_tokens(out, conv);
	}
	from_ms = transcript_time_of(conv, conv->items[index].record);
	if (from_ms == TIMESTAMP_NONE)
		return;
	until_ms = end_of(conv, index, last);
	if (until_ms < from_ms)
		return;
	elapsed_add_duration(&took, until_ms - from_ms);
	/* TRANSLATORS: how long a turn took; 10 columns with "3m05s" */
	strbuf_addf(out, _("took %s"), took.buf);
	strbuf_addstr(out, " · ");
	strbuf_release(&took);
}
