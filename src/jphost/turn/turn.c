#include "config.h"

#include "src/jphost/turn/turn.h"

#include <stdlib.h>
#include <string.h>

#include "proto/event-write.h"
#include "src/base/clock.h"
#include "src/base/xalloc.h"
#include "src/jphost/config/config-attachment.h"
#include "src/jphost/turn/turn-ending.h"
#include "src/jphost/turn/turn-state.h"

/* Bytes of text sent in one turn_run(), so as not to block the owner's loop. */
#define RUN_BYTES 4096

/* Send the last events; nothing is sent after them. */
static void tell_end(struct turn *turn, enum event_state status, int64_t now_ms)
{
	struct strbuf event = STRBUF_INIT;

	turn_set_status(turn, status, now_ms);
	turn->phase = TURN_DONE;
	event_write_plain(&event, EVENT_QUERY_COMPLETE);
	turn_push_plain(turn, &event);
}

/* End the turn, once its tools have exited. */
static void complete(struct turn *turn, enum event_state status, int64_t now_ms)
{
	turn->last_status = status;
	if (turn->leaving_count)
		turn->phase = TURN_LEAVE;
	else
		tell_end(turn, status, now_ms);
}

/* End everything under way; its events are kept to be stored. */
static void interrupt(struct turn *turn, int64_t now_ms)
{
	turn_close_text(turn);
	turn_batch_interrupt(turn, now_ms);
	turn_background_end(turn, now_ms);
	turn_inquiry_interrupt(turn, now_ms);
}

static void tell_start(struct turn *turn, int64_t now_ms)
{
	for (size_t i = 0; i < turn->pending_count; i++)
		turn_push(turn, &turn->pending[i], RESPOND_NONE, -1);
	turn_forget_kept(turn);
	turn->phase = TURN_STREAM;
	turn_set_status(turn, EVENT_STATE_RUNNING, now_ms);
}

/* jp removes a conversation that has expired, even while we use it. */
static void explain_removal(struct strbuf *err)
{
	if (slice_starts_with(strbuf_slice(err),
			      SLICE("conversation not found")))
		strbuf_setf(err, "the conversation was removed while this turn "
				 "ran: nothing of it is kept");
}

int turn_store(struct turn *turn, int64_t now_ms)
{
	struct strbuf err = STRBUF_INIT;
	int ret = turn_append_kept(turn, now_ms, &err);

	turn_forget_kept(turn);
	if (!ret)
		goto out;
	explain_removal(&err);
	turn->failed = true;
	interrupt(turn, now_ms);
	/* Results must not be stored without their requests. */
	turn_forget_kept(turn);
	turn_tell_text(turn, "storage", NOTICE_ERROR, strbuf_slice(&err),
		       now_ms);
	complete(turn, EVENT_STATE_IDLE, now_ms);
out:
	strbuf_release(&err);
	return ret;
}

/* End the turn early; `text` says why. */
static void fail(struct turn *turn, const char *kind, enum notice_level level,
		 struct slice text, int64_t now_ms)
{
	turn->failed = true;
	interrupt(turn, now_ms);
	turn_tell_text(turn, kind, level, text, now_ms);
	if (!turn_store(turn, now_ms))
		complete(turn, EVENT_STATE_IDLE, now_ms);
}

void turn_end_at_limit(struct turn *turn, enum turn_limit limit, int64_t now_ms)
{
	struct strbuf text = STRBUF_INIT;

	turn_limits_tell(&text, &turn->limits, limit);
	provider_interrupt(turn->provider);
	fail(turn, "turn.limit", NOTICE_WARNING, strbuf_slice(&text), now_ms);
	strbuf_release(&text);
}

void turn_cancel(struct turn *turn, int64_t now_ms)
{
	if (turn->phase == TURN_DONE)
		return;
	if (turn->phase == TURN_LEAVE) {
		/* A second request: do not wait for the tools. */
		turn_ending_kill(turn);
		tell_end(turn, turn->last_status, now_ms);
		return;
	}
	if (turn->phase == TURN_BEGIN)
		tell_start(turn, now_ms);
	interrupt(turn, now_ms);
	if (!turn_store(turn, now_ms))
		complete(turn, EVENT_STATE_INTERRUPTED, now_ms);
}

int turn_reply(struct turn *turn, struct slice content, int64_t now_ms,
	       struct strbuf *err)
{
	struct strbuf text = STRBUF_INIT, event = STRBUF_INIT;

	if (turn->phase == TURN_LEAVE || turn->phase == TURN_DONE) {
		strbuf_setf(err, "no query runs in the conversation");
		return -1;
	}
	if (turn->phase == TURN_BEGIN)
		tell_start(turn, now_ms);
	turn_close_text(turn);
	turn_batch_interrupt(turn, now_ms);
	turn_inquiry_interrupt(turn, now_ms);
	provider_interrupt(turn->provider);
	turn_deliver_notices(turn, &text, now_ms);
	strbuf_addslice(&text, content);
	event_write_request(&event, strbuf_slice(&text), NULL,
			    slice_of(NULL, 0), turn_stamp_ms(turn, now_ms));
	turn_push(turn, &event, RESPOND_NONE, -1);
	turn_keep(turn, &event);
	if (!turn_store(turn, now_ms)) {
		turn->phase = TURN_STREAM;
		turn->stream_due_ms = TURN_NOW;
		turn_set_status(turn, EVENT_STATE_RUNNING, now_ms);
	}
	strbuf_release(&text);
	return 0;
}

bool turn_is_done(const struct turn *turn)
{
	return turn->phase == TURN_DONE;
}

void turn_finish(struct turn *turn, int64_t now_ms)
{
	turn_ending_wait(turn);
	if (turn->phase == TURN_LEAVE)
		tell_end(turn, turn->last_status, now_ms);
}

static void take_chunk(struct turn *turn, const struct provider_item *item,
		       int64_t now_ms)
{
	struct strbuf event = STRBUF_INIT;

	if (turn->open_part != item->part) {
		turn_close_text(turn);
		turn->open_part = item->part;
		turn->open_since_ms = turn_stamp_ms(turn, now_ms);
	}
	strbuf_addslice(&turn->open_text, item->text);
	turn_limits_use(&turn->limits, TURN_LIMIT_BYTES,
			(int64_t)item->text.len);
	/* All chunks carry the time that is stored, which is their block's. */
	event_write_response(&event, item->part, item->text,
			     turn->open_since_ms);
	turn_push_plain(turn, &event);
}

static void take_data(struct turn *turn, const struct provider_item *item,
		      int64_t now_ms)
{
	struct strbuf event = STRBUF_INIT;

	turn_close_text(turn);
	event_write_response(&event, CHAT_DATA, item->json,
			     turn_stamp_ms(turn, now_ms));
	turn_push(turn, &event, RESPOND_NONE, -1);
	turn_keep(turn, &event);
}

static void end_well(struct turn *turn, int64_t now_ms)
{
	turn_close_text(turn);
	turn_background_end(turn, now_ms);
	if (!turn_store(turn, now_ms))
		complete(turn, EVENT_STATE_IDLE, now_ms);
}

/* Take an item from the provider; false if it has none for now. */
static bool stream(struct turn *turn, int64_t now_ms, size_t *budget)
{
	struct provider_item item;
	enum turn_limit limit;

	if (!*budget) {
		turn->stream_due_ms = TURN_NOW;
		return false;
	}
	limit = turn_limits_reached(&turn->limits);
	if (limit != TURN_LIMIT_COUNT) {
		turn_inquiry_limit(turn, limit, now_ms);
		return true;
	}
	provider_next(turn->provider, now_ms, &item);
	switch (item.kind) {
	case PROVIDER_WAIT:
		turn->stream_due_ms = item.until_ms;
		return false;
	case PROVIDER_CHUNK:
		take_chunk(turn, &item, now_ms);
		*budget -= item.text.len < *budget ? item.text.len : *budget;
		break;
	case PROVIDER_DATA:
		take_data(turn, &item, now_ms);
		break;
	case PROVIDER_THOUGHT:
		turn_keep_thought(turn, item.json, now_ms);
		break;
	case PROVIDER_CALLS:
		turn_batch_begin(turn, &item, now_ms);
		break;
	case PROVIDER_INQUIRY:
		turn_inquiry_begin(turn, item.json, now_ms);
		break;
	case PROVIDER_NOTICE:
		turn_tell_notice(turn, &item, now_ms);
		break;
	case PROVIDER_USAGE:
		turn_tell_usage(turn, &item, now_ms);
		break;
	case PROVIDER_FAILED:
		fail(turn, "provider", NOTICE_ERROR, item.text, now_ms);
		break;
	case PROVIDER_END:
		end_well(turn, now_ms);
		break;
	}
	return true;
}

bool turn_run(struct turn *turn, int64_t now_ms)
{
	size_t budget = RUN_BYTES;

	turn->ready = false;
	if (turn->phase == TURN_BEGIN)
		tell_start(turn, now_ms);
	turn_background_run(turn, now_ms);
	turn_ending_run(turn, now_ms);
	turn_limits_run(&turn->limits, turn->status == EVENT_STATE_RUNNING,
			now_ms);
	for (;;) {
		switch (turn->phase) {
		case TURN_STREAM:
			if (!stream(turn, now_ms, &budget))
				return true;
			break;
		case TURN_BATCH:
			if (!turn_batch_run(turn, now_ms))
				return turn->phase != TURN_DONE;
			break;
		case TURN_ASK:
			if (!turn_inquiry_run(turn, now_ms))
				return turn->phase != TURN_DONE;
			break;
		case TURN_LEAVE:
			if (turn->leaving_count)
				return true;
			tell_end(turn, turn->last_status, now_ms);
			break;
		case TURN_BEGIN: /* handled above */
		case TURN_DONE:
			return false;
		}
	}
}

static int64_t phase_wake_ms(const struct turn *turn)
{
	switch (turn->phase) {
	case TURN_STREAM:
		return turn->stream_due_ms;
	case TURN_BATCH:
		return turn_batch_wake_ms(turn);
	case TURN_ASK:
		return turn_inquiry_wake_ms(turn);
	case TURN_LEAVE:
		return turn->leaving_count ? -1 : TURN_NOW;
	case TURN_BEGIN:
	case TURN_DONE:
		break;
	}
	return TURN_NOW;
}

/* Checked only while streaming: tools have time limits of their own. */
static int64_t limit_wake_ms(const struct turn *turn)
{
	return turn->phase == TURN_STREAM ? turn_limits_wake_ms(&turn->limits)
					  : -1;
}

int64_t turn_wake_ms(const struct turn *turn)
{
	int64_t wake_ms = phase_wake_ms(turn);

	if (turn->ready)
		return TURN_NOW;
	sooner_ms(&wake_ms, turn_background_wake_ms(turn));
	sooner_ms(&wake_ms, turn_ending_wake_ms(turn));
	sooner_ms(&wake_ms, limit_wake_ms(turn));
	return wake_ms;
}

static size_t poll_phase(struct turn *turn, struct pollfd *fds, size_t max)
{
	switch (turn->phase) {
	case TURN_STREAM:
		return provider_poll(turn->provider, fds, max);
	case TURN_BATCH:
		return turn_batch_poll(turn, fds, max);
	default:
		return 0;
	}
}

size_t turn_poll(struct turn *turn, struct pollfd *fds, size_t max)
{
	size_t count = poll_phase(turn, fds, max);

	turn->phase_fds = count;
	count += turn_background_poll(turn, fds + count, max - count);
	return count + turn_ending_poll(turn, fds + count, max - count);
}

void turn_ready(struct turn *turn, const struct pollfd *fds, size_t count,
		int64_t now_ms)
{
	for (size_t i = 0; i < count; i++)
		turn->ready |= fds[i].revents != 0;
	if (turn->ready && turn->phase == TURN_STREAM)
		provider_ready(turn->provider, fds, turn->phase_fds, now_ms);
}

void turn_replay(const struct turn *turn, const struct turn_sink *sink,
		 int64_t now_ms)
{
	struct strbuf event = STRBUF_INIT;

	if (turn->phase == TURN_BEGIN)
		return;
	if (turn->status) {
		event_write_status(&event, turn->status, false,
				   turn_stamp_ms(turn, now_ms));
		turn_tell(sink, &event, RESPOND_NONE, -1);
	}
	turn_replay_beside(turn, sink);
	for (size_t i = 0; i < turn->pending_count; i++)
		turn_tell(sink, &turn->pending[i], RESPOND_NONE, -1);
	strbuf_reset(&event);
	if (turn->open_part != CHAT_NONE) {
		event_write_response(&event, turn->open_part,
				     strbuf_slice(&turn->open_text),
				     turn->open_since_ms);
		turn_tell(sink, &event, RESPOND_NONE, -1);
	}
	turn_batch_replay(turn, sink, now_ms);
	if (turn->inquiry.open)
		turn_tell(sink, &turn->inquiry.request, RESPOND_INQUIRY,
			  turn->inquiry.deadline.at_ms);
	strbuf_release(&event);
}

/* The prompt of this id that waits: its event, or NULL. */
static const struct strbuf *find_asked(struct turn *turn, const char *id,
				       enum respond_kind *respond,
				       int64_t *deadline_ms)
{
	const struct turn_call *call = turn_batch_find_asked(turn, id);

	*respond = RESPOND_TOOL_APPROVAL;
	if (call) {
		*deadline_ms = call->deadline.at_ms;
		return &call->request;
	}
	*respond = RESPOND_INQUIRY;
	call = turn_tool_find(turn, id);
	if (call) {
		*deadline_ms = call->deadline.at_ms;
		return &call->question;
	}
	*deadline_ms = turn->inquiry.deadline.at_ms;
	return turn->inquiry.open && !strcmp(turn->inquiry.id, id)
		       ? &turn->inquiry.request
		       : NULL;
}

void turn_ask_again(struct turn *turn, const char *id, const char *why,
		    int64_t now_ms, const struct turn_sink *sink)
{
	struct strbuf refused = STRBUF_INIT;
	const struct strbuf *request;
	enum respond_kind respond;
	int64_t deadline_ms;

	request = find_asked(turn, id, &respond, &deadline_ms);
	if (!request)
		return;
	/* Whoever answered takes the same request for one that is over. */
	event_write_refused(&refused, id, why, turn_stamp_ms(turn, now_ms));
	turn_tell(sink, &refused, RESPOND_NONE, -1);
	turn_tell(sink, request, respond, deadline_ms);
	strbuf_release(&refused);
}

bool turn_failed(const struct turn *turn)
{
	return turn->failed;
}

static struct provider *open_provider(const struct turn_options *options,
				      struct strbuf *err)
{
	const struct provider_options with = {
		.workspace = options->workspace,
		.conversation = options->conversation,
		.model = options->model,
		.config = options->config,
		.schema = options->schema,
	};

	return provider_open(options->provider, &with, err);
}

/* Attachments of the request, and of the configuration. */
static void watch_attachments(struct turn *turn, struct slice attachments)
{
	const char *root = turn->workspace->root;
	struct strbuf configured = STRBUF_INIT;

	config_attachment_write(&configured, slice_str(turn->config), root);
	notices_watch(turn->notices, root, attachments);
	notices_watch(turn->notices, root, strbuf_slice(&configured));
	strbuf_release(&configured);
}

struct turn *turn_new(const struct turn_options *options, int64_t now_ms,
		      struct strbuf *err)
{
	struct provider *provider = open_provider(options, err);
	struct turn *turn;

	if (!provider)
		return NULL;
	turn = xcalloc(1, sizeof(*turn));
	turn->workspace = options->workspace;
	turn->conversation = xstrdup(options->conversation);
	turn->lock = options->lock;
	turn->config = xmemdupz(options->config.ptr, options->config.len);
	turn->timeout_ms = options->timeout_ms;
	turn->approve_on_timeout = options->fallback == FALLBACK_APPROVE;
	turn->clock = options->clock;
	turn->notices = options->notices;
	turn->sink = options->sink;
	turn->provider = provider;
	turn->inquiry.limit = TURN_LIMIT_COUNT;
	turn_limits_read(&turn->limits, options->config,
			 !strncmp(options->provider, "replay:", 7));
	turn->open_part = CHAT_NONE;
	turn->stream_due_ms = TURN_NOW;
	strbuf_init(&turn->open_text);
	strbuf_init(&turn->inquiry.request);
	strbuf_init(&turn->inquiry.stored);
	strbuf_init(&turn->usage);
	strmap_init(&turn->closed);
	if (turn_store_start(turn, options, now_ms, err)) {
		turn_free(turn);
		return NULL;
	}
	if (turn->notices)
		watch_attachments(turn, options->attachments);
	return turn;
}

void turn_free(struct turn *turn)
{
	if (!turn)
		return;
	turn_ending_wait(turn);
	turn_batch_release(turn);
	turn_inquiry_release(turn);
	turn_forget_kept(turn);
	turn_release_beside(turn);
	tool_left_release(&turn->left);
	free(turn->pending);
	strbuf_release(&turn->open_text);
	strmap_release(&turn->closed);
	provider_free(turn->provider);
	free(turn->conversation);
	free(turn->config);
	free(turn);
}
