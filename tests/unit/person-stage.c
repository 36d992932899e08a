#include "config.h"

#include "tests/unit/person-stage.h"

#include <string.h>

#include "tests/unit/test.h"

static void approve(void *user, const char *id, enum respond_action action,
		    struct slice arguments, const char *reason)
{
	struct person *person = user;

	person->approved += action == ACTION_APPROVE;
	person->rejected += action == ACTION_REJECT;
	person->modified += action == ACTION_MODIFY;
	strbuf_reset(&person->last);
	strbuf_addslice(&person->last, arguments);
	strbuf_addstr(&person->last, reason ? reason : "");
	query_ask_closed(&person->ask, id, PROMPT_VOICE_TERMINAL,
			 action == ACTION_REJECT ? PROMPT_OUTCOME_REJECTED
						 : PROMPT_OUTCOME_APPROVED);
}

static void answer(void *user, const char *id, struct slice json)
{
	struct person *person = user;

	person->answered++;
	strbuf_reset(&person->last);
	strbuf_addslice(&person->last, json);
	query_ask_closed(&person->ask, id, PROMPT_VOICE_TERMINAL,
			 PROMPT_OUTCOME_ANSWERED);
}

void person_open(struct person *person)
{
	static const struct terminal_look look = { 60, 12, false, false };
	struct query_ask_sink sink = { .user = person,
				       .approve = approve,
				       .answer = answer };

	*person = (struct person){ .out = QUERY_OUT_INIT, .now_ms = 1000 };
	strbuf_init(&person->last);
	query_ask_init(&person->ask, &sink, &person->out, OUT_NEWS);
	query_ask_set_look(&person->ask, &look);
}

void person_close(struct person *person)
{
	query_ask_release(&person->ask);
	query_out_release(&person->out);
	strbuf_release(&person->last);
}

void person_rests(struct person *person, int64_t ms)
{
	int64_t end_ms = person->now_ms + ms;

	while (person->now_ms < end_ms) {
		query_ask_settle(&person->ask);
		query_ask_written(&person->ask, person->now_ms);
		query_ask_quiet(&person->ask, person->now_ms);
		person->now_ms += 10;
	}
	query_ask_quiet(&person->ask, person->now_ms);
}

void person_types(struct person *person, const char *bytes)
{
	query_ask_written(&person->ask, person->now_ms);
	query_ask_input(&person->ask, slice_str(bytes), person->now_ms);
}

void assert_said(struct person *person, const char *text)
{
	if (!strstr(person->out.text.buf, text))
		fail_msg("no '%s' in: %s", text, person->out.text.buf);
	query_out_drop(&person->out, person->out.text.len);
}

void person_gets_call(struct person *person, const char *id,
		      const char *arguments)
{
	struct strbuf event = STRBUF_INIT;

	strbuf_addf(&event,
		    "{\"type\":\"tool_call_request\",\"id\":\"%s\","
		    "\"name\":\"sh\",\"arguments\":%s}",
		    id, arguments);
	query_ask_add(&person->ask, strbuf_slice(&event), RESPOND_TOOL_APPROVAL,
		      TURN_EDIT_NONE, slice_of(NULL, 0));
	strbuf_release(&event);
}

void person_presses(struct person *person, const char *key)
{
	person_types(person, key);
	person_rests(person, 200);
}
