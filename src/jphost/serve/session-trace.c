#include "config.h"

#include "proto/event-write.h"
#include "src/base/clock.h"
#include "src/base/trace.h"
#include "src/jphost/serve/session-conversation.h"

/*
 * A turn of the real jp has no socket, but a log. Events from it are
 * provisional: when jp has written the conversation, the plugin is told to read
 * it again.
 */

static void push_event(void *user, struct slice event)
{
	session_conversation_push(user, event, RESPOND_NONE, -1, NULL);
}

static void push_to_sub(void *user, struct slice event)
{
	session_sub_push(user, event, RESPOND_NONE, -1, NULL);
}

static void push_nothing(void *user, struct slice event)
{
	(void)user;
	(void)event;
}

static void on_flushed(void *user)
{
	session_conversation_check(user);
}

static void on_flushed_before(void *user)
{
	(void)user;
}

/* Prompts come from the socket, if there is one, where they can be answered. */
static struct trace_follow_sink sink_of(struct session_conversation *conv)
{
	return (struct trace_follow_sink){
		.user = conv,
		.event = push_event,
		.asks = conv->driven ? NULL : push_event,
		.flushed = on_flushed,
	};
}

/* Do not send the log's older content as it is read: most of it is on disk. */
static void catch_up(struct session_conversation *conv)
{
	const struct trace_follow_sink deaf = { .user = conv,
						.event = push_nothing,
						.flushed = on_flushed_before };
	const struct trace_follow_sink sink = sink_of(conv);

	conv->trace_more =
		trace_follow_read(conv->trace, &deaf, clock_wall_ms());
	if (conv->trace_more)
		return;
	conv->caught_up = true;
	session_conversation_check(conv);
	trace_follow_replay(conv->trace, &sink);
}

void session_trace_begin(struct session_conversation *conv, int64_t pid)
{
	if (pid <= 0)
		return;
	conv->trace = trace_follow_open((pid_t)pid, clock_wall_ms());
	conv->caught_up = false;
	if (!conv->trace)
		return;
	trace(TRACE_FILE, "%s: following the log of %ld", conv->id, (long)pid);
	catch_up(conv);
}

void session_trace_ready(struct session_conversation *conv)
{
	const struct trace_follow_sink sink = sink_of(conv);

	if (!conv->caught_up)
		catch_up(conv);
	else
		conv->trace_more =
			trace_follow_read(conv->trace, &sink, clock_wall_ms());
}

void session_trace_join(struct session_sub *sub)
{
	const struct trace_follow_sink sink = {
		.user = sub,
		.event = push_to_sub,
		.asks = sub->conv->driven ? NULL : push_to_sub,
		.flushed = on_flushed_before,
	};

	if (sub->conv->trace && sub->conv->caught_up)
		trace_follow_replay(sub->conv->trace, &sink);
}

void session_trace_end(struct session_conversation *conv)
{
	struct strbuf event = STRBUF_INIT;

	if (!conv->trace)
		return;
	do
		session_trace_ready(conv);
	while (conv->trace_more);
	/* Its last events are read from the file, not sent again. */
	session_conversation_check(conv);
	trace_follow_close(conv->trace);
	conv->trace = NULL;
	event_write_plain(&event, EVENT_QUERY_COMPLETE);
	session_conversation_push(conv, strbuf_slice(&event), RESPOND_NONE, -1,
				  NULL);
	/*
	 * jp may log text that it does not store. Once the turn is over, only
	 * the file counts.
	 */
	session_conversation_push_changed(conv);
	strbuf_release(&event);
}
