#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"
#include "src/host/turn-state.h"

static void respond(struct turn *turn, struct turn_call *call,
		    struct slice content, bool is_error, int64_t now_ms)
{
	struct strbuf event = STRBUF_INIT;

	call->state = CALL_DONE;
	turn_event_result(&event, call->script->id, content, is_error, now_ms);
	turn_push(turn, &event, RESPOND_NONE, -1);
	turn_keep(turn, &event);
}

static void start(struct turn_call *call, int64_t now_ms)
{
	call->state = CALL_RUNNING;
	call->started_ms = now_ms;
}

static void tell_request(struct turn *turn, const struct turn_call *call)
{
	bool asked = call->state == CALL_ASKED;

	turn_push(turn, &call->request,
		  asked ? RESPOND_TOOL_APPROVAL : RESPOND_NONE,
		  call->deadline_ms);
}

/* The cycle of streaming ends here, and its events are stored. */
static int store_requests(struct turn *turn, int64_t now_ms)
{
	turn_close_text(turn);
	for (size_t i = 0; i < turn->call_count; i++) {
		struct turn_call *call = &turn->calls[i];
		struct strbuf copy = STRBUF_INIT;

		turn_event_call(&call->request, call->script, now_ms);
		strbuf_addslice(&copy, strbuf_slice(&call->request));
		turn_keep(turn, &copy);
	}
	return turn_store(turn, now_ms);
}

/* In jp's words. */
static void refuse(struct turn *turn, struct turn_call *call, int64_t now_ms)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, "Tool '%s' is not available.", call->script->name);
	respond(turn, call, strbuf_slice(&text), true, now_ms);
	strbuf_release(&text);
}

void turn_batch_begin(struct turn *turn, const struct provider_item *item,
		      int64_t now_ms)
{
	turn->phase = TURN_BATCH;
	turn->call_count = item->call_count;
	turn->calls = xcalloc(item->call_count, sizeof(*turn->calls));
	for (size_t i = 0; i < item->call_count; i++) {
		struct turn_call *call = &turn->calls[i];

		call->script = &item->calls[i];
		call->state = CALL_DONE; /* until it is told */
		call->deadline_ms = -1;
		strbuf_init(&call->request);
	}
	if (store_requests(turn, now_ms))
		return;
	for (size_t i = 0; i < turn->call_count; i++) {
		struct turn_call *call = &turn->calls[i];

		if (call->script->from_model) {
			tell_request(turn, call);
			refuse(turn, call, now_ms);
			continue;
		}
		if (call->script->unattended) {
			start(call, now_ms);
		} else {
			call->state = CALL_ASKED;
			call->deadline_ms = turn_deadline(turn, now_ms);
		}
		tell_request(turn, call);
	}
}

static int64_t ends_ms(const struct turn_call *call)
{
	return call->started_ms + call->script->takes_ms;
}

/* When the next line of output, or the result, is due. */
static int64_t due_ms(const struct turn_call *call)
{
	int64_t lines = (int64_t)call->script->output_count;
	int64_t at = (int64_t)call->output_at + 1;

	if (call->output_at == call->script->output_count)
		return ends_ms(call);
	return call->started_ms + call->script->takes_ms * at / (lines + 1);
}

static void tell_output(struct turn *turn, struct turn_call *call,
			int64_t now_ms)
{
	struct strbuf chunk = STRBUF_INIT, event = STRBUF_INIT;

	strbuf_addstr(&chunk, call->script->output[call->output_at++]);
	strbuf_addch(&chunk, '\n');
	turn_event_output(&event, call->script->id, strbuf_slice(&chunk),
			  now_ms);
	turn_push(turn, &event, RESPOND_NONE, -1);
	strbuf_release(&chunk);
	strbuf_release(&event);
}

static void skip(struct turn *turn, struct turn_call *call, const char *reason,
		 int64_t now_ms)
{
	struct strbuf text = STRBUF_INIT;

	if (reason && *reason)
		strbuf_addf(&text, "Tool skipped by user: %s", reason);
	else
		strbuf_addstr(&text, "Tool skipped by user.");
	respond(turn, call, strbuf_slice(&text), false, now_ms);
	strbuf_release(&text);
}

static void time_out(struct turn *turn, struct turn_call *call, int64_t now_ms)
{
	bool approve = turn->approve_on_timeout;

	call->deadline_ms = -1;
	if (approve)
		start(call, now_ms);
	turn_prompt_closed(turn, call->script->id, VOICE_TIMEOUT,
			   approve ? "approved" : "rejected", now_ms);
	if (!approve)
		skip(turn, call, "nobody answered in time", now_ms);
}

static void run_call(struct turn *turn, struct turn_call *call, int64_t now_ms)
{
	if (call->state == CALL_ASKED && call->deadline_ms != -1 &&
	    call->deadline_ms <= now_ms)
		time_out(turn, call, now_ms);
	while (call->state == CALL_RUNNING && due_ms(call) <= now_ms) {
		if (call->output_at < call->script->output_count)
			tell_output(turn, call, now_ms);
		else
			respond(turn, call, slice_str(call->script->result),
				call->script->is_error, now_ms);
	}
}

static void tell_status(struct turn *turn, int64_t now_ms)
{
	const char *status = "running";

	for (size_t i = 0; i < turn->call_count; i++) {
		if (turn->calls[i].state == CALL_ASKED)
			status = "waiting-for-input";
	}
	turn_set_status(turn, status, now_ms);
}

bool turn_batch_run(struct turn *turn, int64_t now_ms)
{
	bool done = true;

	for (size_t i = 0; i < turn->call_count; i++) {
		run_call(turn, &turn->calls[i], now_ms);
		done = done && turn->calls[i].state == CALL_DONE;
	}
	tell_status(turn, now_ms);
	if (!done)
		return false;
	turn_batch_release(turn);
	if (turn_store(turn, now_ms))
		return false;
	turn->phase = TURN_STREAM;
	return true;
}

int64_t turn_batch_wake_ms(const struct turn *turn)
{
	int64_t wake_ms = -1;
	bool done = true;

	for (size_t i = 0; i < turn->call_count; i++) {
		const struct turn_call *call = &turn->calls[i];
		int64_t at_ms = -1;

		if (call->state == CALL_ASKED)
			at_ms = call->deadline_ms;
		else if (call->state == CALL_RUNNING)
			at_ms = due_ms(call);
		if (at_ms != -1 && (wake_ms == -1 || at_ms < wake_ms))
			wake_ms = at_ms;
		done = done && call->state == CALL_DONE;
	}
	return done ? TURN_NOW : wake_ms;
}

void turn_batch_interrupt(struct turn *turn, int64_t now_ms)
{
	for (size_t i = 0; i < turn->call_count; i++) {
		struct turn_call *call = &turn->calls[i];

		if (call->state == CALL_DONE)
			continue;
		if (call->state == CALL_ASKED)
			turn_prompt_closed(turn, call->script->id, VOICE_CANCEL,
					   "cancelled", now_ms);
		respond(turn, call, SLICE("Tool call was interrupted."), true,
			now_ms);
	}
	turn_batch_release(turn);
}

void turn_batch_replay(const struct turn *turn, const struct turn_sink *sink,
		       int64_t now_ms)
{
	struct strbuf chunk = STRBUF_INIT, event = STRBUF_INIT;

	for (size_t i = 0; i < turn->call_count; i++) {
		const struct turn_call *call = &turn->calls[i];

		if (call->state == CALL_ASKED)
			sink->event(sink->user, strbuf_slice(&call->request),
				    RESPOND_TOOL_APPROVAL, call->deadline_ms);
		if (call->state != CALL_RUNNING || !call->output_at)
			continue;
		strbuf_reset(&chunk);
		strbuf_reset(&event);
		for (size_t j = 0; j < call->output_at; j++)
			strbuf_addf(&chunk, "%s\n", call->script->output[j]);
		turn_event_output(&event, call->script->id,
				  strbuf_slice(&chunk), now_ms);
		sink->event(sink->user, strbuf_slice(&event), RESPOND_NONE, -1);
	}
	strbuf_release(&chunk);
	strbuf_release(&event);
}

void turn_batch_release(struct turn *turn)
{
	for (size_t i = 0; i < turn->call_count; i++) {
		strbuf_release(&turn->calls[i].request);
		free(turn->calls[i].arguments);
	}
	free(turn->calls);
	turn->calls = NULL;
	turn->call_count = 0;
}

static struct turn_call *find_asked(struct turn *turn, const char *id)
{
	for (size_t i = 0; i < turn->call_count; i++) {
		struct turn_call *call = &turn->calls[i];

		if (call->state == CALL_ASKED && !strcmp(call->script->id, id))
			return call;
	}
	return NULL;
}

static int check_arguments(struct slice arguments, struct strbuf *err)
{
	struct strbuf why = STRBUF_INIT;
	int ret = -1;

	if (json_check(arguments, NULL, &why))
		strbuf_setf(err, "the new arguments are no JSON: %s", why.buf);
	else if (json_type_of(arguments) != JSON_OBJECT)
		strbuf_setf(err, "the new arguments are no JSON object");
	else
		ret = 0;
	strbuf_release(&why);
	return ret;
}

int turn_approve(struct turn *turn, const char *tool_call_id,
		 enum respond_action action, struct slice arguments,
		 const char *reason, enum turn_voice voice, int64_t now_ms,
		 struct strbuf *err)
{
	struct turn_call *call = find_asked(turn, tool_call_id);
	static const char *const outcomes[] = {
		[ACTION_APPROVE] = "approved",
		[ACTION_REJECT] = "rejected",
		[ACTION_MODIFY] = "modified",
	};

	if (!call) {
		strbuf_setf(err, "no approval of '%s' waits", tool_call_id);
		return -1;
	}
	if (action == ACTION_NONE) {
		strbuf_setf(err, "an approval needs an action");
		return -1;
	}
	if (action == ACTION_MODIFY) {
		if (check_arguments(arguments, err))
			return -1;
		call->arguments = xmemdupz(arguments.ptr, arguments.len);
	}
	start(call, now_ms);
	turn_prompt_closed(turn, tool_call_id, voice, outcomes[action], now_ms);
	if (action == ACTION_REJECT)
		skip(turn, call, reason, now_ms);
	tell_status(turn, now_ms);
	return 0;
}
