#include "config.h"

#include "proto/json-scan.h"
#include "src/store/conversation-items.h"

/*
 * Text that comes in chunks. Several agents may write at once, and each adds to
 * its own text: among the last few items, one of each writer may be open.
 */

static void close_item(struct conversation *conv, struct item *item)
{
	item->open = false;
	item->revision++;
	if (item->live)
		item->live->ended_ms = conv->last_event_ms;
}

/* The first of the items that may be open. */
static size_t first_open(const struct conversation *conv)
{
	return conv->item_count > OPEN_TEXTS_MAX
		       ? conv->item_count - OPEN_TEXTS_MAX
		       : 0;
}

struct item *conversation_open_text(const struct conversation *conv,
				    unsigned writer)
{
	for (size_t i = conv->item_count; i-- > first_open(conv);) {
		struct item *item = &conv->items[i];

		if (item->open && item->writer == writer)
			return item;
	}
	return NULL;
}

void conversation_close_text(struct conversation *conv, unsigned writer)
{
	struct item *item = conversation_open_text(conv, writer);

	if (item)
		close_item(conv, item);
}

void conversation_close_texts(struct conversation *conv)
{
	for (size_t i = first_open(conv); i < conv->item_count; i++)
		if (conv->items[i].open)
			close_item(conv, &conv->items[i]);
}

bool conversation_is_writers_last(const struct conversation *conv, size_t i)
{
	unsigned writer = conv->items[i].writer;

	if (conv->item_count - i > OPEN_TEXTS_MAX)
		return false;
	while (++i < conv->item_count)
		if (conv->items[i].writer == writer)
			return false;
	return true;
}

struct item *conversation_begin_text(struct conversation *conv,
				     enum item_kind kind, unsigned writer,
				     int64_t stamp_ms, int64_t now_ms)
{
	struct item *item = conversation_add_item(conv, kind, NO_RECORD);

	item->open = true;
	item->writer = writer & AGENTS_MAX;
	item_make_live(item)->started_ms = now_ms;
	item->live->stamp_ms = stamp_ms;
	return item;
}

void conversation_add_text(struct conversation *conv,
			   const struct text_chunk *chunk, int64_t now_ms)
{
	struct item *item = conversation_open_text(conv, chunk->writer);

	if (!item || item->kind != chunk->kind) {
		conversation_close_text(conv, chunk->writer);
		if (conversation_repeats_text(conv, chunk, now_ms))
			return;
		/* The repeated text may have turned out to be another one. */
		conversation_close_text(conv, chunk->writer);
		item = conversation_begin_text(conv, chunk->kind, chunk->writer,
					       chunk->stamp_ms, now_ms);
	}
	strbuf_addslice(&item->live->text, chunk->text);
	item->revision++;
}

void conversation_drop_open_text(struct conversation *conv)
{
	while (conv->item_count) {
		struct item *last = &conv->items[conv->item_count - 1];

		if (!last->open || last->record != NO_RECORD)
			break;
		item_live_free(last->live);
		conv->item_count--;
		conv->revision++;
	}
	/* What others wrote below them stays, and so do these. */
	conversation_close_texts(conv);
	conversation_repeat_begin(conv, conv->turn_active || conv->expected);
}

bool conversation_joins(const struct conversation *conv,
			const struct item *item, size_t record)
{
	const struct event_record *first =
		event_log_at(&conv->log, item->record);
	const struct event_record *next = event_log_at(&conv->log, record);

	return next->kind == first->kind && next->part == first->part &&
	       next->has_agent == first->has_agent &&
	       conversation_writer(conv, record) == item->writer;
}

unsigned conversation_writer(const struct conversation *conv, size_t record)
{
	struct json_member agent;

	if (record == NO_RECORD ||
	    !event_log_at(&conv->log, record)->has_agent ||
	    !json_find(event_log_raw(&conv->log, record), "agent", &agent))
		return 0;
	return agents_number(conv->agents, agent.value);
}
