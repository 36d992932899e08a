#include "config.h"

#include "src/store/conversation-items.h"

/* The tokens that a turn took: those of all of its agents. */

/* Events among which to look for the last token counts. */
#define LAST_USAGE_MAX 64

static int64_t context_of(const struct event *event)
{
	int64_t in = event->input_tokens > 0 ? event->input_tokens : 0;
	int64_t made = event->output_tokens > 0 ? event->output_tokens : 0;

	return in > INT64_MAX - made ? INT64_MAX : in + made;
}

void conversation_tell_usage(struct conversation *conv,
			     const struct event *event, unsigned writer)
{
	const struct agent_usage usage = {
		event->input_tokens < 0 ? -1 : event->input_tokens,
		event->output_tokens < 0 ? -1 : event->output_tokens,
	};
	struct agent_usage all;

	if (conv->usage_over)
		agents_forget_usage(conv->agents);
	conv->usage_over = false;
	agents_set_usage(conv->agents, writer, usage);
	all = agents_sum_usage(conv->agents);
	conv->input_tokens = all.input_tokens;
	conv->output_tokens = all.output_tokens;
	/* Each has a context of its own. */
	if (conv->context_limit < 0 || !writer)
		conv->context_writer = writer;
	if (conv->context_writer != writer)
		return;
	conv->context_limit = event->context_limit;
	conv->context_used = context_of(event);
}

void conversation_take_usage(struct conversation *conv)
{
	struct strbuf ignored = STRBUF_INIT;
	struct event event = EVENT_INIT;
	size_t end = conv->log.count, at = end;

	if (conv->input_tokens >= 0 || conv->output_tokens >= 0)
		return;
	while (at > 0 && end - at < LAST_USAGE_MAX) {
		event_log_read(&conv->log, at - 1);
		if (event_log_at(&conv->log, at - 1)->kind == EVENT_TURN_START)
			break;
		at--;
	}
	for (; at < end; at++) {
		if (event_log_at(&conv->log, at)->kind != EVENT_USAGE)
			continue;
		if (!event_decode(&event, event_log_raw(&conv->log, at),
				  &ignored))
			conversation_tell_usage(conv, &event,
						conversation_writer(conv, at));
		event_release(&event);
	}
	strbuf_release(&ignored);
}
