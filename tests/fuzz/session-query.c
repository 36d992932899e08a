#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/jphost/query/query-prompt.h"
#include "tests/fuzz/session-host.h"
#include "tests/fuzz/session-judge.h"

/*
 * Plays a session at the questions of jphost query: output is written
 * immediately if the terminal accepts it, and a waiting key is judged when its
 * time has come.
 */
struct asker {
	struct query_ask ask;
	struct query_out out;
	struct model model;
	int64_t now_ms;
	bool stalled;
	struct strbuf *record;
};

static void note(struct asker *a, const char *word, struct slice text)
{
	if (a->record)
		session_note(a->record, word, text);
}

static void approve(void *user, const char *id, enum respond_action action,
		    struct slice arguments, const char *reason)
{
	struct asker *a = user;

	(void)arguments;
	(void)reason;
	model_answer(&a->model, 0, false, id, action != ACTION_REJECT, "");
	query_ask_closed(&a->ask, id, PROMPT_VOICE_TERMINAL,
			 action == ACTION_REJECT ? PROMPT_OUTCOME_REJECTED
						 : PROMPT_OUTCOME_APPROVED);
}

static void answer(void *user, const char *id, struct slice json)
{
	struct asker *a = user;
	struct strbuf text = STRBUF_INIT;

	strbuf_addslice(&text, json);
	model_answer(&a->model, 0, true, id, true, text.buf);
	strbuf_release(&text);
	query_ask_closed(&a->ask, id, PROMPT_VOICE_TERMINAL,
			 PROMPT_OUTCOME_ANSWERED);
}

static void stop(void *user)
{
	(void)user;
}

static void settle(struct asker *a)
{
	query_ask_settle(&a->ask);
	model_sent(&a->model);
	if (a->stalled)
		return;
	a->model.now_ms = a->now_ms;
	model_wrote(&a->model, a->out.text.buf);
	query_out_drop(&a->out, a->out.text.len);
	query_ask_written(&a->ask, a->now_ms);
}

static void pass(struct asker *a, int64_t ms)
{
	int64_t end_ms = a->now_ms + ms;

	if (a->record)
		strbuf_addf(a->record, "tick %lld\n", (long long)ms);
	while (a->now_ms < end_ms) {
		int64_t wake_ms = query_ask_wake_ms(&a->ask);

		if (wake_ms < 0 || wake_ms > end_ms)
			wake_ms = end_ms;
		if (wake_ms <= a->now_ms)
			wake_ms = a->now_ms + 1;
		query_ask_quiet(&a->ask, a->now_ms);
		a->now_ms = wake_ms;
		a->model.now_ms = wake_ms;
		query_ask_quiet(&a->ask, a->now_ms);
		settle(a);
	}
}

static bool waits(const struct asker *a, const char *id)
{
	for (size_t i = 0; i < a->ask.count; i++) {
		if (!strcmp(a->ask.prompts[i].id, id))
			return true;
	}
	return false;
}

/* In a turn an id is asked about once at a time, by one host. */
static void on_host(struct asker *a, const struct session_step *step)
{
	const char *data = strstr(step->text.buf, "\"data\":");
	bool asks = step->about == ABOUT_TOOL || step->about == ABOUT_QUESTION;
	char id[16] = "";

	if (data && strstr(data, "\"id\":\""))
		sscanf(strstr(data, "\"id\":\""), "\"id\":\"%15[it0-9]", id);
	if (step->host || !data || (asks && waits(a, id)) ||
	    (!asks && step->about != ABOUT_CLOSED))
		return;
	note(a, "host", strbuf_slice(&step->text));
	model_host(&a->model, step);
	if (asks)
		query_ask_add(&a->ask, slice_of(data + 7, strlen(data + 7) - 1),
			      step->question ? RESPOND_INQUIRY
					     : RESPOND_TOOL_APPROVAL,
			      TURN_EDIT_NONE, slice_of(NULL, 0));
	else
		query_ask_closed(&a->ask, id, PROMPT_VOICE_OTHER,
				 PROMPT_OUTCOME_REJECTED);
}

static void play_step(struct asker *a, const struct session_step *step)
{
	struct slice text = strbuf_slice(&step->text);

	switch (step->kind) {
	case SESSION_TICK:
		pass(a, step->number);
		break;
	case SESSION_KEY:
	case SESSION_PASTE:
	case SESSION_LINE:
		note(a, "type", text);
		/* The terminal holds a line until its end. */
		if (!strchr(step->text.buf, '\n') &&
		    (a->ask.mode == ASK_LINE || a->ask.mode == ASK_SECRET))
			break;
		query_ask_input(&a->ask, text, a->now_ms);
		if (a->ask.mode == ASK_EDITOR)
			query_ask_edited(&a->ask, slice_of(NULL, 0));
		break;
	case SESSION_STALL:
	case SESSION_FLOW:
		a->stalled = step->kind == SESSION_STALL;
		note(a, a->stalled ? "stall" : "flow", slice_of(NULL, 0));
		break;
	case SESSION_HOST:
		on_host(a, step);
		break;
	default:
		break;
	}
}

bool session_play_query(const struct session *session, const bool *left_out,
			struct strbuf *record, struct strbuf *why)
{
	static const struct terminal_look look = { 60, 12, false, false };
	struct asker a = { .now_ms = 1000,
			   .out = QUERY_OUT_INIT,
			   .record = record };
	const struct query_ask_sink sink = {
		.user = &a, .approve = approve, .answer = answer, .stop = stop
	};
	bool right;

	model_init(&a.model);
	a.model.mode = MODE_QUERY;
	query_ask_init(&a.ask, &sink, &a.out, OUT_NEWS);
	query_ask_set_look(&a.ask, &look);
	for (size_t i = 0; i < session->count && !a.model.why.len; i++) {
		const struct session_step *step = &session->steps[i];

		if (left_out && left_out[i])
			continue;
		model_before(&a.model, step, a.now_ms);
		play_step(&a, step);
		model_after(&a.model, step);
		settle(&a);
		model_check_waiting(&a.model, a.ask.count);
	}
	right = model_conclude(&a.model, why);
	query_ask_release(&a.ask);
	query_out_release(&a.out);
	model_release(&a.model);
	return right;
}
