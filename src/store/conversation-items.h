#ifndef JPD_STORE_CONVERSATION_ITEMS_H
#define JPD_STORE_CONVERSATION_ITEMS_H

#include "src/store/conversation.h"

/* Private to conversation*.c. */

/* Add an item at the end, with a new id. Valid until the next one is added. */
struct item *conversation_add_item(struct conversation *conv,
				   enum item_kind kind, size_t record);
enum item_kind item_kind_of(enum chat_part part);
struct item_live *item_make_live(struct item *item);
void item_live_free(struct item_live *live);

/*
 * Place the event of record `i`, which must come after all that were placed
 * before. Returns the item that shows it, or NULL if none does.
 */
struct item *conversation_place_record(struct conversation *conv, size_t i);

/* The first message gives a name to what has no title. At most a few events
 * about the configuration come before it. */
void conversation_call_by_first(struct conversation *conv);

/* --- conversation-text.c: text that comes in chunks --- */

/* How many of the last items may be open. */
#define OPEN_TEXTS_MAX ((size_t)16)

struct text_chunk {
	enum item_kind kind;
	unsigned writer;
	struct slice text;
	int64_t stamp_ms; /* or TIMESTAMP_NONE */
};

/* The writer's open text, or NULL. */
struct item *conversation_open_text(const struct conversation *conv,
				    unsigned writer);
/* Whether item `i` is the last of its writer, and may be open. */
bool conversation_is_writers_last(const struct conversation *conv, size_t i);
void conversation_close_text(struct conversation *conv, unsigned writer);
void conversation_close_texts(struct conversation *conv);
struct item *conversation_begin_text(struct conversation *conv,
				     enum item_kind kind, unsigned writer,
				     int64_t stamp_ms, int64_t now_ms);
/* Add to the writer's open text, or to one that is being repeated. */
void conversation_add_text(struct conversation *conv,
			   const struct text_chunk *chunk, int64_t now_ms);
/* Who wrote the event of this record (agents_number()). */
unsigned conversation_writer(const struct conversation *conv, size_t record);

/* --- conversation-usage.c: tokens --- */

void conversation_tell_usage(struct conversation *conv,
			     const struct event *event, unsigned writer);
/* Take the last turn's token counts from the history, if it has them; live ones
 * are not older. */
void conversation_take_usage(struct conversation *conv);

/* --- conversation-call.c: calls and questions --- */

/* A call or a question: new, or repeated as a prompt or after a read. */
void conversation_tell_call(struct conversation *conv, struct slice raw,
			    const struct event *event, enum item_kind kind,
			    bool respond, int64_t now_ms);
void conversation_tell_answer(struct conversation *conv, struct slice raw,
			      const struct event *event, int64_t now_ms);
void conversation_tell_output(struct conversation *conv,
			      const struct event *event, int64_t now_ms);
/* The tools' questions were answered: they continue. */
void conversation_let_calls_go(struct conversation *conv, int64_t now_ms);
/* A turn runs: reopen calls that a read closed because it knew of none. */
void conversation_reopen_calls(struct conversation *conv);

/* --- conversation-repeat.c: events that are sent again --- */

/* From now on the host may repeat events that are already here. `loose`: their
 * turn is known to run, so they can match without a time. */
void conversation_repeat_begin(struct conversation *conv, bool loose);
void conversation_repeat_end(struct conversation *conv);
/* Its writer's open text is the first `told` bytes of the text of item `i`. */
void conversation_repeat_from(struct conversation *conv, size_t i, size_t told,
			      int64_t stamp_ms);
/* Whether the event is already here and needs nothing done. */
bool conversation_repeats(struct conversation *conv, struct slice raw,
			  const struct event *event);
/*
 * The same for a chunk of text. Also true if the chunk ends a repeat: it has
 * then been placed.
 */
bool conversation_repeats_text(struct conversation *conv,
			       const struct text_chunk *chunk, int64_t now_ms);
/* An event of another kind ends the writer's text, or those of all. */
void conversation_repeat_text_over(struct conversation *conv, unsigned writer,
				   int64_t now_ms);
void conversation_repeat_texts_over(struct conversation *conv, int64_t now_ms);
/* Items were put before item `from` and all that follow it. */
void conversation_repeat_shift(struct conversation *conv, size_t from,
			       size_t by);
/* The time in a raw JSON string, or TIMESTAMP_NONE. */
int64_t conversation_time_of(struct slice raw_string);
/* The timestamp of the item's first event, or TIMESTAMP_NONE. */
int64_t conversation_item_time(const struct conversation *conv,
			       const struct item *item);
/* Whether the record and the event are byte-identical. */
bool conversation_is_record(const struct conversation *conv, size_t record,
			    struct slice raw);

/* The oldest tool call or inquiry with this id that has no answer. */
struct item *conversation_open_call(struct conversation *conv,
				    enum item_kind kind, uint64_t id_hash);
bool conversation_is_open(const struct conversation *conv, size_t item);
/* The call was answered. */
void conversation_forget_open(struct conversation *conv,
			      const struct item *item);
/* The call is open again. */
void conversation_reopen_call(struct conversation *conv, size_t item);
/* The open calls will not get an answer any more. */
void conversation_close_calls(struct conversation *conv);

/*
 * Where a tail begins that is enough to show at first; 0 if all is made into
 * items now. Events after that point are read.
 */
size_t conversation_head_end(struct conversation *conv);
/* Leave the events before `end` for conversation_work(). */
void conversation_head_begin(struct conversation *conv, size_t end);
void conversation_head_free(struct conversation_head *head);

#endif
