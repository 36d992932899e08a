#include "config.h"

#include <string.h>

#include "proto/json-scan.h"
#include "src/base/timestamp.h"
#include "src/store/conversation-items.h"

#define OUTPUT_MAX ((size_t)64 << 10) /* bytes kept of a running tool */

/*
 * The open call or question with this id, received live or read from a history.
 * If several have it: the byte-identical one, or else the oldest.
 */
static struct item *open_call(struct conversation *conv, struct slice raw,
			      enum item_kind kind, uint64_t hash)
{
	for (size_t i = 0; i < conv->open_count; i++) {
		struct item *item = &conv->items[conv->open_calls[i]];

		if (item->kind == kind && item->id_hash == hash &&
		    conversation_is_record(conv, item->record, raw))
			return item;
	}
	return conversation_open_call(conv, kind, hash);
}

/* The newest of this id in the last turn; SIZE_MAX: there is none. */
static size_t newest_call(const struct conversation *conv, enum item_kind kind,
			  uint64_t hash)
{
	for (size_t i = conv->item_count; i-- > 0;) {
		const struct item *item = &conv->items[i];

		if (item->kind == ITEM_TURN)
			break;
		if (item->kind == kind && item->id_hash == hash)
			return i;
	}
	return SIZE_MAX;
}

void conversation_reopen_calls(struct conversation *conv)
{
	if (conv->turn_active)
		return;
	for (size_t i = conversation_turn_start(conv, conv->item_count);
	     i < conv->item_count; i++) {
		struct item *item = &conv->items[i];

		if (!item->id_hash || item->response != NO_RECORD ||
		    item->id <= conv->turn_over_id ||
		    conversation_is_open(conv, i))
			continue;
		conversation_reopen_call(conv, i);
		if (item->tool_state == TOOL_INTERRUPTED)
			item->tool_state = TOOL_RUNNING;
		item->revision++;
	}
}

/*
 * The same for one that was closed because its host was lost, or because it was
 * read before its turn was known to run: the newest of its id in this turn, if
 * it got no answer. In a turn that is over it must be byte-identical.
 */
static struct item *closed_call(struct conversation *conv, struct slice raw,
				enum item_kind kind, uint64_t hash)
{
	size_t i = newest_call(conv, kind, hash);
	struct item *item = i == SIZE_MAX ? NULL : &conv->items[i];

	if (!item || item->response != NO_RECORD ||
	    (item->id <= conv->turn_over_id &&
	     !conversation_is_record(conv, item->record, raw)))
		return NULL;
	/* Calls that were open beside it run too. */
	conversation_reopen_calls(conv);
	if (!conversation_is_open(conv, i))
		conversation_reopen_call(conv, i);
	return item;
}

static bool is_named(const struct conversation *conv, const struct item *item,
		     const char *name)
{
	struct json_member member;

	return item->record != NO_RECORD &&
	       json_find(event_log_raw(&conv->log, item->record), "name",
			 &member) &&
	       json_string_is(member.value, name);
}

/* A tool asks a question: it does not work until the answer comes. */
static void hold_calls(struct conversation *conv, const char *tool,
		       int64_t now_ms)
{
	for (size_t i = 0; i < conv->open_count; i++) {
		struct item *item = &conv->items[conv->open_calls[i]];

		if (item->kind == ITEM_TOOL_CALL && item->live &&
		    item->live->held_since_ms == TIMESTAMP_NONE &&
		    item->tool_state == TOOL_RUNNING &&
		    is_named(conv, item, tool)) {
			item->live->held_since_ms = now_ms;
			if (item->live->held_from_ms == TIMESTAMP_NONE)
				item->live->held_from_ms = now_ms;
		}
	}
}

void conversation_let_calls_go(struct conversation *conv, int64_t now_ms)
{
	for (size_t i = 0; i < conv->open_count; i++) {
		struct item *item = &conv->items[conv->open_calls[i]];
		struct item_live *live = item->live;

		if (item->kind != ITEM_TOOL_CALL || !live ||
		    live->held_since_ms == TIMESTAMP_NONE)
			continue;
		live->held_ms += now_ms - live->held_since_ms;
		live->held_since_ms = TIMESTAMP_NONE;
		item->revision++;
	}
}

void conversation_question_answered(struct conversation *conv, const char *id,
				    int64_t now_ms)
{
	struct item *item = conversation_open_call(
		conv, ITEM_INQUIRY, event_id_hash(slice_str(id)));

	if (!item)
		return;
	item_make_live(item)->ended_ms = now_ms;
	item->revision++;
	if (now_ms != TIMESTAMP_NONE)
		conversation_let_calls_go(conv, now_ms);
	conv->revision++;
}

bool item_answered_here(const struct item *item)
{
	return item->kind == ITEM_INQUIRY && item->response == NO_RECORD &&
	       item->live && item->live->ended_ms != TIMESTAMP_NONE;
}

/*
 * The item of a call that is told: a known one, or a new one. NULL if there is
 * nothing to show.
 */
static struct item *place_told(struct conversation *conv, struct slice raw,
			       const struct event *event, enum item_kind kind)
{
	uint64_t hash = event->id ? event_id_hash(slice_str(event->id)) : 0;
	struct item *item = hash ? open_call(conv, raw, kind, hash) : NULL;
	size_t record;

	if (!item && conversation_repeats(conv, raw, event))
		return NULL;
	if (hash && !item)
		item = closed_call(conv, raw, kind, hash);
	if (item && conversation_is_record(conv, item->record, raw))
		return item;
	record = event_log_add(&conv->log, raw);
	if (record == SIZE_MAX)
		return NULL;
	if (!item)
		return conversation_place_record(conv, record);
	item->record = record;
	item->writer = conversation_writer(conv, record) & AGENTS_MAX;
	return item;
}

void conversation_tell_call(struct conversation *conv, struct slice raw,
			    const struct event *event, enum item_kind kind,
			    bool respond, int64_t now_ms)
{
	struct item *item = place_told(conv, raw, event, kind);

	if (!item)
		return;
	item_make_live(item);
	if (item->live->started_ms == TIMESTAMP_NONE)
		item->live->started_ms = now_ms;
	if (respond && item->live->asked_ms == TIMESTAMP_NONE)
		item->live->asked_ms = item->live->started_ms;
	if (respond && kind == ITEM_INQUIRY && event->name)
		hold_calls(conv, event->name, now_ms);
	item->tool_state = respond ? TOOL_WAITING : TOOL_RUNNING;
	if (respond)
		item->consent = CONSENT_NONE; /* asked again */
	item->revision++;
	conv->turn_active = true;
}

/*
 * Reopen the call of an answer that was closed because it was read before its
 * turn was known to run, or because its host was lost: without a call the
 * answer would be dropped.
 */
static void reopen_for(struct conversation *conv, enum item_kind kind,
		       uint64_t hash)
{
	size_t i;

	if (!hash || conversation_open_call(conv, kind, hash))
		return;
	i = newest_call(conv, kind, hash);
	if (i == SIZE_MAX || conv->items[i].response != NO_RECORD)
		return;
	if (conv->items[i].id <= conv->turn_over_id) {
		conversation_reopen_call(conv, i);
		return;
	}
	conversation_reopen_calls(conv);
	conv->turn_active = true;
}

void conversation_tell_answer(struct conversation *conv, struct slice raw,
			      const struct event *event, int64_t now_ms)
{
	uint64_t hash = event->id ? event_id_hash(slice_str(event->id)) : 0;
	struct item *item;
	size_t record;
	bool waited;

	if (conversation_repeats(conv, raw, event))
		return;
	conversation_let_calls_go(conv, now_ms);
	item = hash ? conversation_open_call(conv, ITEM_TOOL_CALL, hash) : NULL;
	waited = item && item->tool_state == TOOL_WAITING;
	reopen_for(conv,
		   event->kind == EVENT_INQUIRY_RESPONSE ? ITEM_INQUIRY
							 : ITEM_TOOL_CALL,
		   hash);
	record = event_log_add(&conv->log, raw);
	if (record == SIZE_MAX)
		return;
	item = conversation_place_record(conv, record);
	if (!item || !item->live)
		return;
	if (item->kind == ITEM_TOOL_CALL ||
	    item->live->ended_ms == TIMESTAMP_NONE)
		item->live->ended_ms = now_ms;
	item->live->unsure = waited;
}

/*
 * After a new subscription or a lost connection the host repeats a tool's
 * output from the start: what is already here must not be kept twice.
 */
static bool begins_anew(struct item_live *live, const struct event *event)
{
	size_t before = live->output_dropped + live->output.len;
	bool again = live->output_again && event->text_len >= before &&
		     !memcmp(event->text + live->output_dropped,
			     live->output.buf, live->output.len);

	live->output_again = false;
	return again;
}

static size_t count_breaks(const struct strbuf *text, size_t len)
{
	size_t breaks = 0;

	for (size_t i = 0; i < len; i++)
		breaks += text->buf[i] == '\n';
	return breaks;
}

void conversation_tell_output(struct conversation *conv,
			      const struct event *event, int64_t now_ms)
{
	struct item *item = NULL;
	struct item_live *live;
	size_t over;

	conversation_reopen_calls(conv);
	if (event->id)
		item = conversation_open_call(
			conv, ITEM_TOOL_CALL,
			event_id_hash(slice_str(event->id)));
	if (!item || !event->text)
		return;
	conv->turn_active = true;
	live = item_make_live(item);
	if (begins_anew(live, event)) {
		strbuf_reset(&live->output);
		live->output_dropped = live->lines_dropped = 0;
	}
	strbuf_add(&live->output, event->text, event->text_len);
	if (live->output.len > 2 * OUTPUT_MAX) {
		over = live->output.len - OUTPUT_MAX;
		live->lines_dropped += count_breaks(&live->output, over);
		strbuf_remove(&live->output, 0, over);
		live->output_dropped += over;
	}
	if (item->tool_state == TOOL_WAITING)
		live->started_ms = now_ms;
	item->tool_state = TOOL_RUNNING;
	item->revision++;
}
