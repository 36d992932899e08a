#include "config.h"

#include <stdlib.h>
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
	struct conversation_repeat *repeat = &conv->repeat;

	for (size_t i = 0; i < repeat->text_count; i++)
		strbuf_release(&repeat->texts[i].text);
	free(repeat->texts);
	repeat->texts = NULL;
	repeat->text_count = repeat->text_cap = 0;
	repeat->on = repeat->loose = repeat->over = false;
}

/* Whether a text is being repeated. */
static bool is_in_text(const struct conversation_repeat *repeat)
{
	for (size_t i = 0; i < repeat->text_count; i++)
		if (repeat->texts[i].at != NO_RECORD)
			return true;
	return false;
}

/* Something new came: only texts that were begun are still matched. */
static void end_matching(struct conversation *conv)
{
	if (is_in_text(&conv->repeat))
		conv->repeat.over = true;
	else
		conversation_repeat_end(conv);
}

void conversation_repeat_shift(struct conversation *conv, size_t from,
			       size_t by)
{
	struct conversation_repeat *repeat = &conv->repeat;

	repeat->turn += repeat->turn >= from ? by : 0;
	repeat->first += repeat->first >= from ? by : 0;
	for (size_t i = 0; i < repeat->text_count; i++) {
		struct repeat_text *text = &repeat->texts[i];

		text->first += text->first >= from ? by : 0;
		if (text->at != NO_RECORD && text->at >= from)
			text->at += by;
	}
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

	if (!repeat->on || repeat->over || !event_peek(&peek, raw))
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
		end_matching(conv);
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

/* The end of what came live of a writer: cut off, it is sent again with what
 * follows. */
static bool is_live_end(const struct conversation *conv, size_t i)
{
	return conv->items[i].record == NO_RECORD && conv->items[i].live &&
	       conversation_is_writers_last(conv, i);
}

/* How far the texts of this writer were matched; NULL: there are too many. */
static struct repeat_text *texts_of(struct conversation_repeat *repeat,
				    unsigned writer)
{
	struct repeat_text *text;

	for (size_t i = 0; i < repeat->text_count; i++)
		if (repeat->texts[i].writer == writer)
			return &repeat->texts[i];
	if (repeat->text_count == OPEN_TEXTS_MAX)
		return NULL;
	ALLOC_GROW(repeat->texts, repeat->text_count + 1, repeat->text_cap);
	text = &repeat->texts[repeat->text_count++];
	*text = (struct repeat_text){ .writer = writer, .at = NO_RECORD };
	strbuf_init(&text->text);
	return text;
}

static void begin_text(struct repeat_text *text, struct slice whole, size_t i,
		       size_t told, int64_t stamp_ms)
{
	text->at = i;
	text->told = told;
	text->stamp_ms = stamp_ms;
	strbuf_reset(&text->text);
	strbuf_addslice(&text->text, whole);
}

/* Find, from item `i` on, a text of this writer, kind, start and time. */
static bool find_text(struct conversation *conv, struct repeat_text *text,
		      size_t i, const struct text_chunk *like)
{
	struct slice begin = like->text;

	for (; i < conv->item_count; i++) {
		const struct item *item = &conv->items[i];
		struct item_content content;
		struct slice whole;
		int64_t at_ms;
		bool same;

		if (item->kind != like->kind || item->writer != like->writer)
			continue;
		at_ms = conversation_item_time(conv, item);
		if (at_ms == TIMESTAMP_NONE || like->stamp_ms == TIMESTAMP_NONE
			    ? !conv->repeat.loose
			    : at_ms != like->stamp_ms)
			continue;
		item_content_load(&content, conv, item);
		whole = strbuf_slice(&content.text);
		same = slice_starts_with(whole, begin) ||
		       (is_live_end(conv, i) &&
			slice_starts_with(begin, whole));
		if (same)
			begin_text(text, whole, i,
				   begin.len < whole.len ? begin.len
							 : whole.len,
				   like->stamp_ms);
		item_content_release(&content);
		if (same)
			return true;
	}
	return false;
}

/*
 * More text than the one that it repeated: if that is the writer's last live
 * text and not stored, it continues; otherwise this was a different text all
 * along.
 */
static void go_on(struct conversation *conv, struct repeat_text *text,
		  struct slice more, int64_t now_ms)
{
	struct item *item = &conv->items[text->at];
	enum item_kind kind = item->kind;

	if (text->told < text->text.len || !is_live_end(conv, text->at)) {
		item = conversation_begin_text(conv, kind, text->writer,
					       text->stamp_ms, now_ms);
		strbuf_add(&item->live->text, text->text.buf, text->told);
	}
	item->open = true;
	strbuf_addslice(&item->live->text, more);
	item->revision++;
	text->at = NO_RECORD;
	end_matching(conv);
}

static void text_over(struct conversation *conv, struct repeat_text *text,
		      int64_t now_ms)
{
	if (text->told < text->text.len) {
		/* It ends earlier than the old text: it was a different one. */
		go_on(conv, text, slice_of("", 0), now_ms);
		return;
	}
	text->first = text->at + 1;
	if (!text->writer && conv->repeat.first < text->first)
		conv->repeat.first = text->first;
	text->at = NO_RECORD;
	if (conv->repeat.over)
		end_matching(conv);
}

/* The first chunk of a text. */
static bool repeats_begin(struct conversation *conv, struct repeat_text *text,
			  const struct text_chunk *chunk, int64_t now_ms)
{
	size_t first = conv->repeat.first;

	if (conv->repeat.over)
		return false;
	if (text && text->first > first)
		first = text->first;
	if (!text || !find_text(conv, text, first, chunk)) {
		end_matching(conv);
		return false;
	}
	if (text->told < chunk->text.len)
		go_on(conv, text, slice_skip(chunk->text, text->told), now_ms);
	return true;
}

bool conversation_repeats_text(struct conversation *conv,
			       const struct text_chunk *chunk, int64_t now_ms)
{
	struct conversation_repeat *repeat = &conv->repeat;
	struct text_chunk all = *chunk;
	struct strbuf begin = STRBUF_INIT;
	struct repeat_text *text;

	if (!repeat->on)
		return false;
	text = texts_of(repeat, chunk->writer);
	if (text && text->at != NO_RECORD &&
	    conv->items[text->at].kind != chunk->kind)
		text_over(conv, text, now_ms);
	if (!repeat->on)
		return false;
	if (!text || text->at == NO_RECORD)
		return repeats_begin(conv, text, chunk, now_ms);
	if (chunk->text.len <= text->text.len - text->told &&
	    !memcmp(text->text.buf + text->told, chunk->text.ptr,
		    chunk->text.len)) {
		text->told += chunk->text.len;
		return true;
	}
	strbuf_add(&begin, text->text.buf, text->told);
	strbuf_addslice(&begin, chunk->text);
	all.text = strbuf_slice(&begin);
	if (!find_text(conv, text, text->at + 1, &all))
		go_on(conv, text, chunk->text, now_ms);
	strbuf_release(&begin);
	return true;
}

void conversation_repeat_text_over(struct conversation *conv, unsigned writer,
				   int64_t now_ms)
{
	struct conversation_repeat *repeat = &conv->repeat;

	for (size_t i = 0; i < repeat->text_count; i++) {
		struct repeat_text *text = &repeat->texts[i];

		if (text->writer != writer || text->at == NO_RECORD)
			continue;
		text_over(conv, text, now_ms);
		return;
	}
}

void conversation_repeat_texts_over(struct conversation *conv, int64_t now_ms)
{
	for (size_t i = conv->repeat.text_count; i-- > 0;)
		if (i < conv->repeat.text_count &&
		    conv->repeat.texts[i].at != NO_RECORD)
			text_over(conv, &conv->repeat.texts[i], now_ms);
}

void conversation_repeat_from(struct conversation *conv, size_t i, size_t told,
			      int64_t stamp_ms)
{
	struct repeat_text *text =
		texts_of(&conv->repeat, conv->items[i].writer);
	struct item_content content;

	if (!text)
		return;
	conv->repeat.on = true;
	item_content_load(&content, conv, &conv->items[i]);
	begin_text(text, strbuf_slice(&content.text), i, told, stamp_ms);
	item_content_release(&content);
}
