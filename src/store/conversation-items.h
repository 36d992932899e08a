#ifndef JPD_STORE_CONVERSATION_ITEMS_H
#define JPD_STORE_CONVERSATION_ITEMS_H

#include "src/store/conversation.h"

/* Between the files of conversation*.c only. */

/* A new item at the end, with a new id. Good until the next one. */
struct item *conversation_add_item(struct conversation *conv,
				   enum item_kind kind, size_t record);
struct item_live *item_make_live(struct item *item);
void item_live_free(struct item_live *live);

/*
 * Place the event of record `i`, which is behind all others placed before.
 * Returns the item that shows it, or NULL where nothing does.
 */
struct item *conversation_place_record(struct conversation *conv, size_t i);

/* The oldest tool call or inquiry with this id that has no answer. */
struct item *conversation_open_call(struct conversation *conv,
				    enum item_kind kind, uint64_t id_hash);
/* It is open again after all. */
void conversation_reopen_call(struct conversation *conv, size_t item);
/* No answer will come any more for those that are open. */
void conversation_close_calls(struct conversation *conv);

/*
 * Where the tail begins that is enough to begin with; 0 where all is made
 * into items at once. What is behind is read.
 */
size_t conversation_head_end(struct conversation *conv);
/* Leave the events before `end` for conversation_work(). */
void conversation_head_begin(struct conversation *conv, size_t end);
void conversation_head_free(struct conversation_head *head);

#endif
