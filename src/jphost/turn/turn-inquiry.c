#include "config.h"

#include <stdlib.h>

#include <string.h>

#include "proto/event-write.h"
#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/xalloc.h"
#include "src/jphost/turn/turn-state.h"

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
}

void turn_inquiry_begin(struct turn *turn, struct slice json, int64_t now_ms)
{
	struct turn_inquiry *inquiry = &turn->inquiry;
	struct strbuf id = STRBUF_INIT;
	struct json_member member;

	turn_close_text(turn);
	if (turn_store(turn, now_ms))
		return;
	/* A script's inquiry has an id: it was checked. */
	json_find(json, "id", &member);
	json_string_add(&id, member.value);
	turn_inquiry_release(turn);
	inquiry->id = strbuf_detach(&id);
	event_write_inquiry(&inquiry->request, json,
			    turn_stamp_ms(turn, now_ms));
	turn_deadline_set(turn, &inquiry->deadline, now_ms);
	inquiry->open = true;
	turn->phase = TURN_ASK;
	turn_push(turn, &inquiry->request, RESPOND_INQUIRY,
		  inquiry->deadline.at_ms);
	turn_set_status(turn, EVENT_STATE_WAITING, now_ms);
}

/* The request is stored with its answer, or alone where there is none. */
static void close_inquiry(struct turn *turn, struct slice answer,
			  enum prompt_voice voice, enum prompt_outcome outcome,
			  int64_t now_ms)
{
	struct turn_inquiry *inquiry = &turn->inquiry;
	struct strbuf event = STRBUF_INIT;

	inquiry->open = false;
	turn_keep(turn, &inquiry->request);
	turn_prompt_closed(turn, inquiry->id, voice, outcome, now_ms);
	if (!answer.len)
		return;
	event_write_answer(&event, inquiry->id, answer,
			   turn_stamp_ms(turn, now_ms));
	turn_push(turn, &event, RESPOND_NONE, -1);
	turn_keep(turn, &event);
}

/*
 * What a timeout answers: by "approve" the default, or yes; by "reject" no.
 * Empty where the question has no such answer.
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
	struct slice found = fallback_answer(turn);
	/* It lies in the request, which close_inquiry() gives away. */
	char *answer = xmemdupz(found.ptr, found.len);

	close_inquiry(turn, slice_of(answer, found.len), PROMPT_VOICE_TIMEOUT,
		      found.len ? PROMPT_OUTCOME_ANSWERED
				: PROMPT_OUTCOME_UNANSWERED,
		      now_ms);
	free(answer);
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
}

int turn_answer(struct turn *turn, const char *inquiry_id, struct slice answer,
		enum prompt_voice voice, int64_t now_ms, struct strbuf *err)
{
	struct strbuf why = STRBUF_INIT;

	if (!json_check(answer, NULL, &why) &&
	    turn_tool_answer(turn, inquiry_id, answer, voice, now_ms))
		return 0;
	strbuf_reset(&why);
	if (!turn->inquiry.open || strcmp(turn->inquiry.id, inquiry_id)) {
		strbuf_setf(err, "no question '%s' waits", inquiry_id);
		return -1;
	}
	if (json_check(answer, NULL, &why)) {
		strbuf_setf(err, "the answer is no JSON: %s", why.buf);
		strbuf_release(&why);
		return -1;
	}
	close_inquiry(turn, answer, voice, PROMPT_OUTCOME_ANSWERED, now_ms);
	turn_set_status(turn, EVENT_STATE_RUNNING, now_ms);
	return 0;
}
