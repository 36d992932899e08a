#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "proto/event-write.h"
#include "proto/json-scan.h"
#include "proto/json-strict.h"
#include "src/base/clock.h"
#include "src/base/xalloc.h"
#include "src/jphost/tool/tool-arguments.h"
#include "src/jphost/tool/tool-docs.h"
#include "src/jphost/turn/turn-state.h"

void turn_batch_respond(struct turn *turn, struct turn_call *call,
			struct slice content, bool is_error, int64_t now_ms)
{
	struct strbuf event = STRBUF_INIT, text = STRBUF_INIT;

	call->state = CALL_DONE;
	turn_deliver_notices(turn, &text, now_ms);
	strbuf_addslice(&text, content);
	turn_limits_use(&turn->limits, TURN_LIMIT_BYTES, (int64_t)text.len);
	event_write_result(&event, call->script->id, strbuf_slice(&text),
			   is_error, turn_stamp_ms(turn, now_ms));
	turn_push(turn, &event, RESPOND_NONE, -1);
	/* Listeners got this with prompt_closed; here it is only stored. */
	if (turn_prompt_is_kept(call->voice, call->waited_ms))
		event_write_prompt(&event, call->voice, call->outcome,
				   call->waited_ms);
	turn_keep(turn, &event);
	strbuf_release(&text);
}

static void start(struct turn *turn, struct turn_call *call, int64_t now_ms)
{
	call->state = CALL_RUNNING;
	call->started_ms = now_ms;
	call->deadline = TURN_NO_DEADLINE;
	if (call->real)
		turn_tool_start(turn, call, now_ms);
}

static void tell_request(struct turn *turn, const struct turn_call *call)
{
	bool asked = call->state == CALL_ASKED;

	turn_push(turn, &call->request,
		  asked ? RESPOND_TOOL_APPROVAL : RESPOND_NONE,
		  call->deadline.at_ms);
}

static bool is_readable(const char *json)
{
	struct strbuf ignored = STRBUF_INIT;
	bool readable = !json_strict_check(slice_str(json),
					   JSON_AROUND_ARGUMENTS, &ignored);

	strbuf_release(&ignored);
	return readable;
}

/*
 * A default that the model left to the tool is shown, asked about and stored as
 * it is run. Arguments that jp could not read back are not sent.
 */
static struct slice told_arguments(const struct turn_call *call)
{
	if (call->unreadable)
		return SLICE("{}");
	return slice_str(call->defaulted ? call->prepared
					 : call->script->arguments);
}

/* The streaming cycle ends here; store its events. */
static int store_requests(struct turn *turn, int64_t now_ms)
{
	turn_close_text(turn);
	for (size_t i = 0; i < turn->call_count; i++) {
		struct turn_call *call = &turn->calls[i];
		struct strbuf copy = STRBUF_INIT;

		event_write_call(&call->request, call->script->id,
				 call->script->name, told_arguments(call),
				 turn_stamp_ms(turn, now_ms));
		if (call->script->extra && is_readable(call->script->extra))
			event_write_metadata(&call->request,
					     slice_str(call->script->extra));
		strbuf_addslice(&copy, strbuf_slice(&call->request));
		turn_keep(turn, &copy);
	}
	return turn_store(turn, now_ms);
}

/* The wording is jp's. */
static void refuse(struct turn *turn, struct turn_call *call, int64_t now_ms)
{
	struct slice config = slice_str(turn->config);
	struct strbuf text = STRBUF_INIT;
	int failed = -1;

	/* jp's own tool, which only reports what is configured. */
	if (!strcmp(call->script->name, TOOL_DOCS_NAME) &&
	    tool_docs_is_offered(config))
		failed = tool_docs_answer(&text, config,
					  slice_str(call->script->arguments));
	else
		strbuf_addf(&text,
			    "Tool '%s' is not available. It may have been "
			    "available earlier in this conversation but is no "
			    "longer enabled. Do not retry this tool until it "
			    "is available again in the list of enabled tools.",
			    call->script->name);
	turn_batch_respond(turn, call, strbuf_slice(&text), failed != 0,
			   now_ms);
	strbuf_release(&text);
}

/* Announce the call, and go as far as possible without an answer. */
static void begin_call(struct turn *turn, struct turn_call *call,
		       int64_t now_ms)
{
	enum tool_run run =
		call->script->unattended ? TOOL_RUN_UNATTENDED : TOOL_RUN_ASK;
	bool known =
		(call->real || !call->script->from_model) && !call->problem.len;

	if (call->real && !call->script->unattended)
		run = call->tool.run;
	if (known && (run == TOOL_RUN_ASK || run == TOOL_RUN_EDIT)) {
		call->state = CALL_ASKED;
		call->asked_ms = now_ms;
		turn_deadline_set(turn, &call->deadline, now_ms);
	}
	tell_request(turn, call);
	if (call->problem.len)
		turn_batch_respond(turn, call, strbuf_slice(&call->problem),
				   true, now_ms);
	else if (!known)
		refuse(turn, call, now_ms);
	else if (run == TOOL_RUN_UNATTENDED)
		start(turn, call, now_ms);
	else if (run == TOOL_RUN_SKIP)
		turn_batch_respond(turn, call,
				   SLICE("Tool skipped by configuration."),
				   false, now_ms);
}

static void add_misfit(const struct turn *turn, struct turn_call *call,
		       const char *why)
{
	strbuf_addstr(&call->problem, why);
	if (tool_docs_is_offered(slice_str(turn->config)))
		strbuf_addf(&call->problem,
			    "\n\nYou can call `" TOOL_DOCS_NAME
			    "(tools: [\"%s\"])` to learn more about how to use "
			    "the tool correctly.",
			    call->script->name);
}

/* Set the problem, worded for the model, which may call again; or what it runs
 * with. */
static void check_call(const struct turn *turn, struct turn_call *call)
{
	struct slice arguments = slice_str(call->script->arguments);
	struct strbuf why = STRBUF_INIT, prepared = STRBUF_INIT;

	call->unreadable =
		json_strict_check(arguments, JSON_AROUND_ARGUMENTS, &why) != 0;
	if (call->script->problem)
		strbuf_addstr(&call->problem, call->script->problem);
	else if (call->unreadable)
		strbuf_addf(&call->problem, "Invalid arguments: %s", why.buf);
	else if (call->real &&
		 !tool_arguments_of_call(&prepared, &call->tool, arguments,
					 &call->defaulted, &why))
		call->prepared = strbuf_detach(&prepared);
	else if (call->real && call->script->from_model)
		add_misfit(turn, call, why.buf);
	else
		strbuf_addslice(&call->misfit, strbuf_slice(&why));
	strbuf_release(&prepared);
	strbuf_release(&why);
}

void turn_batch_begin(struct turn *turn, const struct provider_item *item,
		      int64_t now_ms)
{
	turn->phase = TURN_BATCH;
	turn_limits_use(&turn->limits, TURN_LIMIT_ROUNDS, 1);
	turn->call_count = item->call_count;
	turn->calls = xcalloc(item->call_count, sizeof(*turn->calls));
	for (size_t i = 0; i < item->call_count; i++) {
		struct turn_call *call = &turn->calls[i];

		call->script = &item->calls[i];
		call->state = CALL_DONE; /* until it is announced */
		call->deadline = TURN_NO_DEADLINE;
		strbuf_init(&call->request);
		strbuf_init(&call->problem);
		strbuf_init(&call->misfit);
		strbuf_init(&call->question);
		strbuf_init(&call->answers);
		strbuf_init(&call->result);
		call->real =
			!call->script->scripted &&
			tool_config_find(&call->tool, slice_str(turn->config),
					 call->script->name);
		check_call(turn, call);
	}
	if (store_requests(turn, now_ms))
		return;
	for (size_t i = 0; i < turn->call_count; i++) {
		struct turn_call *call = &turn->calls[i];

		begin_call(turn, call, now_ms);
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
	event_write_output(&event, call->script->id, strbuf_slice(&chunk),
			   turn_stamp_ms(turn, now_ms));
	turn_push(turn, &event, RESPOND_NONE, -1);
	strbuf_release(&chunk);
	strbuf_release(&event);
}

static void skip(struct turn *turn, struct turn_call *call, const char *reason,
		 int64_t now_ms)
{
	struct strbuf text = STRBUF_INIT;

	if (reason && !strcmp(reason, TURN_REMEMBERED))
		strbuf_addstr(&text, "Tool skipped by user (remembered).");
	else if (reason && *reason)
		strbuf_addf(&text, "Tool skipped by user: %s", reason);
	else
		strbuf_addstr(&text, "Tool skipped by user.");
	turn_batch_respond(turn, call, strbuf_slice(&text), false, now_ms);
	strbuf_release(&text);
}

static void decide(struct turn *turn, struct turn_call *call,
		   enum prompt_voice voice, enum prompt_outcome outcome,
		   int64_t now_ms)
{
	call->state = CALL_RUNNING;
	call->voice = voice;
	call->outcome = outcome;
	call->waited_ms = now_ms - call->asked_ms;
	turn_prompt_closed(turn, call->script->id, voice, outcome, now_ms);
}

static void time_out(struct turn *turn, struct turn_call *call, int64_t now_ms)
{
	bool approve = turn_deadline_approves(turn, &call->deadline);

	call->deadline = TURN_NO_DEADLINE;
	decide(turn, call, PROMPT_VOICE_TIMEOUT,
	       approve ? PROMPT_OUTCOME_APPROVED : PROMPT_OUTCOME_REJECTED,
	       now_ms);
	if (approve)
		start(turn, call, now_ms);
	else
		skip(turn, call, "nobody answered in time", now_ms);
}

static void run_call(struct turn *turn, struct turn_call *call, int64_t now_ms)
{
	if (call->state == CALL_ASKED &&
	    turn_deadline_is_over(&call->deadline, now_ms))
		time_out(turn, call, now_ms);
	if (call->real && call->state != CALL_ASKED) {
		turn_tool_run(turn, call, now_ms);
		return;
	}
	while (call->state == CALL_RUNNING && due_ms(call) <= now_ms) {
		if (call->output_at < call->script->output_count)
			tell_output(turn, call, now_ms);
		else
			turn_batch_respond(turn, call,
					   slice_str(call->script->result),
					   call->script->is_error, now_ms);
	}
}

static bool is_asking(const struct turn_call *call)
{
	return call->state == CALL_ASKED || call->state == CALL_QUESTION ||
	       call->state == CALL_DELIVERY;
}

static void tell_status(struct turn *turn, int64_t now_ms)
{
	enum event_state status = EVENT_STATE_RUNNING;

	for (size_t i = 0; i < turn->call_count; i++) {
		if (is_asking(&turn->calls[i]))
			status = EVENT_STATE_WAITING;
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
			at_ms = call->deadline.at_ms;
		else if (call->real && call->state != CALL_DONE)
			at_ms = turn_tool_wake_ms(turn, call);
		else if (call->state == CALL_RUNNING)
			at_ms = due_ms(call);
		sooner_ms(&wake_ms, at_ms);
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
			turn_prompt_closed(turn, call->script->id,
					   PROMPT_VOICE_CANCEL,
					   PROMPT_OUTCOME_CANCELLED, now_ms);
		turn_tool_interrupt(turn, call, now_ms);
		turn_batch_respond(turn, call,
				   SLICE("Tool call was interrupted."), true,
				   now_ms);
	}
	turn_batch_release(turn);
}

/* Send the output of a running tool so far. */
static void replay_output(const struct turn *turn, const struct turn_call *call,
			  const struct turn_sink *sink, int64_t now_ms)
{
	struct strbuf chunk = STRBUF_INIT, event = STRBUF_INIT;

	for (size_t i = 0; i < call->output_at; i++)
		strbuf_addf(&chunk, "%s\n", call->script->output[i]);
	if (call->process)
		strbuf_addslice(&chunk,
				strbuf_slice(&call->process->stdout_text));
	if (chunk.len) {
		event_write_output(&event, call->script->id,
				   strbuf_slice(&chunk),
				   turn_stamp_ms(turn, now_ms));
		turn_tell(sink, &event, RESPOND_NONE, -1);
	}
	strbuf_release(&chunk);
	strbuf_release(&event);
}

void turn_batch_replay(const struct turn *turn, const struct turn_sink *sink,
		       int64_t now_ms)
{
	for (size_t i = 0; i < turn->call_count; i++) {
		const struct turn_call *call = &turn->calls[i];

		if (call->state == CALL_ASKED)
			turn_tell(sink, &call->request, RESPOND_TOOL_APPROVAL,
				  call->deadline.at_ms);
		else if (call->state == CALL_RUNNING)
			replay_output(turn, call, sink, now_ms);
		else if (is_asking(call))
			turn_tell(sink, &call->question, RESPOND_INQUIRY,
				  call->deadline.at_ms);
	}
}

size_t turn_batch_poll(const struct turn *turn, struct pollfd *fds, size_t max)
{
	size_t count = 0;

	for (size_t i = 0; i < turn->call_count; i++) {
		const struct turn_call *call = &turn->calls[i];

		if (call->process && count + TOOL_PROCESS_FDS <= max)
			count += tool_process_poll(call->process, fds + count);
	}
	return count;
}

void turn_batch_release(struct turn *turn)
{
	for (size_t i = 0; i < turn->call_count; i++) {
		strbuf_release(&turn->calls[i].request);
		strbuf_release(&turn->calls[i].problem);
		strbuf_release(&turn->calls[i].misfit);
		free(turn->calls[i].arguments);
		free(turn->calls[i].prepared);
		turn_tool_release(&turn->calls[i]);
	}
	free(turn->calls);
	turn->calls = NULL;
	turn->call_count = 0;
}

struct turn_call *turn_batch_find_asked(struct turn *turn, const char *id)
{
	for (size_t i = 0; i < turn->call_count; i++) {
		struct turn_call *call = &turn->calls[i];

		if (call->state == CALL_ASKED && !strcmp(call->script->id, id))
			return call;
	}
	return NULL;
}

static int check_arguments(const struct turn_call *call, struct slice arguments,
			   struct strbuf *err)
{
	struct strbuf why = STRBUF_INIT;
	int ret = -1;

	if (!arguments.len)
		strbuf_setf(err, "`arguments` is missing");
	else if (json_strict_check(arguments, JSON_AROUND_ARGUMENTS, &why))
		strbuf_setf(err, "the new arguments: %s", why.buf);
	else if (json_type_of(arguments) != JSON_OBJECT)
		strbuf_setf(err, "the new arguments are not a JSON object");
	else if (call->real &&
		 tool_arguments_check_edited(&call->tool, arguments, &why))
		strbuf_setf(err, "the new arguments do not fit the tool: %s",
			    why.buf);
	else
		ret = 0;
	strbuf_release(&why);
	return ret;
}

int turn_approve(struct turn *turn, const char *tool_call_id,
		 enum respond_action action, struct slice arguments,
		 const char *reason, enum prompt_voice voice, int64_t now_ms,
		 struct strbuf *err)
{
	struct turn_call *call = turn_batch_find_asked(turn, tool_call_id);
	static const enum prompt_outcome outcomes[] = {
		[ACTION_APPROVE] = PROMPT_OUTCOME_APPROVED,
		[ACTION_REJECT] = PROMPT_OUTCOME_REJECTED,
		[ACTION_MODIFY] = PROMPT_OUTCOME_MODIFIED,
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
		if (check_arguments(call, arguments, err))
			return -1;
		call->arguments = xmemdupz(arguments.ptr, arguments.len);
	}
	decide(turn, call, voice, outcomes[action], now_ms);
	if (action == ACTION_REJECT)
		skip(turn, call, reason, now_ms);
	else
		start(turn, call, now_ms);
	tell_status(turn, now_ms);
	return 0;
}
