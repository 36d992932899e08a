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
static void look_for_jp(struct session_conversation *conv)
{
	int64_t pid = 0;

	/* The log would report its prompts too; the socket knows more. */
	conv->driven = true;
	if (!conv->trace &&
	    workspace_busy(conv->session->options.workspace, conv->id, &pid))
		session_trace_begin(conv, pid);
	conv->driven = conv->trace != NULL;
}

void session_live_attach(struct session_sub *sub)
{
	struct session_conversation *conv = sub->conv;
	struct strbuf err = STRBUF_INIT;

	/* Our own turn's socket is for other processes. */
	if (sub->live || conv->live.turn)
		return;
	/* The socket does not send what was stored before it was opened. */
	if (conv->baseline.known)
		session_conversation_check(conv);
	sub->live = live_client_open(conv->session->options.workspace, conv->id,
				     &err);
	if (sub->live) {
		trace(TRACE_FILE, "%s: its turn is live", conv->id);
		conv->live_count++;
		sub->live_complete = false;
		look_for_jp(conv);
		conv->live_fresh = !conv->driven;
		/* The turn sends its own state. */
		conv->busy = conv->driven;
		memcpy(sub->recent, conv->recent, sizeof(sub->recent));
		sub->recent_count = conv->recent_count;
		/* By its log it may wait; the socket says for what. */
		if (conv->driven)
			session_sub_push_state(sub, EVENT_STATE_RUNNING);
	} else if (err.len) {
		trace(TRACE_FILE, "%s: %s", conv->id, err.buf);
	}
	strbuf_release(&err);
}

void session_live_detach(struct session_sub *sub)
{
	if (!sub->live)
		return;
	live_client_close(sub->live);
	sub->live = NULL;
	if (!--sub->conv->live_count)
		sub->conv->driven = false;
}

/*
 * A request is stored before the turn sends it, so if the socket was found
 * late, the request may have been read from the file already. A prompt has not:
 * in its stored form it asks nothing.
 */
static bool came_by_file(struct session_sub *sub,
			 const struct host_message *msg)
{
	uint64_t hash;

	if (!sub->recent_count || msg->respond != RESPOND_NONE)
		return false;
	hash = known_events_hash(msg->data);
	for (size_t i = 0; i < sub->recent_count; i++) {
		if (sub->recent[i] == hash)
			return true;
	}
	sub->recent_count = 0;
	return false;
}

/* Whether jp's log reports this event, so that the socket's copy is dropped. */
static bool is_told_by_log(const struct session_conversation *conv,
			   const struct host_message *msg, enum event_kind kind)
{
	return conv->driven && msg->respond == RESPOND_NONE &&
	       kind != EVENT_PROMPT_CLOSED && kind != EVENT_NOTICE &&
	       kind != EVENT_CONVERSATION_STATUS;
}

/*
 * Whether the socket reports on a turn that is over, because jp has released its
 * lock: nothing would end that turn again. The end of a prompt and what is said
 * about the end of the turn still count.
 */
static bool is_too_late(struct session_conversation *conv, enum event_kind kind)
{
	if (!conv->driven || conv->busy || kind == EVENT_PROMPT_CLOSED ||
	    kind == EVENT_NOTICE)
		return false;
	session_live_look(conv);
	return !conv->busy;
}

static void take_live_line(void *user, struct slice line)
{
	struct host_message msg = HOST_MESSAGE_INIT;
	struct session_sub *sub = user;
	struct strbuf err = STRBUF_INIT;
	struct event_peek peek;

	/* Whatever is stored from now on is also sent on the socket. */
	if (sub->conv->live_fresh)
		session_conversation_check(sub->conv);
	sub->conv->live_fresh = false;
	if (host_message_decode(&msg, line, &err)) {
		trace(TRACE_HOST, "live %s: %s", sub->conv->id, err.buf);
	} else if (msg.type == HOST_MESSAGE_EVENT && msg.data.len &&
		   event_peek(&peek, msg.data) && !came_by_file(sub, &msg)) {
		if (peek.kind == EVENT_QUERY_COMPLETE)
			sub->live_complete = true;
		if (!is_told_by_log(sub->conv, &msg, peek.kind) &&
		    !is_too_late(sub->conv, peek.kind))
			session_sub_push(sub, msg.data, msg.respond,
					 msg.timeout_ms, msg.fallback);
	}
	host_message_release(&msg);
	strbuf_release(&err);
}

/*
 * Forward the last answers before the end, although the lock's release may be
 * seen first.
 */
static void end_trace(struct session_conversation *conv)
{
	for (size_t i = 0; i < conv->sub_count; i++) {
		struct session_sub *sub = conv->subs[i];

		if (sub->live && conv->driven &&
		    !live_client_ready(sub->live, take_live_line, sub) &&
		    !sub->live_complete)
			session_live_lost(sub);
	}
	session_trace_end(conv);
}

/*
 * A turn of jp has no socket, only its lock. Its release is normally notified,
 * but not if jp is killed, so this looks for the holder.
 */
void session_live_look(struct session_conversation *conv)
{
	int64_t pid;
	bool busy;

	if (!conv->sub_count || conv->live.turn ||
	    (conv->live_count && !conv->driven))
		return;
	busy = workspace_busy(conv->session->options.workspace, conv->id, &pid);
	if (busy != conv->busy) {
		conv->busy = busy;
		if (!busy)
			end_trace(conv);
		for (size_t i = 0; i < conv->sub_count; i++)
			session_sub_push_state(conv->subs[i],
					       busy ? EVENT_STATE_RUNNING
						    : EVENT_STATE_IDLE);
	}
	if (busy && !conv->trace)
		session_trace_begin(conv, pid);
}

/*
 * A turn disconnects a watcher that has not read for long, for example because
 * we were stopped. If the turn is still there, reconnect: what we missed is
 * stored, or sent again.
 */
static bool reconnect(struct session_sub *sub)
{
	struct live_client *cut = sub->live;

	sub->live = NULL;
	sub->conv->live_count--;
	session_live_attach(sub);
	if (!sub->live) {
		sub->live = cut;
		sub->conv->live_count++;
		return false;
	}
	live_client_close(cut);
	session_sub_push_plain(sub, EVENT_HISTORY_CHANGED);
	return true;
}

static void live_ready(struct session_sub *sub)
{
	struct session_conversation *conv = sub->conv;

	if (!session_revents(conv->session, live_client_fd(sub->live)) ||
	    live_client_ready(sub->live, take_live_line, sub))
		return;
	conv->live_fresh = false;
	/* Stored events were already sent; only update the baseline. */
	if (!conv->driven && conv->live_count == 1)
		session_conversation_refresh(conv);
	if (!sub->live_complete && reconnect(sub))
		return;
	if (!sub->live_complete)
		session_live_lost(sub);
	/* The release of a jp's lock has reported its end, or will. */
	if (!conv->driven && conv->live_count == 1)
		session_conversation_turn_ended(conv);
	if (!conv->driven)
		conv->recent_count = 0;
	session_live_detach(sub);
	/* The next turn may have opened its socket before this end was read. */
	session_live_attach(sub);
}

/* --- A turn that runs here --- */

static void turn_event(void *user, struct slice raw, enum respond_kind respond,
		       int64_t deadline_ms)
{
	struct session_conversation *conv = user;

	session_conversation_push(conv, raw, respond,
				  live_turn_left_ms(&conv->live, deadline_ms),
				  live_turn_fallback(&conv->live, deadline_ms));
}

/* Replay a turn for a late subscription. */
static void replay_to_sub(void *user, struct slice raw,
			  enum respond_kind respond, int64_t deadline_ms)
{
	struct session_sub *sub = user;
	const struct live_turn *live = &sub->conv->live;

	session_sub_push(sub, raw, respond,
			 live_turn_left_ms(live, deadline_ms),
			 live_turn_fallback(live, deadline_ms));
}

void session_live_join(struct session_sub *sub)
{
	const struct turn_sink sink = { .user = sub, .event = replay_to_sub };
	struct session_conversation *conv = sub->conv;
	int64_t pid;

	if (conv->live.turn) {
		turn_replay(conv->live.turn, &sink, clock_now_ms());
		return;
	}
	session_live_attach(sub);
	if (conv->live_count && !conv->driven)
		return;
	conv->busy = workspace_busy(conv->session->options.workspace, conv->id,
				    &pid);
	if (!conv->busy)
		return;
	session_sub_push_state(sub, EVENT_STATE_RUNNING);
	if (conv->trace)
		session_trace_join(sub);
	else
		session_trace_begin(conv, pid);
}

/* Send to another process's socket, which has only one subscription. */
static void forward(struct session_sub *sub, const struct plugin_message *msg)
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

void session_live_respond(struct session_sub *sub,
			  const struct plugin_message *msg)
{
	if (sub->conv->live.turn)
		live_turn_respond(&sub->conv->live, msg);
	else if (sub->live)
		forward(sub, msg);
	else
		trace(TRACE_HOST, "%s: an answer, but no turn runs",
		      sub->conv->id);
}

static int take_lock(struct session_conversation *conv, struct strbuf *err)
{
	if (conversation_lock_is_held(&conv->lock))
		return 0;
	return workspace_lock(conv->session->options.workspace, conv->id,
			      &conv->lock, err) == LOCK_TAKEN
		       ? 0
		       : -1;
}

static void answer_refused(void *user, const struct live_answer *answer,
			   const char *why, bool late)
{
	struct session_conversation *conv = user;
	struct session_sub *sub =
		answer->sub_id ? strmap_get(&conv->session->subs,
					    slice_str(answer->sub_id))
			       : NULL;
	const struct turn_sink sink = { .user = sub, .event = replay_to_sub };
	struct strbuf line = STRBUF_INIT;

	trace(TRACE_HOST, "%s: %s", conv->id, why);
	/* Who answered late knows already who came first. A watcher has no
	 * session. */
	if (late || !sub || sub->conv != conv || !conv->live.turn)
		return;
	host_write_error(&line, answer->request_id, "respond", conv->id, why);
	session_queue_push(&conv->session->out, strbuf_slice(&line),
			   OUTBOX_ALWAYS);
	strbuf_release(&line);
	/* Ask again, because the plugin may take the prompt for answered. */
	if (answer->id)
		turn_ask_again(conv->live.turn, answer->id, why,
			       conv->live.now_ms, &sink);
}

static int start_turn(struct session_conversation *conv,
		      const struct plugin_message *msg, struct strbuf *err)
{
	const struct session_options *with = &conv->session->options;
	struct turn_options options = {
		.workspace = with->workspace,
		.conversation = conv->id,
		.lock = &conv->lock,
		.content = slice_str(msg->content),
		.attachments = msg->attachments,
		.schema = msg->schema,
		.provider = with->provider,
		.model = with->model,
		.timeout_ms = with->timeout_ms,
		.fallback = with->fallback,
		.clock = &turn_real_clock,
		.sink = { conv, turn_event, NULL },
	};
	struct strbuf config = STRBUF_INIT;
	int ret = -1;

	if (!config_write_for(&config, with->workspace, conv->id, with->config,
			      err)) {
		options.config = strbuf_slice(&config);
		ret = live_turn_start(&conv->live, &options, answer_refused,
				      clock_now_ms(), err);
	}
	strbuf_release(&config);
	return ret;
}

int session_live_query(struct session_conversation *conv,
		       const struct plugin_message *msg, struct strbuf *err)
{
	if (!strcmp(conv->session->options.provider, "jp"))
		return session_jp_query(conv, msg, err);
	if (take_lock(conv, err))
		return -1;
	/* Events that others wrote earlier are sent first. */
	session_conversation_check(conv);
	if (start_turn(conv, msg, err)) {
		if (!conv->locked)
			workspace_unlock(&conv->lock);
		return -1;
	}
	if (!conv->live.server)
		trace(TRACE_FILE, "%s: %s", conv->id, err->buf);
	strbuf_reset(err);
	return 0;
}

static void end_turn(struct session_conversation *conv)
{
	if (conv->sub_count)
		session_conversation_refresh(conv);
	session_conversation_turn_ended(conv);
	live_turn_end(&conv->live);
	conv->session->turn_ended = true;
	if (!conv->locked)
		workspace_unlock(&conv->lock);
}

void session_live_stop(struct session_conversation *conv)
{
	session_jp_stop(conv);
	if (!conv->live.turn)
		return;
	turn_cancel(conv->live.turn, clock_now_ms());
	turn_finish(conv->live.turn, clock_now_ms());
	end_turn(conv);
}

/* Here and below: earlier answers take effect first. */
int session_live_reply(struct session_conversation *conv, struct slice content,
		       struct strbuf *err)
{
	live_turn_settle(&conv->live, clock_now_ms());
	return turn_reply(conv->live.turn, content, clock_now_ms(), err);
}

/* Ask the process that runs the turn to cancel it. */
static bool forward_cancel(struct session_conversation *conv)
{
	struct strbuf line = STRBUF_INIT;

	for (size_t i = 0; i < conv->sub_count; i++) {
		struct session_sub *sub = conv->subs[i];

		if (!sub->live || sub->live_complete)
			continue;
		plugin_write_cancel_query(&line, NULL, conv->id);
		live_client_send(sub->live, strbuf_slice(&line));
		strbuf_release(&line);
		return true;
	}
	return false;
}

bool session_live_cancel(struct session_conversation *conv)
{
	int64_t now_ms = clock_now_ms();

	if (!conv->live.turn)
		return forward_cancel(conv);
	live_turn_settle(&conv->live, now_ms);
	turn_cancel(conv->live.turn, now_ms);
	if (turn_is_done(conv->live.turn))
		end_turn(conv);
	return true;
}

/* --- For the loop --- */

/* How long to wait for the plugin; -1: it is not behind. */
static int64_t patience_ms(const struct session *session)
{
	return session->behind_ms < 0 ? -1 : session->behind_ms + PATIENCE_MS;
}

static void poll_turn(struct session_conversation *conv, int64_t now_ms)
{
	struct session *session = conv->session;

	ALLOC_GROW(session->fds, session->fd_count + LIVE_TURN_FDS_MAX,
		   session->fd_cap);
	conv->fds_at = session->fd_count;
	session->fd_count +=
		live_turn_poll(&conv->live, session->fds + session->fd_count,
			       now_ms < patience_ms(session));
}

static int64_t turn_due_ms(const struct session_conversation *conv)
{
	int64_t due_ms = turn_wake_ms(conv->live.turn);
	int64_t until_ms = patience_ms(conv->session);

	return due_ms >= 0 && due_ms < until_ms ? until_ms : due_ms;
}

void session_live_poll(struct session_conversation *conv, int64_t now_ms,
		       int64_t *wake_ms)
{
	struct session *session = conv->session;
	int64_t due_ms;

	for (size_t i = 0; i < conv->sub_count; i++) {
		const struct live_client *live = conv->subs[i]->live;
		bool write = live && live_client_wants_write(live);

		if (live)
			session_add_fd(session, live_client_fd(live),
				       (short)(POLLIN | (write ? POLLOUT : 0)));
	}
	if (conv->trace) {
		session_add_fd(session, trace_follow_fd(conv->trace), POLLIN);
		if (conv->trace_more)
			*wake_ms = now_ms;
	}
	session_jp_poll(conv, now_ms, wake_ms);
	if (!conv->live.turn)
		return;
	poll_turn(conv, now_ms);
	due_ms = turn_due_ms(conv);
	if (due_ms >= 0 && due_ms < now_ms)
		due_ms = now_ms;
	sooner_ms(wake_ms, due_ms);
}

void session_live_ready(struct session_conversation *conv, int64_t now_ms)
{
	for (size_t i = 0; i < conv->sub_count; i++) {
		if (conv->subs[i]->live)
			live_ready(conv->subs[i]);
	}
	if (conv->trace &&
	    (conv->trace_more ||
	     session_revents(conv->session, trace_follow_fd(conv->trace))))
		session_trace_ready(conv);
	session_jp_ready(conv);
	if (!conv->live.turn)
		return;
	live_turn_ready(&conv->live, conv->session->fds + conv->fds_at, now_ms);
}

void session_live_run(struct session_conversation *conv, int64_t now_ms)
{
	int64_t due_ms;

	if (!conv->live.turn)
		return;
	live_turn_settle(&conv->live, now_ms);
	due_ms = turn_due_ms(conv);
	if (due_ms < 0 || due_ms > now_ms)
		return;
	if (!turn_run(conv->live.turn, now_ms))
		end_turn(conv);
}
