#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "proto/event-write.h"
#include "src/base/clock.h"
#include "src/base/trace.h"
#include "src/base/xalloc.h"
#include "src/jphost/config/config-load.h"
#include "src/jphost/serve/session-conversation.h"

/*
 * How long a turn waits for a plugin that is behind, each time. Then the turn
 * goes on regardless, events that do not fit are dropped, and history_changed
 * is sent at the end.
 */
#define PATIENCE_MS 2000

/* --- A turn that another process runs --- */

/* Find out whether a jp runs there, which has a log besides the socket. */
static void look_for_jp(struct host_topic *topic)
{
	int64_t pid = 0;

	/* The log would report its prompts too; the socket knows more. */
	topic->driven = true;
	if (!topic->trace &&
	    workspace_busy(topic->session->options.workspace, topic->id, &pid))
		host_trace_begin(topic, pid);
	topic->driven = topic->trace != NULL;
}

void host_live_attach(struct host_sub *sub)
{
	struct host_topic *topic = sub->topic;
	struct strbuf err = STRBUF_INIT;

	/* Our own turn's socket is for other processes. */
	if (sub->live || topic->live.turn)
		return;
	/* The socket does not send what was stored before it was opened. */
	if (topic->baseline.known)
		host_topic_check(topic);
	sub->live = live_client_open(topic->session->options.workspace,
				     topic->id, &err);
	if (sub->live) {
		trace(TRACE_FILE, "%s: its turn is live", topic->id);
		topic->live_count++;
		sub->live_complete = false;
		look_for_jp(topic);
		topic->live_fresh = !topic->driven;
		/* The turn sends its own state. */
		topic->busy = topic->driven;
		memcpy(sub->recent, topic->recent, sizeof(sub->recent));
		sub->recent_count = topic->recent_count;
		/* By its log it may wait; the socket says for what. */
		if (topic->driven)
			host_sub_push_state(sub, EVENT_STATE_RUNNING);
	} else if (err.len) {
		trace(TRACE_FILE, "%s: %s", topic->id, err.buf);
	}
	strbuf_release(&err);
}

void host_live_detach(struct host_sub *sub)
{
	if (!sub->live)
		return;
	live_client_close(sub->live);
	sub->live = NULL;
	if (!--sub->topic->live_count)
		sub->topic->driven = false;
}

/*
 * A request is stored before the turn sends it, so if the socket was found
 * late, the request may have been read from the file already. A prompt has not:
 * in its stored form it asks nothing.
 */
static bool came_by_file(struct host_sub *sub, const struct host_message *msg)
{
	uint64_t hash;

	if (!sub->recent_count || msg->respond != RESPOND_NONE)
		return false;
	hash = host_baseline_hash(msg->data);
	for (size_t i = 0; i < sub->recent_count; i++) {
		if (sub->recent[i] == hash)
			return true;
	}
	sub->recent_count = 0;
	return false;
}

/* Whether jp's log reports this event, so that the socket's copy is dropped. */
static bool is_told_by_log(const struct host_topic *topic,
			   const struct host_message *msg, enum event_kind kind)
{
	return topic->driven && msg->respond == RESPOND_NONE &&
	       kind != EVENT_PROMPT_CLOSED && kind != EVENT_NOTICE &&
	       kind != EVENT_CONVERSATION_STATUS;
}

/*
 * Whether the socket tells late of a turn that has ended with the release of
 * jp's lock: nothing would end that turn again. What ends a prompt and what is
 * said about the end still count.
 */
static bool is_too_late(struct host_topic *topic, enum event_kind kind)
{
	if (!topic->driven || topic->busy || kind == EVENT_PROMPT_CLOSED ||
	    kind == EVENT_NOTICE)
		return false;
	host_live_look(topic);
	return !topic->busy;
}

static void take_live_line(void *user, struct slice line)
{
	struct host_message msg = HOST_MESSAGE_INIT;
	struct host_sub *sub = user;
	struct strbuf err = STRBUF_INIT;
	struct event_peek peek;

	/* Whatever is stored from now on is also sent on the socket. */
	if (sub->topic->live_fresh)
		host_topic_check(sub->topic);
	sub->topic->live_fresh = false;
	if (host_message_decode(&msg, line, &err)) {
		trace(TRACE_HOST, "live %s: %s", sub->topic->id, err.buf);
	} else if (msg.type == HOST_MESSAGE_EVENT && msg.data.len &&
		   event_peek(&peek, msg.data) && !came_by_file(sub, &msg)) {
		if (peek.kind == EVENT_QUERY_COMPLETE)
			sub->live_complete = true;
		if (!is_told_by_log(sub->topic, &msg, peek.kind) &&
		    !is_too_late(sub->topic, peek.kind))
			host_sub_push(sub, msg.data, msg.respond,
				      msg.timeout_ms, msg.fallback);
	}
	host_message_release(&msg);
	strbuf_release(&err);
}

/*
 * Forward the last answers before the end, although the lock's release may be
 * seen first.
 */
static void end_trace(struct host_topic *topic)
{
	for (size_t i = 0; i < topic->sub_count; i++) {
		struct host_sub *sub = topic->subs[i];

		if (sub->live && topic->driven &&
		    !live_client_ready(sub->live, take_live_line, sub) &&
		    !sub->live_complete)
			host_live_lost(sub);
	}
	host_trace_end(topic);
}

/*
 * A turn of jp has no socket, only its lock. Its release is normally notified,
 * but not if jp is killed, so this looks for the holder.
 */
void host_live_look(struct host_topic *topic)
{
	int64_t pid;
	bool busy;

	if (!topic->sub_count || topic->live.turn ||
	    (topic->live_count && !topic->driven))
		return;
	busy = workspace_busy(topic->session->options.workspace, topic->id,
			      &pid);
	if (busy != topic->busy) {
		topic->busy = busy;
		if (!busy)
			end_trace(topic);
		for (size_t i = 0; i < topic->sub_count; i++)
			host_sub_push_state(topic->subs[i],
					    busy ? EVENT_STATE_RUNNING
						 : EVENT_STATE_IDLE);
	}
	if (busy && !topic->trace)
		host_trace_begin(topic, pid);
}

/*
 * A turn disconnects a watcher that has not read for long, for example because
 * we were stopped. If the turn is still there, reconnect: what we missed is
 * stored, or sent again.
 */
static bool reconnect(struct host_sub *sub)
{
	struct live_client *cut = sub->live;

	sub->live = NULL;
	sub->topic->live_count--;
	host_live_attach(sub);
	if (!sub->live) {
		sub->live = cut;
		sub->topic->live_count++;
		return false;
	}
	live_client_close(cut);
	host_sub_push_plain(sub, EVENT_HISTORY_CHANGED);
	return true;
}

static void live_ready(struct host_sub *sub)
{
	struct host_topic *topic = sub->topic;

	if (!host_session_revents(topic->session, live_client_fd(sub->live)) ||
	    live_client_ready(sub->live, take_live_line, sub))
		return;
	topic->live_fresh = false;
	/* Stored events were already sent; only update the baseline. */
	if (!topic->driven && topic->live_count == 1)
		host_topic_refresh(topic);
	if (!sub->live_complete && reconnect(sub))
		return;
	if (!sub->live_complete)
		host_live_lost(sub);
	/* The release of a jp's lock has reported its end, or will. */
	if (!topic->driven && topic->live_count == 1)
		host_topic_turn_ended(topic);
	if (!topic->driven)
		topic->recent_count = 0;
	host_live_detach(sub);
}

/* --- A turn that runs here --- */

static void turn_event(void *user, struct slice raw, enum respond_kind respond,
		       int64_t deadline_ms)
{
	struct host_topic *topic = user;

	host_topic_push(topic, raw, respond,
			live_turn_left_ms(&topic->live, deadline_ms),
			live_turn_fallback(&topic->live, deadline_ms));
}

/* Replay a turn for a late subscription. */
static void replay_to_sub(void *user, struct slice raw,
			  enum respond_kind respond, int64_t deadline_ms)
{
	struct host_sub *sub = user;
	const struct live_turn *live = &sub->topic->live;

	host_sub_push(sub, raw, respond, live_turn_left_ms(live, deadline_ms),
		      live_turn_fallback(live, deadline_ms));
}

void host_live_join(struct host_sub *sub)
{
	const struct turn_sink sink = { .user = sub, .event = replay_to_sub };
	struct host_topic *topic = sub->topic;
	int64_t pid;

	if (topic->live.turn) {
		turn_replay(topic->live.turn, &sink, clock_now_ms());
		return;
	}
	host_live_attach(sub);
	if (topic->live_count && !topic->driven)
		return;
	topic->busy = workspace_busy(topic->session->options.workspace,
				     topic->id, &pid);
	if (!topic->busy)
		return;
	host_sub_push_state(sub, EVENT_STATE_RUNNING);
	if (topic->trace)
		host_trace_join(sub);
	else
		host_trace_begin(topic, pid);
}

/* Send to another process's socket, which has only one subscription. */
static void forward(struct host_sub *sub, const struct plugin_message *msg)
{
	struct strbuf line = STRBUF_INIT;

	if (msg->respond == RESPOND_TOOL_APPROVAL && msg->tool_call_id &&
	    msg->action != ACTION_NONE)
		plugin_write_approval(&line, LIVE_TURN_SUB, msg->tool_call_id,
				      msg->action, msg->arguments, msg->reason);
	else if (msg->respond == RESPOND_INQUIRY && msg->inquiry_id &&
		 msg->answer.len)
		plugin_write_answer(&line, LIVE_TURN_SUB, msg->inquiry_id,
				    msg->answer);
	if (line.len)
		live_client_send(sub->live, strbuf_slice(&line));
	strbuf_release(&line);
}

void host_live_respond(struct host_sub *sub, const struct plugin_message *msg)
{
	if (sub->topic->live.turn)
		live_turn_respond(&sub->topic->live, msg);
	else if (sub->live)
		forward(sub, msg);
	else
		trace(TRACE_HOST, "%s: an answer, but no turn runs",
		      sub->topic->id);
}

static int take_lock(struct host_topic *topic, struct strbuf *err)
{
	if (conversation_lock_is_held(&topic->lock))
		return 0;
	return workspace_lock(topic->session->options.workspace, topic->id,
			      &topic->lock, err) == LOCK_TAKEN
		       ? 0
		       : -1;
}

static void answer_refused(void *user, const struct live_answer *answer,
			   const char *why, bool late)
{
	struct host_topic *topic = user;
	struct host_sub *sub = answer->sub_id
				       ? strmap_get(&topic->session->subs,
						    slice_str(answer->sub_id))
				       : NULL;
	const struct turn_sink sink = { .user = sub, .event = replay_to_sub };
	struct strbuf line = STRBUF_INIT;

	trace(TRACE_HOST, "%s: %s", topic->id, why);
	/* Who answered late knows already who came first. A watcher has no
	 * session. */
	if (late || !sub || sub->topic != topic || !topic->live.turn)
		return;
	host_write_error(&line, answer->request_id, "respond", topic->id, why);
	host_out_push(&topic->session->out, strbuf_slice(&line), OUTBOX_ALWAYS);
	strbuf_release(&line);
	/* Ask again, because the plugin may take the prompt for answered. */
	if (answer->id)
		turn_ask_again(topic->live.turn, answer->id, why,
			       topic->live.now_ms, &sink);
}

static int start_turn(struct host_topic *topic,
		      const struct plugin_message *msg, struct strbuf *err)
{
	const struct host_session_options *with = &topic->session->options;
	struct turn_options options = {
		.workspace = with->workspace,
		.conversation = topic->id,
		.lock = &topic->lock,
		.content = slice_str(msg->content),
		.attachments = msg->attachments,
		.schema = msg->schema,
		.provider = with->provider,
		.model = with->model,
		.timeout_ms = with->timeout_ms,
		.fallback = with->fallback,
		.clock = &turn_real_clock,
		.sink = { topic, turn_event, NULL },
	};
	struct strbuf config = STRBUF_INIT;
	int ret = -1;

	if (!config_write_for(&config, with->workspace, topic->id, with->config,
			      err)) {
		options.config = strbuf_slice(&config);
		ret = live_turn_start(&topic->live, &options, answer_refused,
				      clock_now_ms(), err);
	}
	strbuf_release(&config);
	return ret;
}

int host_live_query(struct host_topic *topic, const struct plugin_message *msg,
		    struct strbuf *err)
{
	if (!strcmp(topic->session->options.provider, "jp"))
		return host_jp_query(topic, msg, err);
	if (take_lock(topic, err))
		return -1;
	/* Events that others wrote earlier are sent first. */
	host_topic_check(topic);
	if (start_turn(topic, msg, err)) {
		if (!topic->locked)
			workspace_unlock(&topic->lock);
		return -1;
	}
	if (!topic->live.server)
		trace(TRACE_FILE, "%s: %s", topic->id, err->buf);
	strbuf_reset(err);
	return 0;
}

static void end_turn(struct host_topic *topic)
{
	if (topic->sub_count)
		host_topic_refresh(topic);
	host_topic_turn_ended(topic);
	live_turn_end(&topic->live);
	topic->session->turn_ended = true;
	if (!topic->locked)
		workspace_unlock(&topic->lock);
}

void host_live_stop(struct host_topic *topic)
{
	host_jp_stop(topic);
	if (!topic->live.turn)
		return;
	turn_cancel(topic->live.turn, clock_now_ms());
	turn_finish(topic->live.turn, clock_now_ms());
	end_turn(topic);
}

/* Here and below: earlier answers take effect first. */
int host_live_reply(struct host_topic *topic, struct slice content,
		    struct strbuf *err)
{
	live_turn_settle(&topic->live, clock_now_ms());
	return turn_reply(topic->live.turn, content, clock_now_ms(), err);
}

/* Ask the process that runs the turn to cancel it. */
static bool forward_cancel(struct host_topic *topic)
{
	struct strbuf line = STRBUF_INIT;

	for (size_t i = 0; i < topic->sub_count; i++) {
		struct host_sub *sub = topic->subs[i];

		if (!sub->live || sub->live_complete)
			continue;
		plugin_write_cancel_query(&line, NULL, topic->id);
		live_client_send(sub->live, strbuf_slice(&line));
		strbuf_release(&line);
		return true;
	}
	return false;
}

bool host_live_cancel(struct host_topic *topic)
{
	int64_t now_ms = clock_now_ms();

	if (!topic->live.turn)
		return forward_cancel(topic);
	live_turn_settle(&topic->live, now_ms);
	turn_cancel(topic->live.turn, now_ms);
	if (turn_is_done(topic->live.turn))
		end_turn(topic);
	return true;
}

/* --- For the loop --- */

/* How long to wait for the plugin; -1: it is not behind. */
static int64_t patience_ms(const struct host_session *session)
{
	return session->behind_ms < 0 ? -1 : session->behind_ms + PATIENCE_MS;
}

static void poll_turn(struct host_topic *topic, int64_t now_ms)
{
	struct host_session *session = topic->session;

	ALLOC_GROW(session->fds, session->fd_count + LIVE_TURN_FDS_MAX,
		   session->fd_cap);
	topic->fds_at = session->fd_count;
	session->fd_count +=
		live_turn_poll(&topic->live, session->fds + session->fd_count,
			       now_ms < patience_ms(session));
}

static int64_t turn_due_ms(const struct host_topic *topic)
{
	int64_t due_ms = turn_wake_ms(topic->live.turn);
	int64_t until_ms = patience_ms(topic->session);

	return due_ms >= 0 && due_ms < until_ms ? until_ms : due_ms;
}

void host_live_poll(struct host_topic *topic, int64_t now_ms, int64_t *wake_ms)
{
	struct host_session *session = topic->session;
	int64_t due_ms;

	for (size_t i = 0; i < topic->sub_count; i++) {
		const struct live_client *live = topic->subs[i]->live;
		bool write = live && live_client_wants_write(live);

		if (live)
			host_session_add_fd(
				session, live_client_fd(live),
				(short)(POLLIN | (write ? POLLOUT : 0)));
	}
	if (topic->trace) {
		host_session_add_fd(session, trace_follow_fd(topic->trace),
				    POLLIN);
		if (topic->trace_more)
			*wake_ms = now_ms;
	}
	host_jp_poll(topic, now_ms, wake_ms);
	if (!topic->live.turn)
		return;
	poll_turn(topic, now_ms);
	due_ms = turn_due_ms(topic);
	if (due_ms >= 0 && due_ms < now_ms)
		due_ms = now_ms;
	sooner_ms(wake_ms, due_ms);
}

void host_live_ready(struct host_topic *topic, int64_t now_ms)
{
	for (size_t i = 0; i < topic->sub_count; i++) {
		if (topic->subs[i]->live)
			live_ready(topic->subs[i]);
	}
	if (topic->trace &&
	    (topic->trace_more ||
	     host_session_revents(topic->session,
				  trace_follow_fd(topic->trace))))
		host_trace_ready(topic);
	host_jp_ready(topic);
	if (!topic->live.turn)
		return;
	live_turn_ready(&topic->live, topic->session->fds + topic->fds_at,
			now_ms);
}

void host_live_run(struct host_topic *topic, int64_t now_ms)
{
	int64_t due_ms;

	if (!topic->live.turn)
		return;
	live_turn_settle(&topic->live, now_ms);
	due_ms = turn_due_ms(topic);
	if (due_ms < 0 || due_ms > now_ms)
		return;
	if (!turn_run(topic->live.turn, now_ms))
		end_turn(topic);
}
