#include "config.h"

#include "src/jphost/turn/turn.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "src/jphost/config/config-attachment.h"
#include "src/jphost/turn/turn-state.h"

/* Bytes of text told in one turn_run(), so that the owner's loop goes on. */
#define RUN_BYTES 4096

const char *turn_voice_name(enum turn_voice voice)
{
	static const char *const names[] = {
		[VOICE_TERMINAL] = "terminal",
		[VOICE_PLUGIN] = "plugin",
		[VOICE_TIMEOUT] = "timeout",
		[VOICE_CANCEL] = "cancel",
	};

	return names[voice];
}

void turn_push(struct turn *turn, const struct strbuf *event,
	       enum respond_kind respond, int64_t deadline_ms)
{
	turn->sink.event(turn->sink.user, strbuf_slice(event), respond,
			 deadline_ms);
}

static void push_and_free(struct turn *turn, struct strbuf *event)
{
	turn_push(turn, event, RESPOND_NONE, -1);
	strbuf_release(event);
}

void turn_keep(struct turn *turn, struct strbuf *event)
{
	ALLOC_GROW(turn->pending, turn->pending_count + 1, turn->pending_cap);
	turn->pending[turn->pending_count++] = *event;
	strbuf_init(event);
}

static void forget_pending(struct turn *turn)
{
	for (size_t i = 0; i < turn->pending_count; i++)
		strbuf_release(&turn->pending[i]);
	turn->pending_count = 0;
}

static int append_pending(struct turn *turn, int64_t now_ms, struct strbuf *err)
{
	struct slice *events;
	int ret;

	if (!turn->pending_count)
		return 0;
	events = xcalloc(turn->pending_count, sizeof(*events));
	for (size_t i = 0; i < turn->pending_count; i++)
		events[i] = strbuf_slice(&turn->pending[i]);
	ret = workspace_append(turn->workspace, turn->conversation, events,
			       turn->pending_count, now_ms, err);
	free(events);
	return ret;
}

void turn_close_text(struct turn *turn)
{
	struct strbuf event = STRBUF_INIT;

	if (turn->open_part == CHAT_NONE)
		return;
	turn_event_text(&event, turn->open_part, strbuf_slice(&turn->open_text),
			turn->open_since_ms);
	turn_keep(turn, &event);
	strbuf_reset(&turn->open_text);
	turn->open_part = CHAT_NONE;
}

static void write_status(struct strbuf *out, const char *status, int64_t now_ms)
{
	turn_event_begin(out, "conversation_status", now_ms);
	/* One of our own words: nothing to escape. */
	strbuf_addf(out, ",\"state\":\"%s\"}", status);
}

void turn_set_status(struct turn *turn, const char *status, int64_t now_ms)
{
	struct strbuf event = STRBUF_INIT;

	if (turn->status && !strcmp(turn->status, status))
		return;
	turn->status = status;
	write_status(&event, status, now_ms);
	push_and_free(turn, &event);
}

int64_t turn_deadline(const struct turn *turn, int64_t now_ms)
{
	return turn->timeout_ms < 0 ? -1 : now_ms + turn->timeout_ms;
}

/* The last words: nothing is told after them. */
static void tell_end(struct turn *turn, const char *status, int64_t now_ms)
{
	struct strbuf event = STRBUF_INIT;

	turn_set_status(turn, status, now_ms);
	turn->phase = TURN_DONE;
	strbuf_addstr(&event, "{\"type\":\"query_complete\"}");
	push_and_free(turn, &event);
}

/* The turn is over once its tools have ended. */
static void complete(struct turn *turn, const char *status, int64_t now_ms)
{
	turn->last_status = status;
	if (turn->leaving_count)
		turn->phase = TURN_LEAVE;
	else
		tell_end(turn, status, now_ms);
}

/* End whatever is under way; its events wait to be stored. */
static void interrupt(struct turn *turn, int64_t now_ms)
{
	turn_close_text(turn);
	turn_batch_interrupt(turn, now_ms);
	turn_handles_end(turn, now_ms);
	turn_inquiry_interrupt(turn, now_ms);
}

static void tell_start(struct turn *turn, int64_t now_ms)
{
	for (size_t i = 0; i < turn->pending_count; i++)
		turn_push(turn, &turn->pending[i], RESPOND_NONE, -1);
	forget_pending(turn);
	turn->phase = TURN_STREAM;
	turn_set_status(turn, "running", now_ms);
}

int turn_store(struct turn *turn, int64_t now_ms)
{
	struct strbuf event = STRBUF_INIT, err = STRBUF_INIT;
	int ret = append_pending(turn, now_ms, &err);

	forget_pending(turn);
	if (!ret)
		goto out;
	turn->failed = true;
	interrupt(turn, now_ms);
	/* Results must not be stored without their requests. */
	forget_pending(turn);
	turn_event_notice(&event, "storage", "error", strbuf_slice(&err),
			  now_ms);
	push_and_free(turn, &event);
	complete(turn, "idle", now_ms);
out:
	strbuf_release(&err);
	return ret;
}

/* The provider failed. */
static void fail(struct turn *turn, struct slice message, int64_t now_ms)
{
	struct strbuf event = STRBUF_INIT;

	turn->failed = true;
	interrupt(turn, now_ms);
	turn_event_notice(&event, "provider", "error", message, now_ms);
	push_and_free(turn, &event);
	if (!turn_store(turn, now_ms))
		complete(turn, "idle", now_ms);
}

void turn_cancel(struct turn *turn, int64_t now_ms)
{
	if (turn->phase == TURN_DONE)
		return;
	if (turn->phase == TURN_LEAVE) {
		/* Asked a second time: at once, then. */
		turn_leave_kill(turn);
		tell_end(turn, turn->last_status, now_ms);
		return;
	}
	if (turn->phase == TURN_BEGIN)
		tell_start(turn, now_ms);
	interrupt(turn, now_ms);
	if (!turn_store(turn, now_ms))
		complete(turn, "interrupted", now_ms);
}

int turn_reply(struct turn *turn, struct slice content, int64_t now_ms,
	       struct strbuf *err)
{
	const struct turn_options nobody = { 0 };
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
	turn_event_request(&event, &nobody, strbuf_slice(&text), now_ms);
	turn_push(turn, &event, RESPOND_NONE, -1);
	turn_keep(turn, &event);
	if (!turn_store(turn, now_ms)) {
		turn->phase = TURN_STREAM;
		turn->stream_due_ms = TURN_NOW;
		turn_set_status(turn, "running", now_ms);
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
	turn_leave_wait(turn);
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
		turn->open_since_ms = now_ms;
	}
	strbuf_addslice(&turn->open_text, item->text);
	/* All chunks bear the time that is stored, their block's. */
	turn_event_text(&event, item->part, item->text, turn->open_since_ms);
	push_and_free(turn, &event);
}

static void take_data(struct turn *turn, const struct provider_item *item,
		      int64_t now_ms)
{
	struct strbuf event = STRBUF_INIT;

	turn_close_text(turn);
	turn_event_data(&event, item->json, now_ms);
	turn_push(turn, &event, RESPOND_NONE, -1);
	turn_keep(turn, &event);
}

/* A sentence about an attached file that has changed; false: none has. */
static bool next_changed_file(struct turn *turn, struct strbuf *sentence)
{
	const char *path =
		notices_changed(turn->notices, turn->workspace->root);

	if (path)
		strbuf_setf(sentence, "The attached file `%s` has changed.",
			    path);
	return path != NULL;
}

/* Within turn_new(), where nothing is told. */
static void queue_changed_files(struct turn *turn)
{
	bool wanted =
		notices_want(slice_str(turn->config), "workspace.changed");
	struct strbuf sentence = STRBUF_INIT;

	while (next_changed_file(turn, &sentence)) {
		if (wanted)
			notices_push(turn->notices, strbuf_slice(&sentence));
	}
	strbuf_release(&sentence);
}

void turn_notify(struct turn *turn, const char *kind, struct slice message,
		 int64_t now_ms)
{
	struct strbuf event = STRBUF_INIT;

	if (!turn->notices || !notices_want(slice_str(turn->config), kind))
		return;
	notices_push(turn->notices, message);
	turn_event_notice(&event, kind, "info", message, now_ms);
	push_and_free(turn, &event);
}

void turn_deliver_notices(struct turn *turn, struct strbuf *out, int64_t now_ms)
{
	struct strbuf message = STRBUF_INIT;

	if (!turn->notices)
		return;
	while (next_changed_file(turn, &message))
		turn_notify(turn, "workspace.changed", strbuf_slice(&message),
			    now_ms);
	strbuf_release(&message);
	notices_deliver(turn->notices, out);
}

/* Of the provider: the person hears of it at once, the model next time. */
static void tell_notice(struct turn *turn, const struct provider_item *item,
			int64_t now_ms)
{
	const char *kind = item->notice_kind;
	struct strbuf event = STRBUF_INIT;

	turn_event_notice(&event, kind, "warning", item->text, now_ms);
	push_and_free(turn, &event);
	if (!strcmp(kind, "rate_limit"))
		kind = "provider.rate_limit";
	if (turn->notices && notices_want(slice_str(turn->config), kind))
		notices_push(turn->notices, item->text);
}

static void tell_usage(struct turn *turn, const struct provider_item *item,
		       int64_t now_ms)
{
	struct strbuf event = STRBUF_INIT;

	turn_event_usage(&event, item->input_tokens, item->output_tokens,
			 now_ms);
	push_and_free(turn, &event);
}

static void end_well(struct turn *turn, int64_t now_ms)
{
	turn_close_text(turn);
	turn_handles_end(turn, now_ms);
	if (!turn_store(turn, now_ms))
		complete(turn, "idle", now_ms);
}

/* Take from the provider; false where it has nothing for now. */
static bool stream(struct turn *turn, int64_t now_ms, size_t *budget)
{
	struct provider_item item;

	if (!*budget) {
		turn->stream_due_ms = TURN_NOW;
		return false;
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
	case PROVIDER_CALLS:
		turn_batch_begin(turn, &item, now_ms);
		break;
	case PROVIDER_INQUIRY:
		turn_inquiry_begin(turn, item.json, now_ms);
		break;
	case PROVIDER_NOTICE:
		tell_notice(turn, &item, now_ms);
		break;
	case PROVIDER_USAGE:
		tell_usage(turn, &item, now_ms);
		break;
	case PROVIDER_FAILED:
		fail(turn, item.text, now_ms);
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
	turn_handles_run(turn, now_ms);
	turn_leave_run(turn, now_ms);
	for (;;) {
		switch (turn->phase) {
		case TURN_BEGIN:
			assert(!"told already");
			return false;
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

int64_t turn_wake_ms(const struct turn *turn)
{
	const int64_t wakes[] = { phase_wake_ms(turn),
				  turn_handles_wake_ms(turn),
				  turn_leave_wake_ms(turn) };
	int64_t wake_ms = -1;

	if (turn->ready)
		return TURN_NOW;
	for (size_t i = 0; i < ARRAY_SIZE(wakes); i++) {
		if (wakes[i] != -1 && (wake_ms == -1 || wakes[i] < wake_ms))
			wake_ms = wakes[i];
	}
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
	count += turn_handles_poll(turn, fds + count, max - count);
	return count + turn_leave_poll(turn, fds + count, max - count);
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
		write_status(&event, turn->status, now_ms);
		sink->event(sink->user, strbuf_slice(&event), RESPOND_NONE, -1);
	}
	for (size_t i = 0; i < turn->pending_count; i++)
		sink->event(sink->user, strbuf_slice(&turn->pending[i]),
			    RESPOND_NONE, -1);
	strbuf_reset(&event);
	if (turn->open_part != CHAT_NONE) {
		turn_event_text(&event, turn->open_part,
				strbuf_slice(&turn->open_text),
				turn->open_since_ms);
		sink->event(sink->user, strbuf_slice(&event), RESPOND_NONE, -1);
	}
	turn_batch_replay(turn, sink, now_ms);
	if (turn->inquiry.open)
		sink->event(sink->user, strbuf_slice(&turn->inquiry.request),
			    RESPOND_INQUIRY, turn->inquiry.deadline_ms);
	strbuf_release(&event);
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

static int store_start(struct turn *turn, const struct turn_options *options,
		       int64_t now_ms, struct strbuf *err)
{
	struct strbuf content = STRBUF_INIT, event = STRBUF_INIT;
	int ret = -1;

	if (turn->notices) {
		queue_changed_files(turn);
		notices_deliver(turn->notices, &content);
	}
	if (turn_content(&content, options->content, options->attachments, err))
		goto out;
	turn_event_begin(&event, "turn_start", now_ms);
	strbuf_addch(&event, '}');
	turn_keep(turn, &event);
	turn_event_request(&event, options, strbuf_slice(&content), now_ms);
	turn_keep(turn, &event);
	ret = append_pending(turn, now_ms, err);
out:
	strbuf_release(&content);
	return ret;
}

/* Those of the request, and those of the configuration. */
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
	turn->config = xmemdupz(options->config.ptr, options->config.len);
	turn->timeout_ms = options->timeout_ms;
	turn->approve_on_timeout =
		options->fallback && !strcmp(options->fallback, "approve");
	turn->notices = options->notices;
	turn->sink = options->sink;
	turn->provider = provider;
	turn->open_part = CHAT_NONE;
	turn->stream_due_ms = TURN_NOW;
	strbuf_init(&turn->open_text);
	strbuf_init(&turn->inquiry.request);
	if (store_start(turn, options, now_ms, err)) {
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
	turn_leave_wait(turn);
	turn_batch_release(turn);
	turn_inquiry_release(turn);
	forget_pending(turn);
	free(turn->pending);
	strbuf_release(&turn->open_text);
	provider_free(turn->provider);
	free(turn->conversation);
	free(turn->config);
	free(turn);
}
