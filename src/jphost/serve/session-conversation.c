#include "config.h"

#include "src/jphost/serve/session-conversation.h"

#include <stdlib.h>
#include <string.h>

#include "proto/event-write.h"
#include "proto/json-scan.h"
#include "src/base/clock.h"
#include "src/base/trace.h"
#include "src/base/xalloc.h"

struct host_topic *host_topic_find(struct host_session *session, const char *id)
{
	return strmap_get(&session->topics, slice_str(id));
}

struct host_topic *host_topic_get(struct host_session *session, const char *id)
{
	struct host_topic *topic = host_topic_find(session, id);

	if (topic)
		return topic;
	topic = xcalloc(1, sizeof(*topic));
	topic->session = session;
	topic->id = xstrdup(id);
	live_turn_init(&topic->live);
	topic->jp_fd = topic->jp_error = -1;
	topic->lock = (struct conversation_lock)CONVERSATION_LOCK_INIT;
	strmap_put(&session->topics, slice_str(id), topic);
	return topic;
}

void host_sub_set_filter(struct host_sub *sub, struct slice events)
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

void host_sub_free(struct host_sub *sub)
{
	host_live_detach(sub);
	for (size_t i = 0; i < sub->other_count; i++)
		free(sub->others[i]);
	free(sub->others);
	strmap_release(&sub->asked);
	free(sub->sub_id);
	free(sub);
}

void host_topic_free(struct host_topic *topic)
{
	host_live_stop(topic);
	for (size_t i = 0; i < topic->sub_count; i++)
		host_sub_free(topic->subs[i]);
	trace_follow_close(topic->trace);
	workspace_unlock(&topic->lock);
	host_baseline_release(&topic->baseline);
	live_turn_release(&topic->live);
	free(topic->subs);
	free(topic->id);
	free(topic);
}

void host_topic_settle(struct host_topic *topic)
{
	if (topic->sub_count || topic->locked || topic->live.turn ||
	    topic->jp_pid > 0)
		return;
	strmap_remove(&topic->session->topics, slice_str(topic->id));
	host_topic_free(topic);
}

static bool lets_through(const struct host_sub *sub,
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

static bool anybody_lets_through(const struct host_topic *topic,
				 const struct event_peek *peek)
{
	for (size_t i = 0; i < topic->sub_count; i++) {
		if (lets_through(topic->subs[i], peek))
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
static bool is_wanted(struct host_sub *sub, const struct event_peek *peek,
		      enum respond_kind respond)
{
	bool own = sub->topic->live.turn != NULL;

	if (peek->kind == EVENT_PROMPT_CLOSED &&
	    strmap_remove(&sub->asked, peek->id))
		return true;
	if (lets_through(sub, peek))
		return true;
	if (own && peek->kind == EVENT_QUERY_COMPLETE)
		return true;
	return own && respond != RESPOND_NONE &&
	       !anybody_lets_through(sub->topic, peek);
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

void host_sub_push(struct host_sub *sub, struct slice event,
		   enum respond_kind respond, int64_t timeout_ms,
		   const char *fallback)
{
	struct host_session *session = sub->topic->session;
	struct strbuf line = STRBUF_INIT;
	struct event_peek peek;

	if (!event_peek(&peek, event) || !is_wanted(sub, &peek, respond))
		return;
	if (respond != RESPOND_NONE)
		strmap_put(&sub->asked, peek.id, sub);
	host_write_event(&line, sub->sub_id, respond, event, timeout_ms,
			 fallback);
	if (host_out_push(&session->out, strbuf_slice(&line),
			  rank_of(&peek, respond))) {
		sub->topic->dropped = sub->topic->turn_dropped = true;
		session->drops_untold = true;
	}
	strbuf_release(&line);
}

void host_sub_push_state(struct host_sub *sub, enum event_state state)
{
	struct strbuf event = STRBUF_INIT;

	/* If it has a socket, its prompts are asked here. */
	event_write_status(&event, state,
			   state == EVENT_STATE_RUNNING && !sub->topic->driven,
			   clock_wall_ms());
	host_sub_push(sub, strbuf_slice(&event), RESPOND_NONE, -1, NULL);
	strbuf_release(&event);
}

void host_sub_push_plain(struct host_sub *sub, enum event_kind kind)
{
	struct strbuf event = STRBUF_INIT;

	event_write_plain(&event, kind);
	host_sub_push(sub, strbuf_slice(&event), RESPOND_NONE, -1, NULL);
	strbuf_release(&event);
}

void host_topic_push(struct host_topic *topic, struct slice event,
		     enum respond_kind respond, int64_t timeout_ms,
		     const char *fallback)
{
	for (size_t i = 0; i < topic->sub_count; i++)
		host_sub_push(topic->subs[i], event, respond, timeout_ms,
			      fallback);
}

void host_topic_push_changed(struct host_topic *topic)
{
	struct strbuf event = STRBUF_INIT;

	event_write_plain(&event, EVENT_HISTORY_CHANGED);
	host_topic_push(topic, strbuf_slice(&event), RESPOND_NONE, -1, NULL);
	strbuf_release(&event);
}

void host_topic_turn_ended(struct host_topic *topic)
{
	if (topic->turn_dropped)
		host_topic_push_changed(topic);
	topic->turn_dropped = false;
}

static void push_from(struct host_topic *topic, const struct history *history,
		      size_t from)
{
	topic->recent_count = 0;
	for (size_t i = from; i < history->count; i++) {
		host_topic_push(topic, history->events[i], RESPOND_NONE, -1,
				NULL);
		if (history->count - i <= TOPIC_RECENT_MAX)
			topic->recent[topic->recent_count++] =
				topic->baseline.hashes[i];
	}
}

void host_topic_refresh(struct host_topic *topic)
{
	const struct workspace *ws = topic->session->options.workspace;
	bool first = !topic->baseline.known && !topic->baseline.unreadable;
	struct history history = HISTORY_INIT;
	struct strbuf err = STRBUF_INIT;
	size_t from = 0;

	topic->changed = false;
	host_baseline_look(&topic->baseline, ws, topic->id);
	if (workspace_read(ws, topic->id, &history, &err)) {
		trace(TRACE_FILE, "%s: %s", topic->id, err.buf);
		if (topic->baseline.known)
			host_topic_push_changed(topic);
		host_baseline_release(&topic->baseline);
		host_baseline_look(&topic->baseline, ws, topic->id);
		topic->baseline.unreadable = true;
		goto out;
	}
	switch (host_baseline_update(&topic->baseline, &history, &from)) {
	case BASELINE_SAME:
		break;
	case BASELINE_APPENDED:
		if (topic->trace && topic->caught_up)
			/* jp's log has reported part of it, in less detail. */
			host_topic_push_changed(topic);
		else if (!topic->live.turn &&
			 (!topic->live_count || topic->driven))
			push_from(topic, &history, from);
		else if (topic->live_fresh)
			/* The turn may have sent it before we connected. */
			host_topic_push_changed(topic);
		/* Otherwise the turn has sent it itself. */
		break;
	case BASELINE_REWRITTEN:
		if (!first)
			host_topic_push_changed(topic);
		break;
	}
out:
	history_release(&history);
	strbuf_release(&err);
}

void host_topic_learn(struct host_topic *topic)
{
	struct host_session *session = topic->session;
	struct host_baseline *baseline = &topic->baseline;
	size_t size;

	if (baseline->known || baseline->unreadable)
		return;
	host_baseline_look(baseline, session->options.workspace, topic->id);
	size = baseline->size > 0 ? (size_t)baseline->size : 0;
	if (size > session->baseline_budget)
		return;
	session->baseline_budget -= size;
	host_topic_refresh(topic);
}

void host_topic_check(struct host_topic *topic)
{
	struct host_baseline *baseline = &topic->baseline;
	bool known = baseline->known || baseline->unreadable;

	topic->changed = false;
	if (!topic->sub_count ||
	    !host_baseline_look(baseline, topic->session->options.workspace,
				topic->id))
		return;
	/* There is nothing to compare with, so report a change. */
	if (!known)
		host_topic_push_changed(topic);
	host_topic_refresh(topic);
}
