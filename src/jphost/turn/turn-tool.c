#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "proto/event-write.h"
#include "proto/json-scan.h"
#include "proto/json-strict.h"
#include "proto/json-write.h"
#include "src/base/xalloc.h"
#include "src/jphost/tool/tool-answers.h"
#include "src/jphost/tool/tool-command.h"
#include "src/jphost/tool/tool-outcome.h"
#include "src/jphost/turn/turn-ending.h"
#include "src/jphost/turn/turn-state.h"

/* A tool that asks more often would never finish. */
#define MAX_QUESTIONS 32

static size_t running(const struct turn *turn)
{
	size_t count = 0;

	for (size_t i = 0; i < turn->call_count; i++)
		count += turn->calls[i].process != NULL;
	return count;
}

struct slice turn_call_arguments(const struct turn_call *call)
{
	return slice_str(call->arguments  ? call->arguments
			 : call->prepared ? call->prepared
					  : call->script->arguments);
}

static void respond_text(struct turn *turn, struct turn_call *call,
			 const char *text, bool is_error, int64_t now_ms)
{
	turn_batch_respond(turn, call, slice_str(text), is_error, now_ms);
}

struct tool_process *turn_tool_spawn(struct turn *turn,
				     const struct tool_config *tool,
				     const char *name, struct slice arguments,
				     const struct strbuf *answers,
				     int64_t now_ms, struct strbuf *err)
{
	struct strbuf object = STRBUF_INIT, input = STRBUF_INIT;
	struct strbuf given = STRBUF_INIT;
	struct tool_process *process = NULL;
	struct strbuf id = STRBUF_INIT, source = STRBUF_INIT;
	struct tool_call_data data = {
		.command = tool->command,
		.name = name,
		.arguments = arguments,
		.options = tool->options,
		.access = tool->access,
		.root = turn->workspace->root,
		.workspace = turn->workspace->id,
	};
	char **argv = NULL;

	if (tool->source.len) {
		strbuf_addslice(&source, tool->source);
		data.name = source.buf;
	}
	strbuf_addf(&id, "jp-c%s",
		    workspace_conversation_digits(turn->conversation));
	data.conversation = id.buf;
	strbuf_addf(&given, "{%s}", answers->buf);
	tool_answers_write(&object, tool, strbuf_slice(&given));
	data.answers = strbuf_slice(&object);
	json_write_compact(&input, arguments);
	strbuf_addch(&input, '\n');
	argv = tool_command_build(&data, err);
	if (argv)
		process = tool_process_start(
			argv, data.root, strbuf_slice(&input),
			(size_t)tool->max_bytes, now_ms + tool->timeout_ms,
			&turn->left, err);
	tool_command_free(argv);
	strbuf_release(&source);
	strbuf_release(&id);
	strbuf_release(&given);
	strbuf_release(&object);
	strbuf_release(&input);
	return process;
}

static void start_process(struct turn *turn, struct turn_call *call,
			  int64_t now_ms)
{
	struct strbuf err = STRBUF_INIT;

	call->process = turn_tool_spawn(turn, &call->tool, call->script->name,
					turn_call_arguments(call),
					&call->answers, now_ms, &err);
	if (!call->process)
		respond_text(turn, call, err.buf, true, now_ms);
	strbuf_release(&err);
}

void turn_tool_start(struct turn *turn, struct turn_call *call, int64_t now_ms)
{
	call->state = CALL_RUNNING;
	if (call->misfit.len && !call->arguments) {
		respond_text(turn, call, call->misfit.buf, true, now_ms);
		return;
	}
	if (turn_background_call(turn, call, now_ms))
		return;
	/* Otherwise it waits until another one exits. */
	if (running(turn) < TURN_PROCESSES_MAX)
		start_process(turn, call, now_ms);
}

/* --- Questions: the tool's own, and whether to deliver its result --- */

static void add_inquiry(struct strbuf *json, const struct turn_call *call,
			const char *id, struct slice question)
{
	struct strbuf full_id = STRBUF_INIT;

	strbuf_addf(&full_id, "%s.%s", call->script->id, id);
	strbuf_addch(json, '{');
	json_write_member(json, "id", strbuf_slice(&full_id));
	strbuf_addstr(json, ",\"source\":{\"source\":\"tool\"");
	json_write_member(json, "name", slice_str(call->script->name));
	strbuf_addch(json, '}');
	json_write_member_raw(json, "question", question);
	strbuf_addch(json, '}');
	strbuf_release(&full_id);
}

/* `question` is a raw object with a text; `kept` is what is stored of it. */
static void ask(struct turn *turn, struct turn_call *call, const char *id,
		struct slice question, struct slice kept,
		enum turn_call_state state, int64_t now_ms)
{
	struct strbuf json = STRBUF_INIT, copy = STRBUF_INIT;
	int64_t at_ms = turn_stamp_ms(turn, now_ms);

	add_inquiry(&json, call, id, question);
	free(call->question_id);
	call->question_id = xstrdup(id);
	strbuf_reset(&call->question);
	event_write_inquiry(&call->question, strbuf_slice(&json), at_ms);
	call->state = state;
	turn_deadline_set(turn, &call->deadline, now_ms);
	turn_push(turn, &call->question, RESPOND_INQUIRY, call->deadline.at_ms);
	strbuf_reset(&json);
	add_inquiry(&json, call, id, kept);
	call->question_kept =
		event_write_inquiry_stored(&copy, strbuf_slice(&json), at_ms);
	if (call->question_kept)
		turn_keep(turn, &copy);
	strbuf_release(&json);
}

static void add_delivery(struct strbuf *question, struct slice text, bool edit,
			 struct slice result)
{
	strbuf_addch(question, '{');
	json_write_member(question, "text", text);
	json_write_member_raw(question, "answer_type",
			      edit ? SLICE("{\"type\":\"text\"}")
				   : SLICE("{\"type\":\"boolean\"}"));
	if (edit)
		json_write_member(question, "default", result);
	else
		json_write_member_bool(question, "default", true);
	strbuf_addch(question, '}');
}

/* Whoever is asked reads the result in the question: nobody was sent it yet. It
 * is stored with the response only. */
static void ask_delivery(struct turn *turn, struct turn_call *call,
			 int64_t now_ms)
{
	bool edit = call->tool.result == TOOL_RUN_EDIT;
	struct slice result = strbuf_slice(&call->result);
	struct strbuf question = STRBUF_INIT, kept = STRBUF_INIT;
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text,
		    edit ? "The result of %s, as the assistant gets it:"
			 : "Deliver the result of %s to the assistant?",
		    call->script->name);
	add_delivery(&kept, strbuf_slice(&text), edit, result);
	if (!edit) {
		strbuf_addstr(&text, "\n\n");
		strbuf_addslice(&text, result);
	}
	add_delivery(&question, strbuf_slice(&text), edit, result);
	ask(turn, call, "result", strbuf_slice(&question), strbuf_slice(&kept),
	    CALL_DELIVERY, now_ms);
	strbuf_release(&question);
	strbuf_release(&kept);
	strbuf_release(&text);
}

static void deliver(struct turn *turn, struct turn_call *call, int64_t now_ms)
{
	switch (call->tool.result) {
	case TOOL_RUN_UNATTENDED:
		turn_batch_respond(turn, call, strbuf_slice(&call->result),
				   call->result_is_error, now_ms);
		break;
	case TOOL_RUN_SKIP:
		respond_text(turn, call,
			     "Result delivery skipped by configuration.", false,
			     now_ms);
		break;
	case TOOL_RUN_ASK:
	case TOOL_RUN_EDIT:
		ask_delivery(turn, call, now_ms);
		break;
	}
}

static void add_answer(struct turn_call *call, const char *question,
		       struct slice json)
{
	if (call->answers.len)
		strbuf_addch(&call->answers, ',');
	json_write_string(&call->answers, slice_str(question));
	strbuf_addch(&call->answers, ':');
	json_write_compact(&call->answers, json);
}

static void take_question(struct turn *turn, struct turn_call *call,
			  struct slice question, int64_t now_ms)
{
	struct strbuf id = STRBUF_INIT, why = STRBUF_INIT;
	struct slice answer;

	json_find_text(question, "id", &id);
	if (json_strict_check(question, JSON_AROUND_ARGUMENTS, &why)) {
		respond_text(turn, call, "The tool asks in broken JSON.", true,
			     now_ms);
	} else if (call->questions++ == MAX_QUESTIONS) {
		respond_text(turn, call, "The tool asks too many questions.",
			     true, now_ms);
	} else if (tool_answers_find(&call->tool, id.buf, &answer)) {
		add_answer(call, id.buf, answer);
		turn_tool_start(turn, call, now_ms);
	} else {
		ask(turn, call, id.buf, question, question, CALL_QUESTION,
		    now_ms);
	}
	strbuf_release(&id);
	strbuf_release(&why);
}

static void end_process(struct turn *turn, struct turn_call *call,
			int64_t now_ms)
{
	struct tool_process *process = call->process;
	struct tool_outcome outcome;

	call->process = NULL;
	tool_outcome_read(&outcome, call->script->name, process);
	if (outcome.asks) {
		take_question(turn, call, outcome.question, now_ms);
	} else {
		strbuf_reset(&call->result);
		strbuf_addslice(&call->result, strbuf_slice(&outcome.content));
		call->result_is_error = outcome.is_error;
		deliver(turn, call, now_ms);
	}
	strbuf_release(&outcome.content);
	tool_process_free(process);
}

struct listener {
	struct turn *turn;
	struct turn_call *call;
	int64_t now_ms;
};

static void tell_output(void *user, struct slice text)
{
	const struct listener *listener = user;
	struct strbuf event = STRBUF_INIT;

	event_write_output(&event, listener->call->script->id, text,
			   turn_stamp_ms(listener->turn, listener->now_ms));
	turn_push(listener->turn, &event, RESPOND_NONE, -1);
	strbuf_release(&event);
}

/* Answer a timed-out prompt: with "approve" the default, or yes. */
static void time_out(struct turn *turn, struct turn_call *call, int64_t now_ms)
{
	struct strbuf id = STRBUF_INIT;
	struct slice answer = SLICE("true");
	struct json_member member;
	bool approve = turn_deadline_approves(turn, &call->deadline);
	char *copy;

	call->deadline = TURN_NO_DEADLINE;
	if (json_find_path(strbuf_slice(&call->question), &member, "question",
			   "default", NULL))
		answer = member.value;
	strbuf_addf(&id, "%s.%s", call->script->id, call->question_id);
	copy = xmemdupz(answer.ptr, answer.len);
	if (approve) {
		turn_tool_answer(turn, call, slice_str(copy),
				 PROMPT_VOICE_TIMEOUT, now_ms);
	} else {
		turn_prompt_closed(turn, id.buf, PROMPT_VOICE_TIMEOUT,
				   PROMPT_OUTCOME_UNANSWERED, now_ms);
		if (call->state == CALL_DELIVERY)
			respond_text(turn, call,
				     "Result delivery skipped by user.", false,
				     now_ms);
		else
			respond_text(turn, call,
				     "Tool input cancelled by user.", true,
				     now_ms);
	}
	free(copy);
	strbuf_release(&id);
}

void turn_tool_run(struct turn *turn, struct turn_call *call, int64_t now_ms)
{
	struct listener listener = { turn, call, now_ms };

	if (call->state == CALL_RUNNING && !call->process)
		turn_tool_start(turn, call, now_ms);
	else if (call->state == CALL_RUNNING &&
		 !tool_process_run(call->process, now_ms, tell_output,
				   &listener))
		end_process(turn, call, now_ms);
	else if ((call->state == CALL_QUESTION ||
		  call->state == CALL_DELIVERY) &&
		 turn_deadline_is_over(&call->deadline, now_ms))
		time_out(turn, call, now_ms);
}

int64_t turn_tool_wake_ms(const struct turn *turn, const struct turn_call *call)
{
	if (call->state != CALL_RUNNING)
		return call->deadline.at_ms;
	if (call->process)
		return tool_process_wake_ms(call->process);
	return running(turn) < TURN_PROCESSES_MAX ? TURN_NOW : -1;
}

/* --- Answers --- */

static void take_delivery(struct turn *turn, struct turn_call *call,
			  struct slice answer, int64_t now_ms)
{
	struct strbuf text = STRBUF_INIT;

	if (json_string_add(&text, answer))
		turn_batch_respond(turn, call, strbuf_slice(&text),
				   call->result_is_error, now_ms);
	else if (json_type_of(answer) == JSON_TRUE)
		turn_batch_respond(turn, call, strbuf_slice(&call->result),
				   call->result_is_error, now_ms);
	else
		respond_text(turn, call, "Result delivery skipped by user.",
			     false, now_ms);
	strbuf_release(&text);
}

enum turn_edit turn_edit_of(struct turn *turn, const char *id,
			    struct slice *text)
{
	struct turn_call *call = turn_batch_find_asked(turn, id);

	*text = slice_of(NULL, 0);
	if (call)
		return call->real && call->tool.run == TOOL_RUN_EDIT
			       ? TURN_EDIT_FIRST
			       : TURN_EDIT_NONE;
	call = turn_tool_find(turn, id);
	if (!call || call->state != CALL_DELIVERY)
		return TURN_EDIT_NONE;
	*text = strbuf_slice(&call->result);
	return call->tool.result == TOOL_RUN_EDIT ? TURN_EDIT_FIRST
						  : TURN_EDIT_MAY;
}

struct turn_call *turn_tool_find(struct turn *turn, const char *id)
{
	for (size_t i = 0; i < turn->call_count; i++) {
		struct turn_call *call = &turn->calls[i];
		size_t len = strlen(call->script->id);

		if ((call->state == CALL_QUESTION ||
		     call->state == CALL_DELIVERY) &&
		    !strncmp(id, call->script->id, len) && id[len] == '.' &&
		    !strcmp(id + len + 1, call->question_id))
			return call;
	}
	return NULL;
}

void turn_tool_answer(struct turn *turn, struct turn_call *call,
		      struct slice answer, enum prompt_voice voice,
		      int64_t now_ms)
{
	struct strbuf id = STRBUF_INIT;
	bool edited;

	strbuf_addf(&id, "%s.%s", call->script->id, call->question_id);
	turn_prompt_closed(turn, id.buf, voice, PROMPT_OUTCOME_ANSWERED,
			   now_ms);
	/* An edited result is delivered, which answers what was asked. */
	edited = call->state == CALL_DELIVERY &&
		 call->tool.result == TOOL_RUN_ASK &&
		 json_type_of(answer) == JSON_STRING;
	turn_answer_tell(turn, &call->question, id.buf,
			 edited ? SLICE("true") : answer, call->question_kept,
			 voice, now_ms);
	strbuf_release(&id);
	call->deadline = TURN_NO_DEADLINE;
	if (call->state == CALL_DELIVERY) {
		take_delivery(turn, call, answer, now_ms);
		return;
	}
	add_answer(call, call->question_id, answer);
	turn_tool_start(turn, call, now_ms);
}

void turn_tool_interrupt(struct turn *turn, struct turn_call *call,
			 int64_t now_ms)
{
	struct strbuf id = STRBUF_INIT;

	turn_ending_add(turn, call->process, now_ms);
	call->process = NULL;
	if (call->state != CALL_QUESTION && call->state != CALL_DELIVERY)
		return;
	strbuf_addf(&id, "%s.%s", call->script->id, call->question_id);
	turn_prompt_closed(turn, id.buf, PROMPT_VOICE_CANCEL,
			   PROMPT_OUTCOME_CANCELLED, now_ms);
	strbuf_release(&id);
}

void turn_tool_release(struct turn_call *call)
{
	tool_process_free(call->process);
	free(call->question_id);
	strbuf_release(&call->question);
	strbuf_release(&call->answers);
	strbuf_release(&call->result);
}
