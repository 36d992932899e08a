#include "config.h"

#include "src/store/conversation.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/message.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"
#include "src/store/conversation-items.h"

#define RATE_SLOT_MS 250
/* What is looked at for the call that a late message is about. */
#define LATE_ITEMS_MAX ((size_t)5000)

struct conversation *conversation_new(int host, const char *id)
{
	struct conversation *conv = xcalloc(1, sizeof(*conv));

	conv->host = host;
	conv->id = xstrdup(id);
	conv->last_activated_ms = TIMESTAMP_NONE;
	conv->pinned_ms = TIMESTAMP_NONE;
	conv->last_event_ms = TIMESTAMP_NONE;
	conv->events_count = -1;
	conv->ids_sorted = true;
	conv->sent_ms = TIMESTAMP_NONE;
	conv->input_tokens = conv->output_tokens = -1;
	conv->context_used = conv->context_limit = -1;
	conv->agents = agents_new();
	event_log_init(&conv->log);
	return conv;
}

/* Free the items and the events that they show. */
static void free_items(struct conversation *conv)
{
	for (size_t i = 0; i < conv->item_count; i++)
		item_live_free(conv->items[i].live);
	free(conv->items);
	free(conv->open_calls);
	conversation_repeat_end(conv);
	event_log_release(&conv->log);
}

void conversation_free(struct conversation *conv)
{
	if (!conv)
		return;
	free_items(conv);
	conversation_head_free(conv->head);
	agents_free(conv->agents);
	free(conv->id);
	free(conv->title);
	free(conv->called);
	free(conv->unreadable);
	free(conv->load_error);
	terminal_place_set(&conv->place, NULL);
	free(conv);
}

enum conversation_state conversation_state(const struct conversation *conv)
{
	if (conv->waiting || conv->asks)
		return CONVERSATION_WAITING;
	if (conv->turn_failed)
		return CONVERSATION_FAILED;
	if (conv->host_lost)
		return CONVERSATION_LOST;
	if (conv->turn_active || conv->expected)
		return conv->streaming ? CONVERSATION_STREAMING
				       : CONVERSATION_RUNNING;
	return CONVERSATION_IDLE;
}

/* To be called after every change. */
static void changed(struct conversation *conv, enum conversation_state before,
		    int64_t now_ms)
{
	conv->revision++;
	conv->last_event_ms = now_ms;
	if (conversation_state(conv) != before)
		conv->state_since_ms = now_ms;
}

static void count_chunk(struct conversation *conv, int64_t now_ms)
{
	int64_t slot = now_ms / RATE_SLOT_MS;
	int64_t gone = slot - conv->rate_slot_at;
	size_t slots = ARRAY_SIZE(conv->rate_slots);

	if (gone > (int64_t)slots || gone < 0)
		gone = (int64_t)slots;
	for (int64_t i = 0; i < gone; i++)
		conv->rate_slots[(size_t)(slot - i) % slots] = 0;
	conv->rate_slot_at = slot;
	if (conv->rate_slots[(size_t)slot % slots] < UINT16_MAX)
		conv->rate_slots[(size_t)slot % slots]++;
}

int conversation_rate(const struct conversation *conv, int64_t now_ms)
{
	int64_t slot = now_ms / RATE_SLOT_MS;
	size_t slots = ARRAY_SIZE(conv->rate_slots);
	int sum = 0;

	for (size_t i = 0; i < slots; i++) {
		int64_t at = conv->rate_slot_at - (int64_t)i;

		if (at > slot - (int64_t)slots && at >= 0)
			sum += conv->rate_slots[(size_t)at % slots];
	}
	return sum * 1000 / (int)(slots * RATE_SLOT_MS);
}

/* Stop waiting for the result of a sent message. */
static void expect_nothing(struct conversation *conv)
{
	conv->expected = false;
	conv->sent_ms = TIMESTAMP_NONE;
}

/* A chunk of a streaming text came, even if nothing new is shown. */
static void note_chunk(struct conversation *conv, int64_t now_ms)
{
	count_chunk(conv, now_ms);
	conv->turn_active = true;
	conv->streaming = true;
	expect_nothing(conv);
}

void conversation_chunk(struct conversation *conv,
			const struct host_chunk *chunk, int64_t now_ms)
{
	enum conversation_state before = conversation_state(conv);
	enum item_kind kind = chunk->reasoning ? ITEM_REASONING : ITEM_MESSAGE;
	unsigned writer = agents_number(conv->agents, chunk->agent);
	struct item *item = conversation_open_text(conv, writer);

	if (!item || item->kind != kind) {
		struct strbuf decoded = STRBUF_INIT;

		json_string_add(&decoded, chunk->text);
		conversation_add_text(conv,
				      &(struct text_chunk){
					      .kind = kind,
					      .writer = writer,
					      .text = strbuf_slice(&decoded),
					      .stamp_ms = conversation_time_of(
						      chunk->timestamp),
				      },
				      now_ms);
		strbuf_release(&decoded);
	} else {
		json_string_add(&item->live->text, chunk->text);
		item->revision++;
	}
	note_chunk(conv, now_ms);
	changed(conv, before, now_ms);
}

static void on_chat_response(struct conversation *conv, struct slice raw,
			     const struct event *event, unsigned writer,
			     int64_t now_ms)
{
	const struct text_chunk chunk = {
		.kind = item_kind_of(event->part),
		.writer = writer,
		.text = slice_of(event->text, event->text_len),
		.stamp_ms = event->at_ms,
	};

	if (!event->text)
		return;
	/* Streaming data comes as strings; the stored one is JSON. */
	if (chunk.kind != ITEM_DATA || conversation_open_text(conv, writer) ||
	    !conversation_repeats(conv, raw, event))
		conversation_add_text(conv, &chunk, now_ms);
	note_chunk(conv, now_ms);
}

/*
 * Note whether the process that runs the turn asks in its own terminal:
 * meanwhile its running calls count as waiting.
 */
static void set_asks(struct conversation *conv, bool asks, int64_t now_ms)
{
	enum tool_state from = asks ? TOOL_RUNNING : TOOL_WAITING;

	if (asks == conv->asks)
		return;
	conv->asks = asks;
	for (size_t i = 0; i < conv->open_count; i++) {
		struct item *item = &conv->items[conv->open_calls[i]];

		if (item->kind != ITEM_TOOL_CALL || item->tool_state != from)
			continue;
		item->tool_state = asks ? TOOL_WAITING : TOOL_RUNNING;
		if (item->live && asks &&
		    item->live->asked_ms == TIMESTAMP_NONE)
			item->live->asked_ms = item->live->started_ms;
		if (item->live && !asks)
			item->live->started_ms = now_ms;
		item->revision++;
	}
}

static void on_status(struct conversation *conv, const struct event *event,
		      int64_t now_ms)
{
	if (event->state == EVENT_STATE_NONE)
		return;
	if (event->state == EVENT_STATE_RUNNING ||
	    event->state == EVENT_STATE_WAITING)
		conversation_reopen_calls(conv);
	set_asks(conv, event->state == EVENT_STATE_WAITING && event->elsewhere,
		 now_ms);
	terminal_place_set(&conv->place, conv->asks ? event->place : NULL);
	if (event->state == EVENT_STATE_RUNNING ||
	    event->state == EVENT_STATE_WAITING) {
		conv->turn_active = true;
		conv->elsewhere = event->elsewhere;
	} else {
		conversation_turn_ended(conv, now_ms);
	}
}

static void on_prompt_closed(struct conversation *conv,
			     const struct event *event, int64_t now_ms)
{
	/* It goes on: an answer was none. */
	if (event->by == PROMPT_BY_REFUSAL)
		return;
	conversation_let_calls_go(conv, now_ms);
	if (event->id)
		conversation_tool_answered(conv, event->id, now_ms);
}

/* Whether it comes between texts without ending them. */
static bool is_report(enum event_kind kind)
{
	return kind == EVENT_PLAN || kind == EVENT_AGENT;
}

static void place_plain(struct conversation *conv, struct slice raw,
			const struct event *event)
{
	struct item *item = NULL;
	size_t record;

	if (conversation_repeats(conv, raw, event))
		return;
	/* Items so far belong to earlier turns. */
	if (event->kind == EVENT_TURN_START)
		conv->turn_over_id = conv->last_item_id;
	record = event_log_add(&conv->log, raw);
	if (record != SIZE_MAX)
		item = conversation_place_record(conv, record);
	/* A history need not have it: its turn keeps it. */
	if (item && is_report(event->kind))
		item_make_live(item);
}

static void on_request(struct conversation *conv, struct slice raw,
		       const struct event *event)
{
	conv->turn_active = true;
	conv->turn_failed = false;
	conv->usage_over |= event->kind == EVENT_TURN_START;
	if (event->kind == EVENT_CHAT_REQUEST && conv->loaded && !conv->called)
		conversation_call(conv, slice_of(event->text, event->text_len));
	place_plain(conv, raw, event);
}

/* Events that may come beside a repeated text do not end it. */
static bool ends_text(enum event_kind kind)
{
	return kind != EVENT_NOTICE && kind != EVENT_USAGE &&
	       kind != EVENT_CONVERSATION_STATUS &&
	       kind != EVENT_TOOL_CALL_OUTPUT && kind != EVENT_PROMPT_CLOSED;
}

static unsigned writer_of(struct conversation *conv, struct slice raw,
			  const struct event *event)
{
	struct event_peek peek;

	return event->agent && event_peek(&peek, raw)
		       ? agents_number(conv->agents, peek.agent)
		       : 0;
}

/* What an agent does ends its text. Others may go on with theirs, until a turn
 * begins or ends. */
static void end_text(struct conversation *conv, enum event_kind kind,
		     unsigned writer, int64_t now_ms)
{
	bool all = kind == EVENT_TURN_START || kind == EVENT_CHAT_REQUEST;

	if (all)
		conversation_close_texts(conv);
	else
		conversation_close_text(conv, writer);
	conv->streaming = false;
	if (all)
		conversation_repeat_texts_over(conv, now_ms);
	else if (ends_text(kind))
		conversation_repeat_text_over(conv, writer, now_ms);
}

void conversation_event(struct conversation *conv, struct slice raw,
			const struct event *event, bool respond, int64_t now_ms)
{
	enum conversation_state before = conversation_state(conv);
	unsigned writer = writer_of(conv, raw, event);

	if (event->kind != EVENT_CHAT_RESPONSE && !is_report(event->kind))
		end_text(conv, event->kind, writer, now_ms);
	switch (event->kind) {
	case EVENT_CHAT_RESPONSE:
		on_chat_response(conv, raw, event, writer, now_ms);
		break;
	case EVENT_TOOL_CALL_REQUEST:
		conversation_tell_call(conv, raw, event, ITEM_TOOL_CALL,
				       respond, now_ms);
		break;
	case EVENT_INQUIRY_REQUEST:
		conversation_tell_call(conv, raw, event, ITEM_INQUIRY, respond,
				       now_ms);
		break;
	case EVENT_TOOL_CALL_RESPONSE:
	case EVENT_INQUIRY_RESPONSE:
		conversation_tell_answer(conv, raw, event, now_ms);
		break;
	case EVENT_TOOL_CALL_OUTPUT:
		conversation_tell_output(conv, event, now_ms);
		break;
	case EVENT_TURN_START:
	case EVENT_CHAT_REQUEST:
		on_request(conv, raw, event);
		break;
	case EVENT_QUERY_COMPLETE:
		conversation_turn_ended(conv, now_ms);
		break;
	case EVENT_CONVERSATION_STATUS:
		on_status(conv, event, now_ms);
		break;
	case EVENT_PROMPT_CLOSED:
		on_prompt_closed(conv, event, now_ms);
		break;
	case EVENT_USAGE:
		conversation_tell_usage(conv, event, writer);
		break;
	case EVENT_NOTICE:
		if (event->level == NOTICE_ERROR)
			conv->turn_failed = true;
		place_plain(conv, raw, event);
		break;
	case EVENT_HISTORY_CHANGED:
		conversation_repeat_begin(conv, false);
		break;
	case EVENT_CONFIG_DELTA:
	case EVENT_COMPACTION:
	case EVENT_PLAN:
	case EVENT_AGENT:
	case EVENT_UNKNOWN:
		place_plain(conv, raw, event);
		break;
	}
	if (conv->turn_active)
		expect_nothing(conv);
	changed(conv, before, now_ms);
}

void conversation_tool_answered(struct conversation *conv, const char *id,
				int64_t now_ms)
{
	struct item *item = conversation_open_call(
		conv, ITEM_TOOL_CALL, event_id_hash(slice_str(id)));

	if (!item || item->tool_state != TOOL_WAITING)
		return;
	item->tool_state = TOOL_RUNNING;
	item_make_live(item)->started_ms = now_ms;
	item->revision++;
	conv->revision++;
}

/* The newest call of the last turn with this id that has its answer. */
static struct item *answered_call(struct conversation *conv,
				  enum item_kind kind, uint64_t id_hash)
{
	size_t end = conv->item_count > LATE_ITEMS_MAX
			     ? conv->item_count - LATE_ITEMS_MAX
			     : 0;

	for (size_t i = conv->item_count; i-- > end;) {
		struct item *item = &conv->items[i];

		if (item->kind == ITEM_TURN)
			break;
		if (item->kind == kind && item->id_hash == id_hash)
			return item->response == NO_RECORD ? NULL : item;
	}
	return NULL;
}

/* Whether this is news of a call that has its answer. What was answered here
 * has no consent, and a timeout that the host reports is not ours. */
static bool is_late_news(const struct item *item, enum consent consent)
{
	return item->consent == CONSENT_ELSEWHERE_ANSWERED ||
	       (item->consent == CONSENT_NONE &&
		(consent == CONSENT_NOBODY ||
		 (consent >= CONSENT_HOST_APPROVED &&
		  consent <= CONSENT_HOST_ANSWERED)));
}

void conversation_decided(struct conversation *conv, const char *id,
			  enum consent consent)
{
	static const enum item_kind kinds[] = { ITEM_TOOL_CALL, ITEM_INQUIRY };
	uint64_t hash = event_id_hash(slice_str(id));

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		struct item *item =
			conversation_open_call(conv, kinds[i], hash);
		bool open = item;

		if (!open)
			item = answered_call(conv, kinds[i], hash);
		if (!item || item->consent == consent ||
		    (!open && !is_late_news(item, consent)))
			continue;
		item->consent = consent;
		if (open && consent_denies(consent))
			item->tool_state = TOOL_SKIPPED;
		item->revision++;
	}
	conv->revision++;
}

void conversation_forget_unread(struct conversation *conv)
{
	if (conv->loaded)
		return;
	free_items(conv);
	conv->items = NULL;
	conv->open_calls = NULL;
	conv->item_count = conv->item_cap = 0;
	conv->open_count = conv->open_cap = 0;
	event_log_init(&conv->log);
	conv->revision++;
}

/* Nothing more comes of the turn, for now or at all. */
static void stop_turn(struct conversation *conv, int64_t now_ms)
{
	enum conversation_state before = conversation_state(conv);

	conversation_repeat_texts_over(conv, now_ms);
	conversation_close_texts(conv);
	conversation_close_calls(conv);
	conv->turn_active = false;
	expect_nothing(conv);
	conv->elsewhere = false;
	conv->ours = false;
	conv->asks = false;
	terminal_place_set(&conv->place, NULL);
	conv->streaming = false;
	changed(conv, before, now_ms);
}

void conversation_turn_ended(struct conversation *conv, int64_t now_ms)
{
	stop_turn(conv, now_ms);
	conv->turn_over_id = conv->last_item_id;
}

void conversation_lost(struct conversation *conv, int64_t now_ms)
{
	stop_turn(conv, now_ms);
	conversation_set_host_lost(conv, true);
}

bool conversation_set_lock(struct conversation *conv, bool locked,
			   bool elsewhere, int64_t now_ms)
{
	if (locked == conv->turn_active && elsewhere == conv->elsewhere)
		return false;
	if (!locked) {
		conversation_turn_ended(conv, now_ms);
		return true;
	}
	conversation_reopen_calls(conv);
	conv->turn_active = true;
	conv->elsewhere = elsewhere;
	conv->state_since_ms = now_ms;
	conv->revision++;
	return true;
}

bool conversation_set_title(struct conversation *conv, const char *title)
{
	if (conv->title && !strcmp(title, conv->title))
		return false;
	free(conv->title);
	conv->title = xstrdup(title);
	conv->revision++;
	return true;
}

void conversation_call(struct conversation *conv, struct slice message)
{
	struct strbuf title = STRBUF_INIT;

	message_title_add(&title, message);
	if (title.len && !slice_is(strbuf_slice(&title), conv->called)) {
		free(conv->called);
		conv->called = strbuf_detach(&title);
		conv->revision++;
	}
	strbuf_release(&title);
}

void conversation_set_host_lost(struct conversation *conv, bool lost)
{
	conv->host_lost = lost;
	conv->revision++;
}

void conversation_query_sent(struct conversation *conv, int64_t now_ms)
{
	conv->sent_ms = now_ms;
	conv->revision++;
}

void conversation_query_failed(struct conversation *conv)
{
	conv->sent_ms = TIMESTAMP_NONE;
	conv->revision++;
}

int64_t conversation_quiet_since(const struct conversation *conv)
{
	if (conv->waiting || conv->asks || conv->host_lost)
		return TIMESTAMP_NONE;
	if (conv->sent_ms != TIMESTAMP_NONE)
		return conv->sent_ms;
	/* Tools and prompts have a clock of their own. */
	if (!conv->turn_active || conv->streaming || conv->open_count)
		return TIMESTAMP_NONE;
	return conv->last_event_ms;
}

size_t conversation_unanswered(const struct conversation *conv)
{
	enum { LOOK_BACK_MAX = 5000 }; /* for each frame */
	size_t end = conv->loaded ? conv->item_count : 0;

	if (conv->turn_active || conv->expected || conv->elsewhere ||
	    conv->waiting || conv->sent_ms != TIMESTAMP_NONE)
		return SIZE_MAX;
	for (size_t i = end; i-- > 0 && end - i < LOOK_BACK_MAX;) {
		enum item_kind kind = conv->items[i].kind;

		if (kind == ITEM_REQUEST)
			return i;
		/* The output of a failed turn is incomplete. */
		if (kind == ITEM_TURN ||
		    (!conv->turn_failed &&
		     (kind == ITEM_MESSAGE || kind == ITEM_DATA)))
			break;
	}
	return SIZE_MAX;
}

void conversation_query_taken(struct conversation *conv)
{
	conv->turn_failed = false;
	conv->ours = true;
	conv->expected = !conv->turn_active;
}

void conversation_load_failed(struct conversation *conv, const char *why)
{
	free(conv->load_error);
	conv->load_error = xstrdup(why);
	conv->revision++;
}
