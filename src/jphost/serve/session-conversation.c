#include "config.h"

#include "src/jphost/serve/session-conversation.h"

#include <stdlib.h>
#include <string.h>

#include "proto/event-write.h"
#include "proto/json-scan.h"
#include "src/base/clock.h"
#include "src/base/trace.h"
#include "src/base/xalloc.h"

struct session_conversation *session_conversation_find(struct session *session,
						       const char *id)
{
	return strmap_get(&session->convs, slice_str(id));
}

struct session_conversation *session_conversation_get(struct session *session,
						      const char *id)
{
	struct session_conversation *conv =
		session_conversation_find(session, id);

	if (conv)
		return conv;
	conv = xcalloc(1, sizeof(*conv));
	conv->session = session;
	conv->id = xstrdup(id);
	live_turn_init(&conv->live);
	conv->jp_fd = conv->jp_error = -1;
	conv->lock = (struct conversation_lock)CONVERSATION_LOCK_INIT;
	strmap_put(&session->convs, slice_str(id), conv);
	return conv;
}

void session_sub_set_filter(struct session_sub *sub, struct slice events)
{
	struct json_walk walk = json_walk_begin(events);
	struct json_member member;

	sub->all = json_type_of(events) != JSON_ARRAY;
	while (json_walk_next(&walk, &member)) {
		struct strbuf name = STRBUF_INIT;
		int kind = EVENT_UNKNOWN + 1;

		if (!json_string_add(&name, member.value))
			continue;
		while (kind <= EVENT_HISTORY_CHANGED &&
		       strcmp(event_kind_name(kind), name.buf))
			kind++;
		if (kind <= EVENT_HISTORY_CHANGED) {
			sub->kinds |= UINT32_C(1) << kind;
			strbuf_release(&name);
			continue;
		}
		sub->others = xreallocarray(sub->others, sub->other_count + 1,
					    sizeof(*sub->others));
		sub->others[sub->other_count++] = strbuf_detach(&name);
	}
}

void session_sub_free(struct session_sub *sub)
{
	session_live_detach(sub);
	free_strings(sub->others, sub->other_count);
	strmap_release(&sub->asked);
	free(sub->sub_id);
	free(sub);
}

void session_conversation_free(struct session_conversation *conv)
{
	session_live_stop(conv);
	for (size_t i = 0; i < conv->sub_count; i++)
		session_sub_free(conv->subs[i]);
	trace_follow_close(conv->trace);
	workspace_unlock(&conv->lock);
	known_events_release(&conv->baseline);
	live_turn_release(&conv->live);
	free(conv->subs);
	free(conv->id);
	free(conv);
}

void session_conversation_settle(struct session_conversation *conv)
{
	if (conv->sub_count || conv->locked || conv->live.turn ||
	    conv->jp_pid > 0)
		return;
	strmap_remove(&conv->session->convs, slice_str(conv->id));
	session_conversation_free(conv);
}

static bool lets_through(const struct session_sub *sub,
			 const struct event_peek *peek)
{
	if (sub->all)
		return true;
	if (peek->kind != EVENT_UNKNOWN)
		return sub->kinds >> peek->kind & 1;
	for (size_t i = 0; i < sub->other_count; i++) {
		if (json_string_is(peek->type, sub->others[i]))
			return true;
	}
	return false;
}

static bool anybody_lets_through(const struct session_conversation *conv,
				 const struct event_peek *peek)
{
	for (size_t i = 0; i < conv->sub_count; i++) {
		if (lets_through(conv->subs[i], peek))
			return true;
	}
	return false;
}

/*
 * A query waits for answers, and its plugin for its end. So for a turn that
 * runs for the plugin, prompts that no subscription would get and the end are
 * pushed despite filters (D18). A prompt's end is pushed wherever the prompt
 * was.
 */
static bool is_wanted(struct session_sub *sub, const struct event_peek *peek,
		      enum respond_kind respond)
{
	bool own = sub->conv->live.turn != NULL;

	if (peek->kind == EVENT_PROMPT_CLOSED &&
	    strmap_remove(&sub->asked, peek->id))
		return true;
	if (lets_through(sub, peek))
		return true;
	if (own && peek->kind == EVENT_QUERY_COMPLETE)
		return true;
	return own && respond != RESPOND_NONE &&
	       !anybody_lets_through(sub->conv, peek);
}

/* Prompts and ends must not be dropped, however slowly the plugin reads. */
static enum outbox_rank rank_of(const struct event_peek *peek,
				enum respond_kind respond)
{
	if (respond != RESPOND_NONE || peek->kind == EVENT_PROMPT_CLOSED ||
	    peek->kind == EVENT_QUERY_COMPLETE)
		return OUTBOX_ALWAYS;
	return OUTBOX_NORMAL;
}

void session_sub_push(struct session_sub *sub, struct slice event,
		      enum respond_kind respond, int64_t timeout_ms,
		      const char *fallback)
{
	struct session *session = sub->conv->session;
	struct strbuf line = STRBUF_INIT;
	struct event_peek peek;

	if (!event_peek(&peek, event) || !is_wanted(sub, &peek, respond))
		return;
	if (respond != RESPOND_NONE)
		strmap_put(&sub->asked, peek.id, sub);
	host_write_event(&line, sub->sub_id, respond, event, timeout_ms,
			 fallback);
	if (session_queue_push(&session->out, strbuf_slice(&line),
			       rank_of(&peek, respond))) {
		sub->conv->dropped = sub->conv->turn_dropped = true;
		session->drops_untold = true;
	}
	strbuf_release(&line);
}

void session_sub_push_state(struct session_sub *sub, enum event_state state)
{
	struct strbuf event = STRBUF_INIT;

	/* If it has a socket, its prompts are asked here. */
	event_write_status(&event, state,
			   state == EVENT_STATE_RUNNING && !sub->conv->driven,
			   clock_wall_ms());
	session_sub_push(sub, strbuf_slice(&event), RESPOND_NONE, -1, NULL);
	strbuf_release(&event);
}

void session_sub_push_plain(struct session_sub *sub, enum event_kind kind)
{
	struct strbuf event = STRBUF_INIT;

	event_write_plain(&event, kind);
	session_sub_push(sub, strbuf_slice(&event), RESPOND_NONE, -1, NULL);
	strbuf_release(&event);
}

void session_conversation_push(struct session_conversation *conv,
			       struct slice event, enum respond_kind respond,
			       int64_t timeout_ms, const char *fallback)
{
	for (size_t i = 0; i < conv->sub_count; i++)
		session_sub_push(conv->subs[i], event, respond, timeout_ms,
				 fallback);
}

void session_conversation_push_changed(struct session_conversation *conv)
{
	struct strbuf event = STRBUF_INIT;

	event_write_plain(&event, EVENT_HISTORY_CHANGED);
	session_conversation_push(conv, strbuf_slice(&event), RESPOND_NONE, -1,
				  NULL);
	strbuf_release(&event);
}

void session_conversation_turn_ended(struct session_conversation *conv)
{
	if (conv->turn_dropped)
		session_conversation_push_changed(conv);
	conv->turn_dropped = false;
}

static void push_from(struct session_conversation *conv,
		      const struct history *history, size_t from)
{
	conv->recent_count = 0;
	for (size_t i = from; i < history->count; i++) {
		session_conversation_push(conv, history->events[i],
					  RESPOND_NONE, -1, NULL);
		if (history->count - i <= SESSION_RECENT_MAX)
			conv->recent[conv->recent_count++] =
				conv->baseline.hashes[i];
	}
}

void session_conversation_refresh(struct session_conversation *conv)
{
	const struct workspace *ws = conv->session->options.workspace;
	bool first = !conv->baseline.known && !conv->baseline.unreadable;
	struct history history = HISTORY_INIT;
	struct strbuf err = STRBUF_INIT;
	size_t from = 0;

	conv->changed = false;
	known_events_look(&conv->baseline, ws, conv->id);
	if (workspace_read(ws, conv->id, &history, &err)) {
		trace(TRACE_FILE, "%s: %s", conv->id, err.buf);
		if (conv->baseline.known)
			session_conversation_push_changed(conv);
		known_events_release(&conv->baseline);
		known_events_look(&conv->baseline, ws, conv->id);
		conv->baseline.unreadable = true;
		goto out;
	}
	switch (known_events_update(&conv->baseline, &history, &from)) {
	case BASELINE_SAME:
		break;
	case BASELINE_APPENDED:
		if (conv->trace && conv->caught_up)
			/* jp's log has reported part of it, in less detail. */
			session_conversation_push_changed(conv);
		else if (!conv->live.turn &&
			 (!conv->live_count || conv->driven))
			push_from(conv, &history, from);
		else if (conv->live_fresh)
			/* The turn may have sent it before we connected. */
			session_conversation_push_changed(conv);
		/* Otherwise the turn has sent it itself. */
		break;
	case BASELINE_REWRITTEN:
		if (!first)
			session_conversation_push_changed(conv);
		break;
	}
out:
	history_release(&history);
	strbuf_release(&err);
}

void session_conversation_learn(struct session_conversation *conv)
{
	struct session *session = conv->session;
	struct known_events *baseline = &conv->baseline;
	size_t size;

	if (baseline->known || baseline->unreadable)
		return;
	known_events_look(baseline, session->options.workspace, conv->id);
	size = baseline->size > 0 ? (size_t)baseline->size : 0;
	if (size > session->baseline_budget)
		return;
	session->baseline_budget -= size;
	session_conversation_refresh(conv);
}

void session_conversation_check(struct session_conversation *conv)
{
	struct known_events *baseline = &conv->baseline;
	bool known = baseline->known || baseline->unreadable;

	conv->changed = false;
	if (!conv->sub_count ||
	    !known_events_look(baseline, conv->session->options.workspace,
			       conv->id))
		return;
	/* There is nothing to compare with, so report a change. */
	if (!known)
		session_conversation_push_changed(conv);
	session_conversation_refresh(conv);
}
