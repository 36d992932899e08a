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
	host_topic_push(user, event, RESPOND_NONE, -1, NULL);
}

static void push_to_sub(void *user, struct slice event)
{
	host_sub_push(user, event, RESPOND_NONE, -1, NULL);
}

static void push_nothing(void *user, struct slice event)
{
	(void)user;
	(void)event;
}

static void on_flushed(void *user)
{
	host_topic_check(user);
}

static void on_flushed_before(void *user)
{
	(void)user;
}

/* Prompts come from the socket, if there is one, where they can be answered. */
static struct trace_follow_sink sink_of(struct host_topic *topic)
{
	return (struct trace_follow_sink){
		.user = topic,
		.event = push_event,
		.asks = topic->driven ? NULL : push_event,
		.flushed = on_flushed,
	};
}

/* Do not send the log's older content as it is read: most of it is on disk. */
static void catch_up(struct host_topic *topic)
{
	const struct trace_follow_sink deaf = { .user = topic,
						.event = push_nothing,
						.flushed = on_flushed_before };
	const struct trace_follow_sink sink = sink_of(topic);

	topic->trace_more =
		trace_follow_read(topic->trace, &deaf, clock_wall_ms());
	if (topic->trace_more)
		return;
	topic->caught_up = true;
	host_topic_check(topic);
	trace_follow_replay(topic->trace, &sink);
}

void host_trace_begin(struct host_topic *topic, int64_t pid)
{
	if (pid <= 0)
		return;
	topic->trace = trace_follow_open((pid_t)pid, clock_wall_ms());
	topic->caught_up = false;
	if (!topic->trace)
		return;
	trace(TRACE_FILE, "%s: following the log of %ld", topic->id, (long)pid);
	catch_up(topic);
}

void host_trace_ready(struct host_topic *topic)
{
	const struct trace_follow_sink sink = sink_of(topic);

	if (!topic->caught_up)
		catch_up(topic);
	else
		topic->trace_more =
			trace_follow_read(topic->trace, &sink, clock_wall_ms());
}

void host_trace_join(struct host_sub *sub)
{
	const struct trace_follow_sink sink = {
		.user = sub,
		.event = push_to_sub,
		.asks = sub->topic->driven ? NULL : push_to_sub,
		.flushed = on_flushed_before,
	};

	if (sub->topic->trace && sub->topic->caught_up)
		trace_follow_replay(sub->topic->trace, &sink);
}

void host_trace_end(struct host_topic *topic)
{
	struct strbuf event = STRBUF_INIT;

	if (!topic->trace)
		return;
	do
		host_trace_ready(topic);
	while (topic->trace_more);
	/* Its last events are read from the file, not sent again. */
	host_topic_check(topic);
	trace_follow_close(topic->trace);
	topic->trace = NULL;
	event_write_plain(&event, EVENT_QUERY_COMPLETE);
	host_topic_push(topic, strbuf_slice(&event), RESPOND_NONE, -1, NULL);
	/*
	 * jp may log text that it does not store. Once the turn is over, only
	 * the file counts.
	 */
	host_topic_push_changed(topic);
	strbuf_release(&event);
}
