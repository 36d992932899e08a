#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "proto/event-check.h"
#include "proto/event-write.h"
#include "proto/json-scan.h"
#include "src/base/clock.h"
#include "src/base/xalloc.h"
#include "src/jphost/serve/session-conversation.h"

/* A conversation's place in its turn. */
enum turn_place {
	PLACE_OUTSIDE, /* no turn, or one that has its answer */
	PLACE_INSIDE,
};

static enum turn_place place_after(enum turn_place place,
				   const struct event_peek *peek)
{
	switch (peek->kind) {
	case EVENT_TURN_START:
	case EVENT_CHAT_REQUEST:
	case EVENT_TOOL_CALL_REQUEST:
	case EVENT_TOOL_CALL_RESPONSE:
	case EVENT_INQUIRY_REQUEST:
	case EVENT_INQUIRY_RESPONSE:
		return PLACE_INSIDE;
	case EVENT_CHAT_RESPONSE:
		/* Reasoning is not an answer yet. */
		return peek->part == CHAT_REASONING ? place : PLACE_OUTSIDE;
	default:
		return place;
	}
}

/* The ids of requests so far. */
struct known {
	struct strmap tools, inquiries;
};

static void learn(struct known *known, const struct event_peek *peek)
{
	struct strbuf id = STRBUF_INIT;

	if (peek->kind == EVENT_TOOL_CALL_REQUEST && json_id_add(&id, peek->id))
		strmap_put(&known->tools, strbuf_slice(&id), known);
	if (peek->kind == EVENT_INQUIRY_REQUEST && json_id_add(&id, peek->id))
		strmap_put(&known->inquiries, strbuf_slice(&id), known);
	strbuf_release(&id);
}

static int check_reference(const struct known *known,
			   const struct event_peek *peek, struct strbuf *err)
{
	struct strbuf id = STRBUF_INIT;
	int ret = 0;

	json_id_add(&id, peek->id);
	if (peek->kind == EVENT_TOOL_CALL_RESPONSE &&
	    !strmap_get(&known->tools, strbuf_slice(&id))) {
		strbuf_setf(err,
			    "ToolCallResponse references unknown "
			    "request ID `%.200s`",
			    id.buf);
		ret = -1;
	} else if (peek->kind == EVENT_INQUIRY_RESPONSE &&
		   !strmap_get(&known->inquiries, strbuf_slice(&id))) {
		strbuf_setf(err,
			    "InquiryResponse references unknown "
			    "request ID `%.200s`",
			    id.buf);
		ret = -1;
	}
	strbuf_release(&id);
	return ret;
}

static int check_one(const struct known *known, struct slice event,
		     struct event_peek *peek, enum turn_place place, bool first,
		     bool *inject, struct strbuf *err)
{
	if (event_check_stored(event, err))
		return -1;
	event_peek(peek, event);
	if (peek->kind == EVENT_UNKNOWN) {
		strbuf_setf(err, "events of type `%.*s` are not stored",
			    peek->type.len < 82 ? (int)peek->type.len - 2 : 80,
			    peek->type.ptr + 1);
		return -1;
	}
	if (peek->kind == EVENT_CHAT_REQUEST && place == PLACE_OUTSIDE) {
		if (!first) {
			strbuf_setf(err, "ChatRequest is not preceded by a "
					 "TurnStart");
			return -1;
		}
		*inject = true;
	}
	return check_reference(known, peek, err);
}

/*
 * Check events that a plugin wants to append to `history` (RFD 072). `*inject`
 * is set if a turn_start must be inserted before them.
 */
static int check_push(const struct history *history, struct slice events,
		      size_t *count, bool *inject, struct strbuf *err)
{
	struct known known = { STRMAP_INIT, STRMAP_INIT };
	enum turn_place place = PLACE_OUTSIDE;
	struct json_walk walk = json_walk_begin(events);
	struct strbuf why = STRBUF_INIT;
	struct json_member member;
	struct event_peek peek;
	int ret = -1;

	*count = 0;
	*inject = false;
	for (size_t i = 0; i < history->count; i++) {
		if (!event_peek(&peek, history->events[i]))
			continue;
		place = place_after(place, &peek);
		learn(&known, &peek);
	}
	if (json_type_of(events) != JSON_ARRAY) {
		strbuf_setf(err, "`events` is not an array");
		goto out;
	}
	while (json_walk_next(&walk, &member)) {
		if (check_one(&known, member.value, &peek, place, !*count,
			      inject, &why)) {
			strbuf_setf(err, "%s (event %zu)", why.buf, *count + 1);
			goto out;
		}
		place = place_after(place, &peek);
		learn(&known, &peek);
		++*count;
	}
	ret = 0;
out:
	strmap_release(&known.tools);
	strmap_release(&known.inquiries);
	strbuf_release(&why);
	return ret;
}

/* The events as an array, with `start` before them unless it is empty. */
static struct slice *collect(struct slice events, size_t count,
			     struct slice start, size_t *total)
{
	struct slice *all = xcalloc(count + 1, sizeof(*all));
	struct json_walk walk = json_walk_begin(events);
	struct json_member member;
	size_t at = 0;

	if (start.len)
		all[at++] = start;
	while (at < count + (start.len > 0) && json_walk_next(&walk, &member))
		all[at++] = member.value;
	*total = at;
	return all;
}

int push_check_events(struct session_conversation *conv, struct slice pushed,
		      size_t *count, struct strbuf *err)
{
	const struct workspace *ws = conv->session->options.workspace;
	struct history history = HISTORY_INIT;
	struct strbuf start = STRBUF_INIT;
	int64_t now_ms = clock_wall_ms();
	struct slice *events = NULL;
	size_t total;
	bool inject;
	int ret = -1;

	if (json_check(pushed, NULL, err) ||
	    workspace_lock_keep(&conv->lock, err) ||
	    workspace_read(ws, conv->id, &history, err) ||
	    check_push(&history, pushed, count, &inject, err))
		goto out;
	if (inject)
		event_write_turn_start(&start, now_ms);
	events = collect(pushed, *count, strbuf_slice(&start), &total);
	ret = workspace_append(ws, conv->id, events, total, now_ms, err);
out:
	free(events);
	strbuf_release(&start);
	history_release(&history);
	return ret;
}
