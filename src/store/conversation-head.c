#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "src/store/conversation-items.h"

/*
 * The head of a long history is made into items when there is time for it, and
 * then put before the tail that is shown. The tail begins with a turn, which
 * ends whatever was open before it, so head and tail are independent, and
 * together are what a single pass would have made.
 */

/* Events shown at first, at least: more than any window has rows. */
#define TAIL_MIN 1024

/* What reading an event costs besides its bytes. */
#define EVENT_COST 64

struct conversation_head {
	/* Items and open calls of events before `next`; the log is borrowed. */
	struct conversation made;
	size_t next, end; /* events */
};

size_t conversation_head_end(struct conversation *conv)
{
	struct event_log *log = &conv->log;
	size_t i = log->count;

	if (!log->has_unread)
		return 0;
	while (i--) {
		event_log_read(log, i);
		if (event_log_at(log, i)->kind == EVENT_TURN_START &&
		    !event_log_at(log, i)->too_large &&
		    log->count - i >= TAIL_MIN)
			return i;
	}
	return 0;
}

void conversation_head_begin(struct conversation *conv, size_t end)
{
	struct conversation_head *head;

	conv->log.has_unread = false;
	if (!end)
		return;
	head = xcalloc(1, sizeof(*head));
	head->end = end;
	/* Reserve as many ids as there can be items: they stay in order. */
	head->made.last_item_id = conv->last_item_id;
	conv->last_item_id += (uint32_t)end;
	conv->head = head;
}

void conversation_head_free(struct conversation_head *head)
{
	if (!head)
		return;
	free(head->made.items);
	free(head->made.open_calls);
	free(head);
}

/* Make room for all in one step: moving a million items costs a frame. */
static void make_room(struct conversation *conv)
{
	struct conversation *made = &conv->head->made;
	size_t count = conv->head->end + conv->item_count;

	made->items = xreallocarray(NULL, count, sizeof(*made->items));
	made->item_cap = count;
}

/* The head is complete: append the tail to it. */
static void join(struct conversation *conv)
{
	struct conversation *made = &conv->head->made;
	size_t before = made->item_count;

	conversation_close_calls(made);
	made->item_cap = before + conv->item_count;
	made->items = xreallocarray(made->items, made->item_cap,
				    sizeof(*made->items));
	memcpy(made->items + before, conv->items,
	       conv->item_count * sizeof(*conv->items));
	for (size_t i = 0; i < conv->open_count; i++)
		conv->open_calls[i] += before;
	free(conv->items);
	conv->items = made->items;
	conv->item_count += before;
	conversation_repeat_shift(conv, 0, before);
	conv->item_cap = made->item_cap;
	made->items = NULL;
	conversation_head_free(conv->head);
	conv->head = NULL;
	conv->revision++;
}

bool conversation_work(struct conversation *conv, size_t bytes)
{
	struct conversation_head *head = conv->head;
	size_t cost = 0;

	if (!head)
		return false;
	if (!head->made.items)
		make_room(conv);
	/* The log may have moved. */
	head->made.log = conv->log;
	head->made.agents = conv->agents;
	for (; head->next < head->end && cost < bytes; head->next++) {
		event_log_read(&head->made.log, head->next);
		conversation_place_record(&head->made, head->next);
		cost += event_log_at(&head->made.log, head->next)->len +
			EVENT_COST;
	}
	if (head->next < head->end)
		return true;
	join(conv);
	return false;
}

void conversation_complete(struct conversation *conv)
{
	while (conversation_work(conv, SIZE_MAX))
		continue;
}
