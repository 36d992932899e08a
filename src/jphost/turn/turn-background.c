#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/clock.h"
#include "src/base/utf8.h"
#include "src/base/xalloc.h"
#include "src/jphost/tool/tool-outcome.h"
#include "src/jphost/turn/turn-ending.h"
#include "src/jphost/turn/turn-state.h"

/*
 * Tools that run in the background (RFD 009). The model starts one with the
 * action "spawn", names it, and goes on. "fetch" returns its state, "apply"
 * sends input or an answer, "abort" ends it. If one stops or asks something
 * without being fetched, that is queued for the model (RFD 011).
 */

#define MAX_ID 64

static void release(struct turn_handle *handle)
{
	free(handle->id);
	free(handle->name);
	free(handle->arguments);
	strbuf_release(&handle->answers);
	strbuf_release(&handle->question);
	strbuf_release(&handle->result);
}

static void drop(struct turn *turn, struct turn_handle *handle, int64_t now_ms)
{
	size_t at = (size_t)(handle - turn->handles);

	turn_ending_add(turn, handle->process, now_ms);
	release(handle);
	turn->handle_count--;
	memmove(handle, handle + 1,
		(turn->handle_count - at) * sizeof(*handle));
}

static struct turn_handle *find(struct turn *turn, const char *id)
{
	for (size_t i = 0; i < turn->handle_count; i++) {
		if (!strcmp(turn->handles[i].id, id))
			return &turn->handles[i];
	}
	return NULL;
}

static const char *state_of(const struct turn_handle *handle)
{
	if (handle->process)
		return "running";
	return handle->question.len ? "waiting" : "stopped";
}

/* --- What became of the tools --- */

static void notify(struct turn *turn, const struct turn_handle *handle,
		   const char *kind, const char *what, int64_t now_ms)
{
	struct strbuf sentence = STRBUF_INIT;

	/* The wording is that of RFD 011. */
	strbuf_addf(&sentence, "Tool `%s` (handle `%s`) %s.", handle->name,
		    handle->id, what);
	turn_notify(turn, kind, strbuf_slice(&sentence), now_ms);
	strbuf_release(&sentence);
}

/* Handle the exit of its process: the tool asks something or is done. */
static void take_end(struct turn *turn, struct turn_handle *handle,
		     int64_t now_ms)
{
	struct tool_process *process = handle->process;
	struct tool_outcome outcome;

	handle->process = NULL;
	tool_outcome_read(&outcome, handle->name, process);
	if (outcome.asks) {
		strbuf_addslice(&handle->question, outcome.question);
		if (handle->tool.tells_waiting)
			notify(turn, handle, "handle.waiting",
			       "is waiting for input", now_ms);
	} else {
		strbuf_addslice(&handle->result,
				strbuf_slice(&outcome.content));
		handle->result_is_error = outcome.is_error;
		if (handle->tool.tells_stopped)
			notify(turn, handle, "handle.stopped",
			       "has stopped with result available", now_ms);
	}
	strbuf_release(&outcome.content);
	tool_process_free(process);
}

/* The output is kept for the model; the user sees what the model fetches. */
static void ignore(void *user, struct slice text)
{
	(void)user;
	(void)text;
}

static void run(struct turn *turn, struct turn_handle *handle, int64_t now_ms)
{
	if (handle->process &&
	    !tool_process_run(handle->process, now_ms, ignore, NULL))
		take_end(turn, handle, now_ms);
}

void turn_background_run(struct turn *turn, int64_t now_ms)
{
	for (size_t i = 0; i < turn->handle_count; i++)
		run(turn, &turn->handles[i], now_ms);
}

int64_t turn_background_wake_ms(const struct turn *turn)
{
	int64_t wake_ms = -1;

	for (size_t i = 0; i < turn->handle_count; i++) {
		const struct tool_process *process = turn->handles[i].process;

		if (process)
			sooner_ms(&wake_ms, tool_process_wake_ms(process));
	}
	return wake_ms;
}

size_t turn_background_poll(const struct turn *turn, struct pollfd *fds,
			    size_t max)
{
	size_t count = 0;

	for (size_t i = 0; i < turn->handle_count; i++) {
		const struct tool_process *process = turn->handles[i].process;

		if (process && count + TOOL_PROCESS_FDS <= max)
			count += tool_process_poll(process, fds + count);
	}
	return count;
}

void turn_background_end(struct turn *turn, int64_t now_ms)
{
	for (size_t i = 0; i < turn->handle_count; i++) {
		const struct turn_handle *handle = &turn->handles[i];

		/* The model is notified in the next turn. */
		if (handle->process && handle->tool.tells_stopped)
			notify(turn, handle, "handle.stopped",
			       "was stopped at the end of the turn", now_ms);
	}
	turn_background_release(turn, now_ms);
}

void turn_background_release(struct turn *turn, int64_t now_ms)
{
	while (turn->handle_count)
		drop(turn, &turn->handles[turn->handle_count - 1], now_ms);
}

/* --- Actions --- */

static void refuse(struct turn *turn, struct turn_call *call, const char *id,
		   const char *why, int64_t now_ms)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, "Handle '%.*s' %s.", MAX_ID, id, why);
	turn_batch_respond(turn, call, strbuf_slice(&text), true, now_ms);
	strbuf_release(&text);
}

/* Write the tool's new output since the last fetch, in whole characters. */
static void write_content(struct strbuf *json, struct turn_handle *handle)
{
	struct slice text = strbuf_slice(&handle->process->stdout_text);
	struct slice fresh = slice_skip(text, handle->told);

	fresh.len = utf8_valid_prefix(fresh.ptr, fresh.len);
	/* Bytes that are not UTF-8 must not hold up all that follows. */
	if (!fresh.len && text.len - handle->told > 3)
		fresh = slice_skip(text, handle->told);
	handle->told += fresh.len;
	json_write_member(json, "content", fresh);
}

/* Answer the call with the handle's state. */
static void tell_state(struct turn *turn, struct turn_call *call,
		       struct turn_handle *handle, int64_t now_ms)
{
	struct strbuf json = STRBUF_INIT;

	strbuf_addch(&json, '{');
	json_write_member(&json, "id", slice_str(handle->id));
	json_write_member(&json, "state", slice_str(state_of(handle)));
	if (handle->process)
		write_content(&json, handle);
	else if (handle->question.len)
		json_write_member_raw(&json, "question",
				      strbuf_slice(&handle->question));
	else
		json_write_member(&json,
				  handle->result_is_error ? "error" : "result",
				  strbuf_slice(&handle->result));
	strbuf_addch(&json, '}');
	turn_batch_respond(turn, call, strbuf_slice(&json), false, now_ms);
	strbuf_release(&json);
}

static int start(struct turn *turn, struct turn_handle *handle, int64_t now_ms,
		 struct strbuf *err)
{
	handle->process = turn_tool_spawn(turn, &handle->tool, handle->name,
					  slice_str(handle->arguments),
					  &handle->answers, now_ms, err);
	if (!handle->process)
		return -1;
	handle->process->keeps_input = true;
	handle->told = 0;
	return 0;
}

static void spawn(struct turn *turn, struct turn_call *call, const char *id,
		  struct slice arguments, int64_t now_ms)
{
	struct turn_handle *handle = &turn->handles[turn->handle_count];
	struct strbuf err = STRBUF_INIT;

	if (find(turn, id)) {
		refuse(turn, call, id, "is in use", now_ms);
		return;
	}
	if (turn->handle_count == TURN_HANDLES_MAX) {
		refuse(turn, call, id, "is one too many", now_ms);
		return;
	}
	*handle = (struct turn_handle){
		.id = xstrdup(id),
		.name = xstrdup(call->script->name),
		.tool = call->tool,
		.arguments = xmemdupz(arguments.ptr, arguments.len),
		.answers = STRBUF_INIT,
		.question = STRBUF_INIT,
		.result = STRBUF_INIT,
	};
	if (start(turn, handle, now_ms, &err)) {
		release(handle);
		turn_batch_respond(turn, call, strbuf_slice(&err), true,
				   now_ms);
	} else {
		turn->handle_count++;
		tell_state(turn, call, handle, now_ms);
	}
	strbuf_release(&err);
}

/* Answer the handle's question: run the tool again with the answer. */
static int answer(struct turn *turn, struct turn_handle *handle,
		  struct slice input, int64_t now_ms, struct strbuf *err)
{
	struct json_member id = { .value = SLICE("\"\"") };

	json_find(strbuf_slice(&handle->question), "id", &id);
	if (handle->answers.len)
		strbuf_addch(&handle->answers, ',');
	json_write_compact(&handle->answers, id.value);
	strbuf_addch(&handle->answers, ':');
	json_write_compact(&handle->answers, input);
	strbuf_reset(&handle->question);
	return start(turn, handle, now_ms, err);
}

static void apply(struct turn *turn, struct turn_call *call,
		  struct turn_handle *handle, struct slice arguments,
		  int64_t now_ms)
{
	struct strbuf text = STRBUF_INIT, err = STRBUF_INIT;
	struct json_member input;

	if (!json_find(arguments, "input", &input)) {
		refuse(turn, call, handle->id, "wants an input", now_ms);
	} else if (handle->process) {
		json_text_add(&text, input.value);
		tool_process_write(handle->process, strbuf_slice(&text));
		run(turn, handle, now_ms);
		tell_state(turn, call, handle, now_ms);
	} else if (!handle->question.len) {
		refuse(turn, call, handle->id, "has stopped", now_ms);
	} else if (answer(turn, handle, input.value, now_ms, &err)) {
		drop(turn, handle, now_ms);
		turn_batch_respond(turn, call, strbuf_slice(&err), true,
				   now_ms);
	} else {
		tell_state(turn, call, handle, now_ms);
	}
	strbuf_release(&text);
	strbuf_release(&err);
}

static void act(struct turn *turn, struct turn_call *call, const char *action,
		const char *id, struct slice arguments, int64_t now_ms)
{
	struct turn_handle *handle = find(turn, id);

	if (!*id || strlen(id) > MAX_ID) {
		refuse(turn, call, id, "is no name", now_ms);
	} else if (!strcmp(action, "spawn")) {
		spawn(turn, call, id, arguments, now_ms);
	} else if (!handle || strcmp(handle->name, call->script->name) != 0) {
		refuse(turn, call, id, "is not there", now_ms);
	} else if (!strcmp(action, "fetch")) {
		tell_state(turn, call, handle, now_ms);
		if (!handle->process && !handle->question.len)
			drop(turn, handle, now_ms);
	} else if (!strcmp(action, "apply")) {
		apply(turn, call, handle, arguments, now_ms);
	} else if (!strcmp(action, "abort")) {
		drop(turn, handle, now_ms);
		turn_batch_respond(turn, call, SLICE("Aborted."), false,
				   now_ms);
	} else {
		refuse(turn, call, id, "has no such action", now_ms);
	}
}

bool turn_background_call(struct turn *turn, struct turn_call *call,
			  int64_t now_ms)
{
	struct slice arguments = turn_call_arguments(call);
	struct strbuf action = STRBUF_INIT, id = STRBUF_INIT;
	bool acts = call->tool.stateful &&
		    json_find_text(arguments, "action", &action);

	if (acts) {
		json_find_text(arguments, "id", &id);
		act(turn, call, action.buf, id.buf, arguments, now_ms);
	}
	strbuf_release(&action);
	strbuf_release(&id);
	return acts;
}
