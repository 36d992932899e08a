#include "config.h"

#include <stdlib.h>

#include <string.h>

#include "proto/event-write.h"
#include "proto/json-scan.h"
#include "proto/json-strict.h"
#include "proto/json-write.h"
#include "src/jphost/turn/turn-state.h"

/* A user needs longer than this to read a prompt. */
#define THOUGHT_MS 1000

bool turn_prompt_is_kept(enum prompt_voice voice, int64_t waited_ms)
{
	return voice == PROMPT_VOICE_TIMEOUT ||
	       (voice != PROMPT_VOICE_NONE && waited_ms >= THOUGHT_MS);
}

void turn_prompt_closed(struct turn *turn, const char *id,
			enum prompt_voice voice, enum prompt_outcome outcome,
			int64_t now_ms)
{
	struct strbuf event = STRBUF_INIT;

	if (turn->sink.prompt_closed)
		turn->sink.prompt_closed(turn->sink.user, id, voice, outcome);
	event_write_closed(&event, id, voice, outcome,
			   turn_stamp_ms(turn, now_ms));
	turn_push(turn, &event, RESPOND_NONE, -1);
	strbuf_release(&event);
	strmap_put(&turn->closed, slice_str(id), turn);
}

bool turn_was_asked(const struct turn *turn, const char *id)
{
	return strmap_get(&turn->closed, slice_str(id)) != NULL;
}

/* The caller has set inquiry->id and written what is to be stored. */
static void open_inquiry(struct turn *turn, struct slice json, int64_t now_ms)
{
	struct turn_inquiry *inquiry = &turn->inquiry;

	event_write_inquiry(&inquiry->request, json,
			    turn_stamp_ms(turn, now_ms));
	turn_deadline_set(turn, &inquiry->deadline, now_ms);
	inquiry->yes = false;
	inquiry->open = true;
	turn->phase = TURN_ASK;
	turn_push(turn, &inquiry->request, RESPOND_INQUIRY,
		  inquiry->deadline.at_ms);
	turn_set_status(turn, EVENT_STATE_WAITING, now_ms);
}

void turn_inquiry_begin(struct turn *turn, struct slice json, int64_t now_ms)
{
	struct turn_inquiry *inquiry = &turn->inquiry;
	struct strbuf id = STRBUF_INIT;

	turn_close_text(turn);
	if (turn_store(turn, now_ms))
		return;
	/* A script's inquiry has an id: the script was checked. */
	json_find_text(json, "id", &id);
	turn_inquiry_release(turn);
	inquiry->id = strbuf_detach(&id);
	inquiry->limit = TURN_LIMIT_COUNT;
	event_write_inquiry_stored(&inquiry->stored, json,
				   turn_stamp_ms(turn, now_ms));
	open_inquiry(turn, json, now_ms);
}

/* The question about a limit is not part of the conversation and not stored. */
void turn_inquiry_limit(struct turn *turn, enum turn_limit limit,
			int64_t now_ms)
{
	struct strbuf json = STRBUF_INIT, text = STRBUF_INIT;
	struct strbuf id = STRBUF_INIT;

	turn_close_text(turn);
	if (turn_store(turn, now_ms))
		return;
	turn_inquiry_release(turn);
	strbuf_addf(&id, "jphost.limit.%d", ++turn->limits_asked);
	turn_limits_ask(&text, &turn->limits, limit);
	strbuf_addch(&json, '{');
	json_write_member(&json, "id", strbuf_slice(&id));
	json_write_member_raw(
		&json, "source",
		SLICE("{\"source\":\"other\",\"name\":\"jphost\"}"));
	json_write_key(&json, "question");
	strbuf_addch(&json, '{');
	json_write_member(&json, "text", strbuf_slice(&text));
	json_write_member_raw(&json, "answer_type",
			      SLICE("{\"type\":\"boolean\"}"));
	json_write_member_bool(&json, "default", false);
	strbuf_addstr(&json, "}}");
	turn->inquiry.id = strbuf_detach(&id);
	turn->inquiry.limit = limit;
	open_inquiry(turn, strbuf_slice(&json), now_ms);
	strbuf_release(&json);
	strbuf_release(&text);
}

/* The request is stored with its answer, or alone if there is none. */
static void close_inquiry(struct turn *turn, struct slice answer,
			  enum prompt_voice voice, enum prompt_outcome outcome,
			  int64_t now_ms)
{
	struct turn_inquiry *inquiry = &turn->inquiry;
	bool kept = inquiry->stored.len > 0;

	inquiry->open = false;
	inquiry->yes = json_type_of(answer) == JSON_TRUE;
	if (kept)
		turn_keep(turn, &inquiry->stored);
	turn_prompt_closed(turn, inquiry->id, voice, outcome, now_ms);
	if (answer.len)
		turn_answer_tell(turn, &inquiry->request, inquiry->id, answer,
				 kept, voice, now_ms);
}

/*
 * The answer of a timeout: with "approve" the default, or yes; with "reject"
 * no. Empty if the question has no such answer.
 */
static struct slice fallback_answer(const struct turn *turn)
{
	struct slice request = strbuf_slice(&turn->inquiry.request);
	struct json_member type, member;
	bool boolean;

	json_find_path(request, &type, "question", "answer_type", "type", NULL);
	boolean = json_string_is(type.value, "boolean");
	if (!turn_deadline_approves(turn, &turn->inquiry.deadline))
		return boolean ? SLICE("false") : slice_of(NULL, 0);
	if (json_find_path(request, &member, "question", "default", NULL))
		return member.value;
	return boolean ? SLICE("true") : slice_of(NULL, 0);
}

static void time_out(struct turn *turn, int64_t now_ms)
{
	struct slice answer = fallback_answer(turn);

	close_inquiry(turn, answer, PROMPT_VOICE_TIMEOUT,
		      answer.len ? PROMPT_OUTCOME_ANSWERED
				 : PROMPT_OUTCOME_UNANSWERED,
		      now_ms);
}

bool turn_inquiry_run(struct turn *turn, int64_t now_ms)
{
	struct turn_inquiry *inquiry = &turn->inquiry;

	if (inquiry->open && turn_deadline_is_over(&inquiry->deadline, now_ms))
		time_out(turn, now_ms);
	if (inquiry->open)
		return false;
	if (turn_store(turn, now_ms))
		return false;
	if (inquiry->limit != TURN_LIMIT_COUNT) {
		if (!inquiry->yes) {
			turn_end_at_limit(turn, inquiry->limit, now_ms);
			return false;
		}
		turn_limits_lift(&turn->limits, inquiry->limit);
	}
	turn->phase = TURN_STREAM;
	turn_set_status(turn, EVENT_STATE_RUNNING, now_ms);
	return true;
}

int64_t turn_inquiry_wake_ms(const struct turn *turn)
{
	return turn->inquiry.open ? turn->inquiry.deadline.at_ms : TURN_NOW;
}

void turn_inquiry_interrupt(struct turn *turn, int64_t now_ms)
{
	if (turn->inquiry.open)
		close_inquiry(turn, slice_of(NULL, 0), PROMPT_VOICE_CANCEL,
			      PROMPT_OUTCOME_CANCELLED, now_ms);
}

void turn_inquiry_release(struct turn *turn)
{
	free(turn->inquiry.id);
	turn->inquiry.id = NULL;
	strbuf_release(&turn->inquiry.request);
	strbuf_release(&turn->inquiry.stored);
}

static bool is_option(const struct event *event, struct slice answer)
{
	struct strbuf given = STRBUF_INIT, option = STRBUF_INIT;
	bool found = false;

	json_write_compact(&given, answer);
	for (size_t i = 0; !found && i < event->option_count; i++) {
		strbuf_reset(&option);
		json_write_compact(&option, slice_str(event->options[i].value));
		found = !strcmp(option.buf, given.buf);
	}
	strbuf_release(&given);
	strbuf_release(&option);
	return found || (event->other && json_type_of(answer) == JSON_STRING);
}

static bool are_options(const struct event *event, struct slice answer)
{
	struct json_walk walk = json_walk_begin(answer);
	struct json_member each;

	if (json_type_of(answer) != JSON_ARRAY)
		return false;
	while (json_walk_next(&walk, &each)) {
		if (!is_option(event, each.value))
			return false;
	}
	return true;
}

/* What is wrong with the answer, or NULL. */
static const char *answer_fault(const struct event *event, struct slice answer)
{
	enum json_type type = json_type_of(answer);

	switch (event->answer_kind) {
	case ANSWER_BOOLEAN:
		return type == JSON_TRUE || type == JSON_FALSE
			       ? NULL
			       : "the answer is neither true nor false";
	case ANSWER_SELECT:
		if (event->multi)
			return are_options(event, answer)
				       ? NULL
				       : "the answer is not a list of the options";
		return is_option(event, answer)
			       ? NULL
			       : "the answer is not one of the options";
	case ANSWER_TEXT:
	case ANSWER_SECRET:
		return type == JSON_STRING ? NULL : "the answer is not a text";
	case ANSWER_OTHER:
		break;
	}
	return NULL;
}

/*
 * Whether an answer has the type that the event asks for and is one of its
 * options. -1 with a sentence.
 */
static int check_answer(const struct strbuf *request, struct slice answer,
			struct strbuf *err)
{
	struct strbuf why = STRBUF_INIT;
	struct event event = EVENT_INIT;
	const char *fault;

	if (json_strict_check(answer, JSON_AROUND_ARGUMENTS, &why)) {
		strbuf_setf(err, "the answer: %s", why.buf);
		strbuf_release(&why);
		return -1;
	}
	/* We wrote the event, so it is valid. */
	event_decode(&event, strbuf_slice(request), &why);
	fault = answer_fault(&event, answer);
	if (fault)
		strbuf_setf(err, "%s", fault);
	event_release(&event);
	strbuf_release(&why);
	return fault ? -1 : 0;
}

static bool is_secret(const struct strbuf *request)
{
	struct strbuf ignored = STRBUF_INIT;
	struct event event = EVENT_INIT;
	bool secret = !event_decode(&event, strbuf_slice(request), &ignored) &&
		      event.answer_kind == ANSWER_SECRET;

	event_release(&event);
	strbuf_release(&ignored);
	return secret;
}

void turn_answer_tell(struct turn *turn, const struct strbuf *request,
		      const char *id, struct slice answer, bool kept,
		      enum prompt_voice voice, int64_t now_ms)
{
	int64_t at_ms = turn_stamp_ms(turn, now_ms);
	struct strbuf event = STRBUF_INIT;

	if (is_secret(request))
		event_write_redacted(&event, id, at_ms);
	else
		event_write_answer(&event, id, answer, at_ms);
	turn_push(turn, &event, RESPOND_NONE, -1);
	if (turn_prompt_is_kept(voice, -1))
		event_write_prompt(&event, voice, PROMPT_OUTCOME_ANSWERED, -1);
	if (kept)
		turn_keep(turn, &event);
	strbuf_release(&event);
}

int turn_answer(struct turn *turn, const char *inquiry_id, struct slice answer,
		enum prompt_voice voice, int64_t now_ms, struct strbuf *err)
{
	struct turn_call *call = turn_tool_find(turn, inquiry_id);
	bool own = turn->inquiry.open && !strcmp(turn->inquiry.id, inquiry_id);

	if (!call && !own) {
		strbuf_setf(err, "no question '%s' waits", inquiry_id);
		return -1;
	}
	/* A result may be delivered in its edited form. */
	if (!(call && call->state == CALL_DELIVERY &&
	      json_type_of(answer) == JSON_STRING &&
	      !json_strict_check(answer, JSON_AROUND_ARGUMENTS, err)) &&
	    check_answer(call ? &call->question : &turn->inquiry.request,
			 answer, err))
		return -1;
	if (call) {
		turn_tool_answer(turn, call, answer, voice, now_ms);
		return 0;
	}
	close_inquiry(turn, answer, voice, PROMPT_OUTCOME_ANSWERED, now_ms);
	turn_set_status(turn, EVENT_STATE_RUNNING, now_ms);
	return 0;
}
