#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/timestamp.h"
#include "src/base/xalloc.h"
#include "src/store/conversation-items.h"

/*
 * A new history replaces what is shown without moving what the user reads:
 * unchanged items keep their id, and with it their folds and the place of the
 * view. jp rewrites files, also in the middle, so "unchanged" is decided by
 * content, in order.
 */

/* How far ahead to look for a match: an insertion is rarely longer. */
#define MATCH_WINDOW 64

/* Bytes of a streaming text that are enough to identify it. */
#define PART_MIN ((size_t)24)

/* A notice that goes before an item of the new history. */
struct kept_notice {
	size_t from, before;
};

/* The previous state: the log and items taken out of `conv`. */
struct old_items {
	struct conversation conv; /* only log and items are valid */
	size_t next;              /* items before it are matched or given up */
	struct kept_notice *kept;
	size_t kept_count, kept_cap;
};

static bool same_record(const struct event_log *a, size_t i,
			const struct event_log *b, size_t j)
{
	if (i == NO_RECORD || j == NO_RECORD)
		return i == j;
	return slice_equal(event_log_raw(a, i), event_log_raw(b, j));
}

/* Whether both come from a history and are byte-identical. */
static bool identical(const struct conversation *a, const struct item *x,
		      const struct conversation *b, const struct item *y)
{
	if (x->kind != y->kind || x->records != y->records ||
	    x->record == NO_RECORD || y->record == NO_RECORD ||
	    !same_record(&a->log, x->response, &b->log, y->response))
		return false;
	for (size_t i = 0; i < x->records; i++) {
		if (!same_record(&a->log, x->record + i, &b->log,
				 y->record + i))
			return false;
	}
	return true;
}

static void item_text(struct strbuf *out, const struct conversation *conv,
		      const struct item *item)
{
	struct item_content content;

	item_content_load(&content, conv, item);
	strbuf_addslice(out, strbuf_slice(&content.text));
	item_content_release(&content);
}

/*
 * Find the live text `old` in the stored one: its beginning may be missing (we
 * joined in the middle) or its end (it still streams). NULL: not found. A few
 * streamed letters occur in many texts: they match only if `sure`.
 */
static const char *find_part(struct slice old, struct slice new, bool sure)
{
	if (!old.len || new.len < old.len || (!sure && old.len < PART_MIN))
		return NULL;
	return memmem(new.ptr, new.len, old.ptr, old.len);
}

/* Whether the position or the time of a live text is enough to identify it. */
static bool is_sure(const struct item *x, const struct conversation *b,
		    const struct item *y)
{
	int64_t stamp_ms = x->live->stamp_ms;
	int64_t at_ms = stamp_ms == TIMESTAMP_NONE
				? TIMESTAMP_NONE
				: conversation_item_time(b, y);

	if (at_ms != TIMESTAMP_NONE)
		return at_ms == stamp_ms;
	return !x->open ||
	       conversation_is_writers_last(b, (size_t)(y - b->items));
}

static bool same_text(const struct conversation *a, const struct item *x,
		      const struct conversation *b, const struct item *y)
{
	struct strbuf old = STRBUF_INIT, new = STRBUF_INIT;
	bool sure = !x->live || x->record != NO_RECORD || is_sure(x, b, y);
	bool same;

	item_text(&old, a, x);
	item_text(&new, b, y);
	same = (sure || old.len >= PART_MIN) &&
	       slice_equal(strbuf_slice(&old), strbuf_slice(&new));
	if (!same && x->live)
		same = find_part(strbuf_slice(&old), strbuf_slice(&new),
				 sure) != NULL;
	strbuf_release(&old);
	strbuf_release(&new);
	return same;
}

static bool has_record(const struct conversation *b, const struct item *like,
		       const struct event_log *log, size_t record)
{
	for (size_t i = 0; record != NO_RECORD && i < b->item_count; i++) {
		const struct item *item = &b->items[i];

		if (item->kind == like->kind &&
		    item->id_hash == like->id_hash &&
		    (same_record(log, record, &b->log, item->record) ||
		     same_record(log, record, &b->log, item->response)))
			return true;
	}
	return false;
}

/*
 * Match a live call with its answer, or an answer without its call: to the
 * identical one if it exists, otherwise to one that has no answer yet.
 */
static bool same_answered(const struct conversation *a, const struct item *x,
			  struct conversation *b, const struct item *y)
{
	if (x->record != NO_RECORD &&
	    same_record(&a->log, x->record, &b->log, y->record))
		return true;
	if (x->response != NO_RECORD &&
	    same_record(&a->log, x->response, &b->log, y->response))
		return true;
	if (has_record(b, x, &a->log, x->record) ||
	    has_record(b, x, &a->log, x->response))
		return false;
	return x->record != NO_RECORD || y->response == NO_RECORD;
}

/*
 * Models reuse ids: an open call matches the open one of its id in the new
 * history, not an earlier one with an answer. If none is open there, ours was
 * answered, and is found by the call's bytes.
 */
static bool same_call(const struct conversation *a, const struct item *x,
		      struct conversation *b, const struct item *y)
{
	if (x->id_hash != y->id_hash)
		return false;
	if (!conversation_is_open(a, (size_t)(x - a->items)))
		return (!x->live && x->record != NO_RECORD) ||
		       same_answered(a, x, b, y);
	if (!x->live)
		return true;
	if (conversation_open_call(b, x->kind, x->id_hash))
		return conversation_is_open(b, (size_t)(y - b->items));
	return same_record(&a->log, x->record, &b->log, y->record);
}

/* A plan, or what an agent does: a later one of its turn. */
static bool same_report(const struct conversation *a, const struct item *x,
			const struct conversation *b, const struct item *y)
{
	enum event_kind kind;

	if (!x->live || x->record == NO_RECORD || y->record == NO_RECORD)
		return false;
	kind = event_log_at(&a->log, x->record)->kind;
	return (kind == EVENT_PLAN || kind == EVENT_AGENT) &&
	       kind == event_log_at(&b->log, y->record)->kind;
}

static bool alike(const struct conversation *a, const struct item *x,
		  struct conversation *b, const struct item *y)
{
	if (x->kind != y->kind || x->writer != y->writer)
		return false;
	switch (x->kind) {
	case ITEM_TOOL_CALL:
	case ITEM_INQUIRY:
		return same_call(a, x, b, y);
	case ITEM_REQUEST:
	case ITEM_MESSAGE:
	case ITEM_REASONING:
	case ITEM_DATA:
		return same_text(a, x, b, y);
	case ITEM_OTHER:
		return same_report(a, x, b, y) || identical(a, x, b, y);
	case ITEM_CONFIG:
	case ITEM_COMPACTION:
	case ITEM_NOTICE:
	case ITEM_TOO_LARGE:
		return identical(a, x, b, y);
	case ITEM_TURN:
		break;
	}
	return true;
}

/* Copy an old event to the new log; NO_RECORD if there is none. */
static size_t carry_record(struct conversation *conv,
			   const struct conversation *before, size_t record)
{
	size_t copy;

	if (record == NO_RECORD)
		return NO_RECORD;
	copy = event_log_add(&conv->log, event_log_raw(&before->log, record));
	return copy == SIZE_MAX ? NO_RECORD : copy;
}

static void take_over(struct item *item, struct item *old, bool changed)
{
	item->id = old->id;
	item->revision = old->revision + changed;
	item->consent = old->consent;
	if (old->live &&
	    (item->kind == ITEM_TOOL_CALL || item->kind == ITEM_INQUIRY)) {
		/* Its output and duration are known only here. */
		item->live = old->live;
		old->live = NULL;
	}
}

/* Keep an answer that came live and is not stored, because its turn runs. */
static void keep_answer(struct conversation *conv, struct item *item,
			const struct conversation *before,
			const struct item *old)
{
	if (!conv->turn_active || !item->id_hash ||
	    item->response != NO_RECORD || old->response == NO_RECORD)
		return;
	item->response = carry_record(conv, before, old->response);
	item->tool_state = old->tool_state;
	conversation_forget_open(conv, item);
}

/*
 * The history has all of a text that was streaming, or more: the host may
 * repeat the rest.
 */
static void expect_rest(struct conversation *conv, const struct item *item,
			const struct item *old)
{
	const struct item_live *live = old->live;
	struct strbuf text = STRBUF_INIT;
	const char *part;

	if (!old->open)
		return;
	item_text(&text, conv, item);
	part = find_part(strbuf_slice(&live->text), strbuf_slice(&text), true);
	if (part)
		conversation_repeat_from(conv, (size_t)(item - conv->items),
					 (size_t)(part - text.buf) +
						 live->text.len,
					 live->stamp_ms);
	strbuf_release(&text);
}

/*
 * Live texts that were separated only by events that are not stored become one
 * text in the history: `item` may also contain those after `old`.
 */
static size_t skip_joined(const struct conversation *conv,
			  const struct item *item,
			  const struct conversation *before, size_t at)
{
	struct strbuf joined = STRBUF_INIT, text = STRBUF_INIT;

	item_text(&text, conv, item);
	item_text(&joined, before, &before->items[at]);
	while (++at < before->item_count) {
		const struct item *next = &before->items[at];

		if (next->kind != item->kind || next->writer != item->writer ||
		    !next->live || next->record != NO_RECORD)
			break;
		item_text(&joined, before, next);
		if (!find_part(strbuf_slice(&joined), strbuf_slice(&text),
			       true))
			break;
	}
	strbuf_release(&joined);
	strbuf_release(&text);
	return at;
}

static bool is_text(const struct item *item)
{
	return item->kind == ITEM_MESSAGE || item->kind == ITEM_REASONING;
}

static void match_item(struct conversation *conv, struct old_items *old,
		       size_t i, size_t j)
{
	struct conversation *before = &old->conv;
	struct item *item = &conv->items[i], *was = &before->items[j];
	size_t next = j + 1;

	keep_answer(conv, item, before, was);
	if (is_text(item) && was->live && was->record == NO_RECORD) {
		next = skip_joined(conv, item, before, j);
		expect_rest(conv, item, was);
	}
	for (; j < next; j++)
		before->items[j].open = false; /* it is found */
	if (next > old->next)
		old->next = next;
	take_over(item, was, true);
}

/* Notices that no history has stay between the two items that it has. */
static void keep_notices(const struct conversation *conv, struct old_items *old,
			 size_t end, size_t before)
{
	for (size_t i = old->next; i < end; i++) {
		const struct item *item = &old->conv.items[i];

		if (item->kind != ITEM_NOTICE ||
		    has_record(conv, item, &old->conv.log, item->record))
			continue;
		ALLOC_GROW(old->kept, old->kept_count + 1, old->kept_cap);
		old->kept[old->kept_count++] =
			(struct kept_notice){ i, before };
	}
}

/* Where to begin to look: a text that others' events followed while it streamed
 * may come later in the history, and is still open. */
static size_t first_to_match(const struct old_items *old)
{
	size_t last = old->conv.item_count > OPEN_TEXTS_MAX
			      ? old->conv.item_count - OPEN_TEXTS_MAX
			      : 0;

	return last < old->next ? last : old->next;
}

static void match_items(struct conversation *conv, struct old_items *old)
{
	struct conversation *before = &old->conv;
	size_t i = 0;

	while (i < conv->item_count && i < before->item_count &&
	       identical(before, &before->items[i], conv, &conv->items[i])) {
		take_over(&conv->items[i], &before->items[i], false);
		i++;
	}
	old->next = i;
	for (; i < conv->item_count; i++) {
		size_t end = old->next + MATCH_WINDOW;

		if (end > before->item_count)
			end = before->item_count;
		for (size_t j = first_to_match(old); j < end; j++) {
			if ((j < old->next && !before->items[j].open) ||
			    !alike(before, &before->items[j], conv,
				   &conv->items[i]))
				continue;
			keep_notices(conv, old, j, i);
			match_item(conv, old, i, j);
			break;
		}
	}
}

/*
 * Whether the history has this call and answer far from where it was expected,
 * for example because it was asked again after its host was lost. If so, what
 * is known of it only here moves there.
 */
static bool is_known_call(struct conversation *conv,
			  const struct conversation *before, struct item *from,
			  size_t count)
{
	for (size_t i = count; from->id_hash && i-- > 0;) {
		struct item *item = &conv->items[i];

		if (item->id_hash != from->id_hash ||
		    item->kind != from->kind ||
		    !same_record(&conv->log, item->record, &before->log,
				 from->record) ||
		    !same_record(&conv->log, item->response, &before->log,
				 from->response))
			continue;
		item->tool_state = from->tool_state;
		item->consent = from->consent;
		if (!item->live) {
			item->live = from->live;
			from->live = NULL;
		}
		return true;
	}
	return false;
}

/*
 * Whether a live item that is not stored yet is appended to the history: every
 * item of a running turn, and those that no history has. Items of a turn that
 * is over are in the history, or dropped.
 */
static bool is_carried(const struct conversation *conv,
		       const struct conversation *before, size_t i)
{
	const struct item *item = &before->items[i];

	if (item->kind == ITEM_NOTICE)
		return true;
	if (!item->live || !conv->turn_active)
		return false;
	return item->id > before->turn_over_id ||
	       conversation_is_open(before, i);
}

static void carry(struct conversation *conv, const struct conversation *before,
		  struct item *from, struct item *to)
{
	*to = *from;
	to->record = carry_record(conv, before, from->record);
	to->records = to->record != NO_RECORD;
	to->response = carry_record(conv, before, from->response);
	from->live = NULL;
}

static void carry_tail(struct conversation *conv, struct old_items *old)
{
	size_t stored = conv->item_count;

	for (size_t i = first_to_match(old); i < old->conv.item_count; i++) {
		struct item *from = &old->conv.items[i];
		struct item *item;

		if (i < old->next && !from->open)
			continue;
		if (!is_carried(conv, &old->conv, i) ||
		    is_known_call(conv, &old->conv, from, stored))
			continue;
		item = conversation_add_item(conv, from->kind, NO_RECORD);
		carry(conv, &old->conv, from, item);
		if (item->id_hash && item->response == NO_RECORD)
			conversation_reopen_call(conv, conv->item_count - 1);
	}
}

/* Where an item is with the notices before it. */
static size_t shifted(const struct old_items *old, size_t index)
{
	size_t by = 0;

	while (by < old->kept_count && old->kept[by].before <= index)
		by++;
	return index + by;
}

static void insert_notices(struct conversation *conv, struct old_items *old)
{
	size_t count = conv->item_count + old->kept_count;
	struct item *items;

	if (!old->kept_count)
		return;
	items = xreallocarray(NULL, count, sizeof(*items));
	for (size_t i = 0, kept = 0; i < conv->item_count; i++) {
		for (; kept < old->kept_count && old->kept[kept].before == i;
		     kept++)
			carry(conv, &old->conv,
			      &old->conv.items[old->kept[kept].from],
			      &items[i + kept]);
		items[i + kept] = conv->items[i];
	}
	for (size_t i = 0; i < conv->open_count; i++)
		conv->open_calls[i] = shifted(old, conv->open_calls[i]);
	/* From the last on: those before it do not move the others. */
	for (size_t kept = old->kept_count; kept-- > 0;)
		conversation_repeat_shift(conv, old->kept[kept].before, 1);
	free(conv->items);
	conv->items = items;
	conv->item_count = conv->item_cap = count;
}

/* Restore what was known of calls that are open in the new history. */
static void restore_calls(struct conversation *conv, struct old_items *old)
{
	for (size_t i = 0; i < conv->open_count; i++) {
		struct item *item = &conv->items[conv->open_calls[i]];

		for (size_t j = 0; j < old->conv.open_count; j++) {
			const struct item *was =
				&old->conv.items[old->conv.open_calls[j]];

			if (was->id == item->id)
				item->tool_state = was->tool_state;
		}
	}
	if (!conv->turn_active)
		conversation_close_calls(conv);
}

static void check_order(struct conversation *conv)
{
	conv->ids_sorted = true;
	for (size_t i = 1; i < conv->item_count; i++) {
		if (conv->items[i].id <= conv->items[i - 1].id)
			conv->ids_sorted = false;
	}
}

/* Make room for all in one step: moving a million items costs a frame. */
static void place_from(struct conversation *conv, size_t start)
{
	conv->item_cap = conv->log.count - start;
	conv->items = xreallocarray(NULL, conv->item_cap, sizeof(*conv->items));
	for (size_t i = start; i < conv->log.count; i++)
		conversation_place_record(conv, i);
	conv->item_cap = conv->item_count;
	conv->items = xreallocarray(conv->items, conv->item_cap,
				    sizeof(*conv->items));
}

/* Existing items are compared with the whole history. */
static void place_all(struct conversation *conv, bool nothing_before)
{
	size_t end = nothing_before ? conversation_head_end(conv) : 0;

	event_log_trim(&conv->log);
	for (size_t i = end; i < conv->log.count; i++)
		event_log_read(&conv->log, i);
	conversation_head_begin(conv, end);
	place_from(conv, end);
}

void conversation_load(struct conversation *conv, struct event_log *log)
{
	struct old_items old;

	conversation_complete(conv);
	old = (struct old_items){ .conv = *conv };
	conv->items = NULL;
	conv->item_count = conv->item_cap = 0;
	conv->open_calls = NULL;
	conv->open_count = conv->open_cap = 0;
	conv->log = *log;
	event_log_init(log);
	place_all(conv, !old.conv.item_count);
	conversation_repeat_begin(conv, conv->turn_active || conv->expected);
	if (old.conv.item_count) {
		match_items(conv, &old);
		insert_notices(conv, &old);
		carry_tail(conv, &old);
	}
	restore_calls(conv, &old);
	check_order(conv);

	for (size_t i = 0; i < old.conv.item_count; i++)
		item_live_free(old.conv.items[i].live);
	free(old.kept);
	free(old.conv.items);
	free(old.conv.open_calls);
	event_log_release(&old.conv.log);
	conv->loaded = true;
	conv->loads++;
	conversation_call_by_first(conv);
	conversation_take_usage(conv);
	free(conv->load_error);
	conv->load_error = NULL;
	conv->revision++;
}

bool conversation_has(const struct conversation *conv,
		      const struct event_log *log)
{
	if (!conv->loaded || conv->load_error ||
	    conv->log.count != log->count || conv->log.bytes != log->bytes)
		return false;
	for (size_t i = 0; i < log->count; i++) {
		if (!same_record(&conv->log, i, log, i))
			return false;
	}
	return true;
}
