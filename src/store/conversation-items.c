#include "config.h"

#include "src/store/conversation-items.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"

/* Events among which to look for the first message. */
#define FIRST_MESSAGE_MAX 64

struct item *conversation_add_item(struct conversation *conv,
				   enum item_kind kind, size_t record)
{
	struct item *item;

	ALLOC_GROW(conv->items, conv->item_count + 1, conv->item_cap);
	/* What falls out of the last few is looked for no more. */
	if (conv->item_count >= OPEN_TEXTS_MAX) {
		item = &conv->items[conv->item_count - OPEN_TEXTS_MAX];
		item->revision += item->open;
		item->open = false;
	}
	item = &conv->items[conv->item_count++];
	*item = (struct item){
		.id = ++conv->last_item_id,
		.kind = kind,
		.record = record,
		.records = record == NO_RECORD ? 0 : 1,
		.response = NO_RECORD,
	};
	return item;
}

struct item_live *item_make_live(struct item *item)
{
	if (!item->live) {
		item->live = xcalloc(1, sizeof(*item->live));
		strbuf_init(&item->live->text);
		strbuf_init(&item->live->output);
		item->live->stamp_ms = TIMESTAMP_NONE;
		item->live->asked_ms = TIMESTAMP_NONE;
		item->live->held_since_ms = TIMESTAMP_NONE;
		item->live->held_from_ms = TIMESTAMP_NONE;
		item->live->started_ms = TIMESTAMP_NONE;
		item->live->ended_ms = TIMESTAMP_NONE;
	}
	return item->live;
}

enum item_kind item_kind_of(enum chat_part part)
{
	return part == CHAT_REASONING ? ITEM_REASONING
	       : part == CHAT_DATA    ? ITEM_DATA
				      : ITEM_MESSAGE;
}

void item_live_free(struct item_live *live)
{
	if (!live)
		return;
	strbuf_release(&live->text);
	strbuf_release(&live->output);
	free(live);
}

/* Open calls to keep; beyond that the oldest half is interrupted. */
#define OPEN_CALLS_MAX 256

static void interrupt(struct item *item)
{
	if (item->kind == ITEM_TOOL_CALL)
		item->tool_state = TOOL_INTERRUPTED;
	item->revision++;
}

/* Keep the list short, so that pairing costs the same in any history. */
static void forget_oldest_calls(struct conversation *conv)
{
	size_t half = OPEN_CALLS_MAX / 2;

	for (size_t i = 0; i < half; i++)
		interrupt(&conv->items[conv->open_calls[i]]);
	conv->open_count -= half;
	memmove(conv->open_calls, conv->open_calls + half,
		conv->open_count * sizeof(*conv->open_calls));
}

static void open_call(struct conversation *conv, const struct item *item)
{
	if (conv->open_count == OPEN_CALLS_MAX)
		forget_oldest_calls(conv);
	ALLOC_GROW(conv->open_calls, conv->open_count + 1, conv->open_cap);
	conv->open_calls[conv->open_count++] = (size_t)(item - conv->items);
}

struct item *conversation_open_call(struct conversation *conv,
				    enum item_kind kind, uint64_t id_hash)
{
	for (size_t i = 0; i < conv->open_count; i++) {
		struct item *item = &conv->items[conv->open_calls[i]];

		if (item->kind == kind && item->id_hash == id_hash)
			return item;
	}
	return NULL;
}

bool conversation_is_open(const struct conversation *conv, size_t item)
{
	for (size_t i = 0; i < conv->open_count; i++) {
		if (conv->open_calls[i] == item)
			return true;
	}
	return false;
}

void conversation_forget_open(struct conversation *conv,
			      const struct item *item)
{
	size_t index = (size_t)(item - conv->items);

	for (size_t i = 0; i < conv->open_count; i++) {
		if (conv->open_calls[i] != index)
			continue;
		conv->open_count--;
		memmove(&conv->open_calls[i], &conv->open_calls[i + 1],
			(conv->open_count - i) * sizeof(*conv->open_calls));
		return;
	}
}

void conversation_close_calls(struct conversation *conv)
{
	for (size_t i = 0; i < conv->open_count; i++)
		interrupt(&conv->items[conv->open_calls[i]]);
	conv->open_count = 0;
}

void conversation_reopen_call(struct conversation *conv, size_t item)
{
	open_call(conv, &conv->items[item]);
}

static enum tool_state result_state(const struct event_record *record)
{
	return record->interrupted ? TOOL_INTERRUPTED
	       : record->is_error  ? TOOL_FAILED
	       : record->skipped   ? TOOL_SKIPPED
				   : TOOL_OK;
}

/* Whether nothing but texts of others is between `at` and record `i`. */
static bool is_next(const struct conversation *conv, size_t at, size_t i,
		    unsigned writer)
{
	for (; at < i; at++) {
		const struct event_record *record =
			event_log_at(&conv->log, at);

		if (!record->no_event &&
		    (record->kind != EVENT_CHAT_RESPONSE ||
		     conversation_writer(conv, at) == writer))
			return false;
	}
	return true;
}

/* The last item of this writer, if texts of others at most follow it; or NULL.
 */
static struct item *last_text_of(const struct conversation *conv,
				 unsigned writer)
{
	for (size_t n = 1; n <= conv->item_count && n <= OPEN_TEXTS_MAX; n++) {
		struct item *item = &conv->items[conv->item_count - n];

		if ((item->kind != ITEM_MESSAGE &&
		     item->kind != ITEM_REASONING) ||
		    item->live || item->record == NO_RECORD)
			return NULL;
		if (item->writer == writer)
			return item;
	}
	return NULL;
}

static struct item *place_chat_response(struct conversation *conv, size_t i)
{
	const struct event_record *record = event_log_at(&conv->log, i);
	enum item_kind kind = item_kind_of((enum chat_part)record->part);
	unsigned writer = conversation_writer(conv, i);
	struct item *last = last_text_of(conv, writer);

	/* Providers split one text into several events. */
	if (last && last->kind == kind &&
	    is_next(conv, last->record + last->records, i, writer)) {
		last->records = (uint32_t)(i + 1 - last->record);
		last->revision++;
		return last;
	}
	/* A signature comes with empty reasoning, which is not shown. */
	if (record->blank)
		return NULL;
	last = conversation_add_item(conv, kind, i);
	last->writer = writer & AGENTS_MAX;
	return last;
}

/* Who decided, from the host's note beside the answer. A decision through a
 * plugin came from the user or a rule: which of them was not recorded. */
static enum consent stored_consent(const struct conversation *conv, size_t i)
{
	struct event event = EVENT_INIT;

	event_decode_prompt(&event, event_log_raw(&conv->log, i));
	return event.voice != PROMPT_VOICE_NONE &&
			       event.voice != PROMPT_VOICE_PLUGIN
		       ? consent_of(&event)
		       : CONSENT_NONE;
}

/* Requests and answers are paired by id and order: models reuse ids. */
static struct item *place_answer(struct conversation *conv, enum item_kind kind,
				 size_t i)
{
	const struct event_record *record = event_log_at(&conv->log, i);
	struct item *item = conversation_open_call(conv, kind, record->id_hash);

	if (item) {
		conversation_forget_open(conv, item);
	} else {
		item = conversation_add_item(conv, kind, NO_RECORD);
		item->id_hash = record->id_hash;
		item->writer = conversation_writer(conv, i) & AGENTS_MAX;
	}
	item->response = i;
	item->revision++;
	if (record->prompted && item->consent == CONSENT_NONE)
		item->consent = stored_consent(conv, i);
	if (kind == ITEM_TOOL_CALL)
		item->tool_state = result_state(record);
	return item;
}

static struct item *place_call(struct conversation *conv, enum item_kind kind,
			       size_t i)
{
	struct item *item = conversation_add_item(conv, kind, i);

	item->id_hash = event_log_at(&conv->log, i)->id_hash;
	item->writer = conversation_writer(conv, i) & AGENTS_MAX;
	item->tool_state = TOOL_RUNNING;
	open_call(conv, item);
	return item;
}

/* A report says all there is to say: it replaces the one before. */
#define REPORTS_LOOK_MAX 512

static struct item *last_report(struct conversation *conv, size_t i,
				unsigned writer)
{
	for (size_t n = 1; n <= conv->item_count && n <= REPORTS_LOOK_MAX;
	     n++) {
		struct item *item = &conv->items[conv->item_count - n];

		if (item->kind == ITEM_TURN)
			break;
		if (item->kind == ITEM_OTHER && item->record != NO_RECORD &&
		    item->writer == writer &&
		    event_log_at(&conv->log, item->record)->kind ==
			    event_log_at(&conv->log, i)->kind)
			return item;
	}
	return NULL;
}

/* The agent that an event is about; its texts show its name. */
static unsigned agent_told(struct conversation *conv, size_t i)
{
	struct slice raw = event_log_raw(&conv->log, i);
	struct json_member id, name;
	unsigned agent;

	if (!json_find(raw, "id", &id) || id.type != JSON_STRING)
		return 0;
	agent = agents_number(conv->agents, id.value);
	if (json_find(raw, "name", &name) && name.type == JSON_STRING)
		agents_set_name(conv->agents, agent, name.value);
	return agent;
}

static struct item *place_report(struct conversation *conv, size_t i)
{
	bool about_agent = event_log_at(&conv->log, i)->kind == EVENT_AGENT;
	unsigned writer = about_agent ? agent_told(conv, i)
				      : conversation_writer(conv, i);
	struct item *item = last_report(conv, i, writer);

	if (item) {
		item->record = i;
		item->revision++;
		return item;
	}
	item = conversation_add_item(conv, ITEM_OTHER, i);
	item->writer = writer & AGENTS_MAX;
	return item;
}

struct item *conversation_place_record(struct conversation *conv, size_t i)
{
	const struct event_record *record = event_log_at(&conv->log, i);

	if (record->too_large)
		return conversation_add_item(conv, ITEM_TOO_LARGE, i);
	if (record->no_event)
		return NULL;
	switch ((enum event_kind)record->kind) {
	case EVENT_TURN_START:
		conversation_close_calls(conv);
		return conversation_add_item(conv, ITEM_TURN, i);
	case EVENT_CHAT_REQUEST:
		return conversation_add_item(conv, ITEM_REQUEST, i);
	case EVENT_CHAT_RESPONSE:
		return place_chat_response(conv, i);
	case EVENT_TOOL_CALL_REQUEST:
		return place_call(conv, ITEM_TOOL_CALL, i);
	case EVENT_TOOL_CALL_RESPONSE:
		return place_answer(conv, ITEM_TOOL_CALL, i);
	case EVENT_INQUIRY_REQUEST:
		return place_call(conv, ITEM_INQUIRY, i);
	case EVENT_INQUIRY_RESPONSE:
		return place_answer(conv, ITEM_INQUIRY, i);
	case EVENT_CONFIG_DELTA:
		return conversation_add_item(conv, ITEM_CONFIG, i);
	case EVENT_COMPACTION:
		return conversation_add_item(conv, ITEM_COMPACTION, i);
	case EVENT_NOTICE:
		return conversation_add_item(conv, ITEM_NOTICE, i);
	case EVENT_PLAN:
	case EVENT_AGENT:
		return place_report(conv, i);
	case EVENT_QUERY_COMPLETE:
	case EVENT_PROMPT_CLOSED:
	case EVENT_TOOL_CALL_OUTPUT:
	case EVENT_CONVERSATION_STATUS:
	case EVENT_USAGE:
	case EVENT_HISTORY_CHANGED:
		return NULL; /* they report a state, and show nothing */
	case EVENT_UNKNOWN:
		break;
	}
	return conversation_add_item(conv, ITEM_OTHER, i);
}

size_t conversation_turn_start(const struct conversation *conv, size_t index)
{
	if (index >= conv->item_count)
		index = conv->item_count ? conv->item_count - 1 : 0;
	while (index && conv->items[index].kind != ITEM_TURN)
		index--;
	return index;
}

size_t conversation_find_item(const struct conversation *conv, uint32_t id)
{
	size_t low = 0, high = conv->item_count;

	if (!conv->ids_sorted) {
		for (size_t i = conv->item_count; i-- > 0;) {
			if (conv->items[i].id == id)
				return i;
		}
		return SIZE_MAX;
	}
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (conv->items[middle].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < conv->item_count && conv->items[low].id == id ? low
								   : SIZE_MAX;
}

void conversation_call_by_first(struct conversation *conv)
{
	for (size_t i = 0; i < conv->log.count && i < FIRST_MESSAGE_MAX; i++) {
		struct strbuf ignored = STRBUF_INIT;
		struct event event = EVENT_INIT;

		event_log_read(&conv->log, i);
		if (event_log_at(&conv->log, i)->kind != EVENT_CHAT_REQUEST)
			continue;
		if (!event_decode(&event, event_log_raw(&conv->log, i),
				  &ignored))
			conversation_call(conv,
					  slice_of(event.text, event.text_len));
		event_release(&event);
		strbuf_release(&ignored);
		return;
	}
}
