#ifndef JPD_STORE_CONVERSATION_ITEMS_H
#define JPD_STORE_CONVERSATION_ITEMS_H

#include "src/store/conversation.h"

/* Between the files of conversation*.c only. */

/* A new item at the end, with a new id. Good until the next one. */
struct item *conversation_add_item(struct conversation *conv,
				   enum item_kind kind, size_t record);
/* Likewise, a text that comes in chunks. */
struct item *conversation_begin_text(struct conversation *conv,
				     enum item_kind kind, int64_t stamp_ms,
				     int64_t now_ms);
enum item_kind item_kind_of(enum chat_part part);
struct item_live *item_make_live(struct item *item);
void item_live_free(struct item_live *live);

/*
 * Place the event of record `i`, which is behind all others placed before.
 * Returns the item that shows it, or NULL where nothing does.
 */
struct item *conversation_place_record(struct conversation *conv, size_t i);

/* --- conversation-call.c: what is told of calls and questions --- */

/* A call or a question: new, or the same again as a prompt or after a read. */
void conversation_tell_call(struct conversation *conv, struct slice raw,
			    const struct event *event, enum item_kind kind,
			    bool respond, int64_t now_ms);
void conversation_tell_answer(struct conversation *conv, struct slice raw,
			      const struct event *event, int64_t now_ms);
void conversation_tell_output(struct conversation *conv,
			      const struct event *event, int64_t now_ms);
/* What tools asked has its answer: they go on. */
void conversation_let_calls_go(struct conversation *conv, int64_t now_ms);
/* A turn runs: what a reading closed, as none was known to, is open. */
void conversation_reopen_calls(struct conversation *conv);

/* --- conversation-repeat.c: what is told again --- */

/* From now on events may be told that are here. `loose`: those of a turn that
 * is known to run, so that they need not have a time to be the same. */
void conversation_repeat_begin(struct conversation *conv, bool loose);
void conversation_repeat_end(struct conversation *conv);
/* The open text is the first `told` bytes of that of item `i`. */
void conversation_repeat_from(struct conversation *conv, size_t i, size_t told,
			      int64_t stamp_ms);
/* Whether the event is here: there is nothing to do. */
bool conversation_repeats(struct conversation *conv, struct slice raw,
			  const struct event *event);
/*
 * The same of a chunk of text, told at `stamp_ms` (or TIMESTAMP_NONE). True
 * too where that ends a repeat: then it has been placed.
 */
bool conversation_repeats_text(struct conversation *conv, enum item_kind kind,
			       struct slice text, int64_t stamp_ms,
			       int64_t now_ms);
/* An event of another kind ends the text. */
void conversation_repeat_text_over(struct conversation *conv, int64_t now_ms);
/* A raw JSON string as a time, or TIMESTAMP_NONE. */
int64_t conversation_time_of(struct slice raw_string);
/* The timestamp of the event that it begins with, or TIMESTAMP_NONE. */
int64_t conversation_item_time(const struct conversation *conv,
			       const struct item *item);
/* Whether that record is byte for byte this event. */
bool conversation_is_record(const struct conversation *conv, size_t record,
			    struct slice raw);

/* The oldest tool call or inquiry with this id that has no answer. */
struct item *conversation_open_call(struct conversation *conv,
				    enum item_kind kind, uint64_t id_hash);
bool conversation_is_open(const struct conversation *conv, size_t item);
/* It has its answer. */
void conversation_forget_open(struct conversation *conv,
			      const struct item *item);
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
