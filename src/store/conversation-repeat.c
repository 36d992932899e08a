#include "config.h"

#include <string.h>

#include "proto/json-scan.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"
#include "src/store/conversation-items.h"

/*
 * Events that are sent again. After a subscription a host sends what its turn
 * has not stored yet, and a history may have what comes later on the wire:
 * after each read and each subscription, events are matched with those of the
 * last turn that are here, in order, until a new one comes. Equal events have
 * equal times; one without a time matches only at the very end of what was read
 * while the turn was known to run.
 */

/* Items examined for one event: beyond that it is not a repeat. */
enum { LOOK_MAX = 4096 };

int64_t conversation_time_of(struct slice raw_string)
{
	struct strbuf text = STRBUF_INIT;
	int64_t at_ms = TIMESTAMP_NONE;

	if (raw_string.len && json_string_add(&text, raw_string))
		at_ms = timestamp_parse(strbuf_slice(&text));
	strbuf_release(&text);
	return at_ms;
}

bool conversation_is_record(const struct conversation *conv, size_t record,
			    struct slice raw)
{
	return record != NO_RECORD &&
	       slice_equal(event_log_raw(&conv->log, record), raw);
}

/* Whether these are the same event in another spelling, by their time. */
static bool same_event(const struct event_peek *a, const struct event_peek *b)
{
	int64_t at_ms;

	if (a->kind != b->kind || a->part != b->part ||
	    !slice_equal(a->id, b->id) || !slice_equal(a->text, b->text))
		return false;
	at_ms = conversation_time_of(a->timestamp);
	return at_ms != TIMESTAMP_NONE &&
	       at_ms == conversation_time_of(b->timestamp);
}

void conversation_repeat_begin(struct conversation *conv, bool loose)
{
	struct conversation_repeat *repeat = &conv->repeat;

	conversation_repeat_end(conv);
	repeat->on = true;
	repeat->loose = loose;
	repeat->turn = conversation_turn_start(conv, conv->item_count);
	repeat->first = repeat->turn;
	for (size_t i = repeat->turn; i < conv->item_count; i++) {
		if (conv->items[i].live)
			conv->items[i].live->output_again = true;
	}
}

void conversation_repeat_end(struct conversation *conv)
{
	conv->repeat.on = conv->repeat.loose = false;
	conv->repeat.text_at = NO_RECORD;
	strbuf_release(&conv->repeat.text);
}

/* --- Events --- */

/* Events that are not stored come between stored ones, and imply no order. */
static bool is_stored(enum event_kind kind)
{
	switch (kind) {
	case EVENT_TURN_START:
	case EVENT_CHAT_REQUEST:
	case EVENT_CHAT_RESPONSE:
	case EVENT_TOOL_CALL_REQUEST:
	case EVENT_TOOL_CALL_RESPONSE:
	case EVENT_INQUIRY_REQUEST:
	case EVENT_INQUIRY_RESPONSE:
	case EVENT_CONFIG_DELTA:
	case EVENT_COMPACTION:
	case EVENT_UNKNOWN:
		return true;
	default:
		return false;
	}
}

/* Calls and questions are matched by id, wherever they are. */
static bool is_paired(enum event_kind kind)
{
	return kind == EVENT_TOOL_CALL_REQUEST ||
	       kind == EVENT_TOOL_CALL_RESPONSE ||
	       kind == EVENT_INQUIRY_REQUEST || kind == EVENT_INQUIRY_RESPONSE;
}

static bool is_told(const struct conversation *conv, size_t record,
		    struct slice raw, const struct event_peek *peek)
{
	struct event_peek other;

	if (record == NO_RECORD || event_log_at(&conv->log, record)->too_large)
		return false;
	if (conversation_is_record(conv, record, raw))
		return true;
	return event_peek(&other, event_log_raw(&conv->log, record)) &&
	       same_event(peek, &other);
}

static bool is_timed(const struct event_peek *peek)
{
	return conversation_time_of(peek->timestamp) != TIMESTAMP_NONE;
}

/* Whether nothing of the turn but its beginning follows item `i`. */
static bool is_at_the_end(const struct conversation *conv, size_t i)
{
	while (++i < conv->item_count) {
		if (conv->items[i].kind != ITEM_REQUEST &&
		    conv->items[i].kind != ITEM_CONFIG &&
		    conv->items[i].kind != ITEM_NOTICE)
			return false;
	}
	return true;
}

/* The item that shows exactly this event, or SIZE_MAX. */
static size_t find_told(const struct conversation *conv, struct slice raw,
			const struct event_peek *peek,
			const struct event *event)
{
	const struct conversation_repeat *repeat = &conv->repeat;
	bool timed = is_timed(peek), paired = is_paired(peek->kind);
	uint64_t hash =
		paired && event->id ? event_id_hash(slice_str(event->id)) : 0;
	size_t i =
		paired || !is_stored(peek->kind) ? repeat->turn : repeat->first;

	if (!timed && (!repeat->loose || paired))
		return SIZE_MAX;
	if (conv->item_count > LOOK_MAX && i < conv->item_count - LOOK_MAX)
		i = conv->item_count - LOOK_MAX;
	for (; i < conv->item_count; i++) {
		const struct item *item = &conv->items[i];

		if (item->id_hash == hash &&
		    (is_told(conv, item->record, raw, peek) ||
		     is_told(conv, item->response, raw, peek)) &&
		    (timed || is_at_the_end(conv, i)))
			return i;
	}
	return SIZE_MAX;
}

bool conversation_repeats(struct conversation *conv, struct slice raw,
			  const struct event *event)
{
	struct conversation_repeat *repeat = &conv->repeat;
	struct event_peek peek;
	size_t i;

	if (!repeat->on || !event_peek(&peek, raw))
		return false;
	i = find_told(conv, raw, &peek, event);
	if (i != SIZE_MAX) {
		/* Without an answer, it is being asked or runs. */
		if (is_paired(event->kind) &&
		    conv->items[i].response == NO_RECORD)
			return false;
		if (is_stored(event->kind) && !is_paired(event->kind))
			repeat->first = i;
		return true;
	}
	if (is_stored(event->kind))
		conversation_repeat_end(conv);
	return false;
}

/* --- Text, which comes in chunks --- */

int64_t conversation_record_time(const struct conversation *conv, size_t record)
{
	struct event_peek peek;

	if (record == NO_RECORD ||
	    !event_peek(&peek, event_log_raw(&conv->log, record)))
		return TIMESTAMP_NONE;
	return conversation_time_of(peek.timestamp);
}

int64_t conversation_item_time(const struct conversation *conv,
			       const struct item *item)
{
	if (item->record == NO_RECORD)
		return item->live ? item->live->stamp_ms : TIMESTAMP_NONE;
	return conversation_record_time(conv, item->record);
}

/* The end of what came live: cut off, it is sent again with what follows. */
static bool is_live_end(const struct conversation *conv, size_t i)
{
	return i + 1 == conv->item_count &&
	       conv->items[i].record == NO_RECORD && conv->items[i].live;
}

/* Find, from item `i` on, a text of this kind, start and time. */
static bool find_text(struct conversation *conv, size_t i, enum item_kind kind,
		      struct slice begin, int64_t stamp_ms)
{
	struct conversation_repeat *repeat = &conv->repeat;

	for (; i < conv->item_count; i++) {
		const struct item *item = &conv->items[i];
		struct item_content content;
		int64_t at_ms;
		bool same;

		if (item->kind != kind)
			continue;
		at_ms = conversation_item_time(conv, item);
		if (at_ms == TIMESTAMP_NONE || stamp_ms == TIMESTAMP_NONE
			    ? !repeat->loose
			    : at_ms != stamp_ms)
			continue;
		item_content_load(&content, conv, item);
		same = slice_starts_with(strbuf_slice(&content.text), begin) ||
		       (is_live_end(conv, i) &&
			slice_starts_with(begin, strbuf_slice(&content.text)));
		if (same) {
			repeat->text_at = i;
			repeat->told = begin.len < content.text.len
					       ? begin.len
					       : content.text.len;
			repeat->stamp_ms = stamp_ms;
			strbuf_reset(&repeat->text);
			strbuf_addslice(&repeat->text,
					strbuf_slice(&content.text));
		}
		item_content_release(&content);
		if (same)
			return true;
	}
	return false;
}

/*
 * More text than the one that it repeated: if that is the last live text and
 * not stored, it continues; otherwise this was a different text all along.
 */
static void go_on(struct conversation *conv, struct slice more, int64_t now_ms)
{
	struct conversation_repeat *repeat = &conv->repeat;
	struct item *item = &conv->items[repeat->text_at];
	enum item_kind kind = item->kind;

	if (repeat->told < repeat->text.len ||
	    !is_live_end(conv, repeat->text_at)) {
		item = conversation_begin_text(conv, kind, repeat->stamp_ms,
					       now_ms);
		strbuf_add(&item->live->text, repeat->text.buf, repeat->told);
	}
	item->open = true;
	strbuf_addslice(&item->live->text, more);
	item->revision++;
	conversation_repeat_end(conv);
}

bool conversation_repeats_text(struct conversation *conv, enum item_kind kind,
			       struct slice text, int64_t stamp_ms,
			       int64_t now_ms)
{
	struct conversation_repeat *repeat = &conv->repeat;
	struct strbuf begin = STRBUF_INIT;
	bool same;

	if (!repeat->on)
		return false;
	if (repeat->text_at != NO_RECORD &&
	    conv->items[repeat->text_at].kind != kind)
		conversation_repeat_text_over(conv, now_ms);
	if (!repeat->on)
		return false;
	if (repeat->text_at == NO_RECORD) {
		same = find_text(conv, repeat->first, kind, text, stamp_ms);
		if (!same)
			conversation_repeat_end(conv);
		else if (repeat->told < text.len)
			go_on(conv, slice_skip(text, repeat->told), now_ms);
		return same;
	}
	if (text.len <= repeat->text.len - repeat->told &&
	    !memcmp(repeat->text.buf + repeat->told, text.ptr, text.len)) {
		repeat->told += text.len;
		return true;
	}
	strbuf_add(&begin, repeat->text.buf, repeat->told);
	strbuf_addslice(&begin, text);
	same = find_text(conv, repeat->text_at + 1, kind, strbuf_slice(&begin),
			 stamp_ms);
	strbuf_release(&begin);
	if (!same)
		go_on(conv, text, now_ms);
	return true;
}

void conversation_repeat_text_over(struct conversation *conv, int64_t now_ms)
{
	struct conversation_repeat *repeat = &conv->repeat;

	if (!repeat->on || repeat->text_at == NO_RECORD)
		return;
	if (repeat->told < repeat->text.len) {
		/* It ends earlier than the old text: it was a different one. */
		go_on(conv, slice_of("", 0), now_ms);
		return;
	}
	repeat->first = repeat->text_at + 1;
	repeat->text_at = NO_RECORD;
}

void conversation_repeat_from(struct conversation *conv, size_t i, size_t told,
			      int64_t stamp_ms)
{
	struct conversation_repeat *repeat = &conv->repeat;
	struct item_content content;

	repeat->on = true;
	repeat->text_at = i;
	repeat->told = told;
	repeat->stamp_ms = stamp_ms;
	item_content_load(&content, conv, &conv->items[i]);
	strbuf_reset(&repeat->text);
	strbuf_addslice(&repeat->text, strbuf_slice(&content.text));
	item_content_release(&content);
}
