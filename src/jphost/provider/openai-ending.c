#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/clock.h"
#include "src/base/url.h"
#include "src/base/xalloc.h"
#include "src/jphost/provider/openai-state.h"

/* How long to wait for trailing events, such as usage. */
#define GRACE_MS 1000
/* The same if the answer may go on after all. */
#define LONG_GRACE_MS 10000

/* A server may echo our key; do not pass it on. */
static void add_sentence(const struct provider_openai *openai,
			 struct strbuf *out, struct slice what,
			 struct slice why)
{
	strbuf_addslice(out, what);
	if (why.len) {
		strbuf_addstr(out, what.len ? ": " : "");
		strbuf_addslice(out, why);
	}
	secret_hide(out, openai->settings.own.headers.secrets);
}

void openai_ending_fail(struct provider_openai *openai, struct slice what,
			struct slice why)
{
	model_output_end_text(&openai->told);
	openai->state = OPENAI_OVER;
	strbuf_reset(&openai->failure);
	add_sentence(openai, &openai->failure, what, why);
	provider_openai_end_answer(openai);
}

/*
 * Retry later, or give up. The part of the answer that was received stays; the
 * next answer is written after it.
 */
static void retry(struct provider_openai *openai, struct slice what,
		  struct slice why, int64_t after_ms, int64_t now_ms)
{
	struct strbuf sentence = STRBUF_INIT;
	int64_t pause_ms = patience_pause_ms(&openai->patience,
					     openai->failed_times, after_ms);
	bool again = slice_equal(strbuf_slice(&openai->last_why), why);
	size_t said;

	if (pause_ms < 0) {
		strbuf_addslice(&sentence, why);
		patience_add_too_long(&sentence, after_ms);
		openai_ending_fail(openai, what, strbuf_slice(&sentence));
		strbuf_release(&sentence);
		return;
	}
	model_output_break(&openai->told);
	add_sentence(openai, &sentence, what, again ? SLICE("") : why);
	said = sentence.len;
	patience_add_try(&sentence, &openai->patience, openai->failed_times,
			 pause_ms);
	openai->failed_times++;
	/* How often and when is of no use to the model. */
	model_output_notice_with_tail(&openai->told, openai->notice_kind,
				      strbuf_slice(&sentence),
				      sentence.len - said);
	if (!again) {
		strbuf_reset(&openai->last_why);
		strbuf_addslice(&openai->last_why, why);
	}
	provider_openai_end_answer(openai);
	openai->state = OPENAI_BACKOFF;
	openai->retry_at_ms = now_ms + pause_ms;
	strbuf_release(&sentence);
}

/* --- The end of an answer --- */

static void take_calls(struct provider_openai *openai)
{
	struct openai_calls *calls = &openai->answer.calls;
	char *const *secrets = openai->settings.own.headers.secrets;

	int64_t stamp_ms = clock_wall_ms(); /* ids are unique across days */

	openai_calls_finish(calls, stamp_ms);
	openai_calls_rename(calls, &openai->used_ids, stamp_ms);
	openai->call_count = calls->count;
	openai->calls = xcalloc(calls->count, sizeof(*openai->calls));
	for (size_t i = 0; i < calls->count; i++) {
		struct provider_call *call = &openai->calls[i];
		struct openai_call *from = &calls->list[i];
		struct strbuf extra = STRBUF_INIT;

		call->from_model = true;
		secret_hide(&from->id, secrets);
		secret_hide(&from->name, secrets);
		secret_hide(&from->arguments, secrets);
		openai_call_add_extra(&extra, from);
		secret_hide(&extra, secrets);
		call->id = strbuf_detach(&from->id);
		call->name = strbuf_detach(&from->name);
		call->arguments = strbuf_detach(&from->arguments);
		call->extra = extra.len ? strbuf_detach(&extra) : NULL;
		call->problem = from->problem.len
					? strbuf_detach(&from->problem)
					: NULL;
	}
	openai->calls_wait = true;
}

/* A remark for the user, if there is such a part of the answer. */
static void remark(struct provider_openai *openai, const char *what,
		   const struct strbuf *part)
{
	struct strbuf text = STRBUF_INIT;

	if (!part->len)
		return;
	strbuf_addf(&text, "%s: %s", what, part->buf);
	model_output_notice(&openai->told, "provider.answer", true,
			    strbuf_slice(&text));
	strbuf_release(&text);
}

/* Tell the user what is missing from a successful answer. */
static void add_remarks(struct provider_openai *openai)
{
	const struct openai_stream *answer = &openai->answer;

	remark(openai, "a part of the answer could not be read", &answer->junk);
	if (!openai_stream_has_any(answer))
		remark(openai, "a part of the answer is not known",
		       &answer->odd);
	remark(openai, "the answer has parts that are not shown here",
	       &answer->dropped);
}

static void tell(struct provider_openai *openai, const char *text)
{
	model_output_notice(&openai->told, "provider.answer", false,
			    slice_str(text));
}

static bool announces_calls(const struct openai_stream *answer)
{
	struct slice word = strbuf_slice(&answer->end_word);

	return slice_find_caseless(word, "tool") ||
	       slice_find_caseless(word, "function_call");
}

/* Tell the user if there is no answer, or less than was announced. */
static void tell_missing(struct provider_openai *openai)
{
	const struct openai_stream *answer = &openai->answer;

	if (announces_calls(answer))
		tell(openai, "the model announced a tool call, "
			     "but its answer has none");
	else if (!answer->spoke)
		tell(openai, "the model answered nothing");
	else if (!answer->said)
		tell(openai, "the model thought, but answered nothing");
}

/* The answer is complete. */
static void end_well(struct provider_openai *openai)
{
	const struct openai_stream *answer = &openai->answer;

	add_remarks(openai);
	if (answer->calls.count) {
		take_calls(openai);
		openai->state = OPENAI_IDLE;
		return;
	}
	openai->state = OPENAI_OVER;
	openai->data_waits = openai->structured.len > 0;
	tell_missing(openai);
}

static void end_at_limit(struct provider_openai *openai)
{
	static const char limit[] = "the answer was cut at the limit of tokens";
	static const char help[] =
		"assistant.model.parameters.max_tokens raises it";

	/* Neither a truncated call nor those before it may be run. */
	if (openai->answer.calls.count) {
		openai_ending_fail(openai, SLICE(limit), SLICE(help));
		return;
	}
	tell(openai, "the answer was cut at the limit of tokens: "
		     "assistant.model.parameters.max_tokens raises it");
	end_well(openai);
}

static void end_refused(struct provider_openai *openai)
{
	struct strbuf what = STRBUF_INIT;

	add_remarks(openai);
	if (openai->answer.refused)
		strbuf_addstr(&what, "the model refused to answer");
	else
		strbuf_addf(&what,
			    "the answer was stopped by a filter (%s): "
			    "what there is of it is not the whole",
			    openai->answer.end_word.buf);
	openai_ending_fail(openai, strbuf_slice(&what), SLICE(""));
	strbuf_release(&what);
}

static void end_failed(struct provider_openai *openai, int64_t now_ms)
{
	struct strbuf why = STRBUF_INIT;

	strbuf_addf(&why, "it ended the answer with '%s'",
		    openai->answer.end_word.buf);
	openai_cut_line(&why, 100);
	retry(openai, SLICE("the provider failed"), strbuf_slice(&why), -1,
	      now_ms);
	strbuf_release(&why);
}

static void end_unknown(struct provider_openai *openai)
{
	struct strbuf what = STRBUF_INIT;

	strbuf_addf(&what,
		    "the answer ended with '%s', which is not known: "
		    "it may not be whole",
		    openai->answer.end_word.buf);
	openai_cut_line(&what, 200);
	tell(openai, what.buf);
	strbuf_release(&what);
	end_well(openai);
}

static void finish(struct provider_openai *openai, int64_t now_ms)
{
	struct openai_stream *answer = &openai->answer;

	openai_stream_end(answer);
	model_output_end_text(&openai->told);
	openai->tell_usage =
		answer->input_tokens >= 0 || answer->output_tokens >= 0;
	openai_thought_write(&openai->thought, &answer->thought);
	secret_hide(&openai->thought, openai->settings.own.headers.secrets);
	openai->thought_waits = openai->thought.len > 0;
	if (answer->end != OPENAI_END_FAILED) {
		openai->failed_times = 0;
		strbuf_reset(&openai->last_why);
	}
	switch (answer->refused && answer->end == OPENAI_END_WHOLE
			? OPENAI_END_REFUSED
			: answer->end) {
	case OPENAI_END_NONE: /* but [DONE] was received */
	case OPENAI_END_WHOLE:
		end_well(openai);
		break;
	case OPENAI_END_LIMIT:
		end_at_limit(openai);
		break;
	case OPENAI_END_REFUSED:
		end_refused(openai);
		break;
	case OPENAI_END_FAILED:
		end_failed(openai, now_ms);
		break;
	case OPENAI_END_PAUSED:
		tell(openai, "the model paused: ask it to go on");
		end_well(openai);
		break;
	case OPENAI_END_UNKNOWN:
		end_unknown(openai);
		break;
	}
	http_stream_free(openai->http);
	openai->http = NULL;
}

/* Ask again without what the server does not take; false: it is not that. */
static bool ask_otherwise(struct provider_openai *openai,
			  const struct openai_error *error, long status,
			  int64_t now_ms)
{
	const char *told = NULL;

	if (status == 400 || status == 422)
		told = openai_dialect_learn(&openai->dialect,
					    strbuf_slice(&error->text));
	if (!told)
		return false;
	model_output_notice(&openai->told, "provider.request", true,
			    slice_str(told));
	provider_openai_end_answer(openai);
	openai->state = OPENAI_BACKOFF;
	openai->retry_at_ms = now_ms;
	return true;
}

/* Handle an error that the server reported, in a body or in the stream. */
static void take_error(struct provider_openai *openai,
		       const struct openai_error *error, long status,
		       struct slice what, int64_t now_ms)
{
	int64_t after_ms =
		retry_after_ms(&openai->after, error->again_ms, status == 429);

	if (ask_otherwise(openai, error, status, now_ms))
		return;
	if (error->is_final)
		openai_ending_fail(openai, what, strbuf_slice(&error->text));
	else
		retry(openai, what, strbuf_slice(&error->text), after_ms,
		      now_ms);
}

/* Write "the provider answered 404 Not Found". */
static void describe_status(struct provider_openai *openai, long status,
			    struct strbuf *what)
{
	const char *phrase = openai_status_phrase(status);

	if (status == 429) {
		openai->notice_kind = "provider.rate_limit";
		strbuf_addstr(what, "the provider limits our rate");
		return;
	}
	strbuf_addf(what, "the provider answered %ld%s%s", status,
		    phrase ? " " : "", phrase ? phrase : "");
}

static void take_http_error(struct provider_openai *openai,
			    const struct http_result *result, int64_t now_ms)
{
	struct slice body = http_stream_error_body(openai->http);
	struct openai_error error;
	struct strbuf what = STRBUF_INIT;

	openai_error_init(&error);
	if (body.len)
		openai_error_read(&error, body);
	/* A status in the body may be that of an upstream server. */
	if (!openai_status_is_passing(result->status))
		error.is_final = true;
	describe_status(openai, result->status, &what);
	/* Show the address: it may be misspelled. */
	if (result->status / 100 == 3 || result->status == 404 ||
	    result->status == 405) {
		strbuf_addstr(&what, " for ");
		openai_settings_add_place(&what, &openai->settings);
	}
	if (result->location) {
		strbuf_addf(&what, ", which is at %s", result->location);
		url_hide_logins(what.buf);
	}
	take_error(openai, &error, result->status, strbuf_slice(&what), now_ms);
	openai_error_release(&error);
	strbuf_release(&what);
}

/* Handle an error inside a successful answer. */
static void take_stream_error(struct provider_openai *openai, int64_t now_ms)
{
	struct openai_error error = openai->answer.error;
	struct strbuf what = STRBUF_INIT;

	openai_error_init(&openai->answer.error);
	if (error.status)
		describe_status(openai, error.status, &what);
	else
		strbuf_addstr(&what, "the provider failed");
	take_error(openai, &error, error.status, strbuf_slice(&what), now_ms);
	openai_error_release(&error);
	strbuf_release(&what);
}

static void take_broken(struct provider_openai *openai,
			const struct http_result *result, int64_t now_ms)
{
	struct strbuf what = STRBUF_INIT;

	strbuf_addstr(&what, "the provider cannot be reached at ");
	openai_settings_add_place(&what, &openai->settings);
	if (http_stream_has_body(openai->http))
		strbuf_setf(&what, "the answer broke off");
	if (result->is_final)
		openai_ending_fail(openai, strbuf_slice(&what),
				   slice_str(result->why));
	else
		retry(openai, strbuf_slice(&what), slice_str(result->why), -1,
		      now_ms);
	strbuf_release(&what);
}

static void end_early(struct provider_openai *openai, int64_t now_ms)
{
	struct strbuf why = STRBUF_INIT;

	if (openai->answer.junk.len)
		strbuf_addf(&why, "a part of it could not be read: %s",
			    openai->answer.junk.buf);
	else if (openai->answer.odd.len)
		strbuf_addf(&why, "a part of it is not known: %s",
			    openai->answer.odd.buf);
	retry(openai, SLICE("the answer ended too early"), strbuf_slice(&why),
	      -1, now_ms);
	strbuf_release(&why);
}

/* The transfer has ended, or its content is bad. */
static void take_end(struct provider_openai *openai,
		     const struct http_result *result, int64_t now_ms)
{
	bool good = result->status / 100 == 2;

	if (good && (result->state != HTTP_BROKEN ||
		     openai->body.kind == OPENAI_BODY_JSON))
		openai_body_end(&openai->body, result->content_type);
	if (openai->answer.error.text.len)
		take_stream_error(openai, now_ms);
	else if (good && openai_stream_is_done(&openai->answer))
		finish(openai, now_ms); /* complete before the cut */
	else if (result->status >= 300)
		take_http_error(openai, result, now_ms);
	else if (result->state == HTTP_BROKEN)
		take_broken(openai, result, now_ms);
	else
		end_early(openai, now_ms);
}

/* --- Waiting --- */

/* The time at which the server has been silent for too long. */
static int64_t silent_ms(const struct provider_openai *openai)
{
	int64_t limit_ms = openai->patience.stall_ms, grace_ms = limit_ms;
	int64_t since_ms = http_stream_heard_ms(openai->http);
	enum openai_trust trust = openai_stream_trust(&openai->answer);

	if (!http_stream_has_body(openai->http))
		return openai->asked_ms + openai->patience.first_ms;
	if (trust == OPENAI_TRUST_END ||
	    openai_body_may_be_whole(&openai->body))
		grace_ms = GRACE_MS;
	else if (trust == OPENAI_TRUST_HARDLY ||
		 http_stream_error_body(openai->http).len)
		grace_ms = LONG_GRACE_MS;
	/* Keep-alive messages do not prolong what has ended. */
	if (trust == OPENAI_TRUST_END)
		since_ms = openai->moved_ms;
	return since_ms + (grace_ms < limit_ms ? grace_ms : limit_ms);
}

/* Whether there is nothing of an answer yet, except keep-alive messages. */
static bool waits(const struct provider_openai *openai)
{
	return !openai_stream_has_any(&openai->answer) &&
	       !openai_stream_is_done(&openai->answer);
}

static void tell_waiting(struct provider_openai *openai, int64_t now_ms)
{
	int64_t waited_ms = now_ms - openai->asked_ms;
	struct strbuf text = STRBUF_INIT;

	if (!waits(openai) || now_ms < openai->tell_ms)
		return;
	strbuf_addf(&text, "waiting for the model, %lld s",
		    (long long)waited_ms / 1000);
	model_output_notice(&openai->told, "provider.waiting", true,
			    strbuf_slice(&text));
	openai->tell_ms = now_ms + (waited_ms ? waited_ms : 1);
	strbuf_release(&text);
}

int64_t openai_ending_due_ms(const struct provider_openai *openai)
{
	int64_t due_ms = http_stream_due_ms(openai->http);
	int64_t until_ms = silent_ms(openai);

	if (due_ms != -1 && due_ms < until_ms)
		until_ms = due_ms;
	if (waits(openai) && openai->tell_ms < until_ms)
		until_ms = openai->tell_ms;
	return until_ms;
}

/* The server is silent, and has not closed the connection. */
static void end_silent(struct provider_openai *openai,
		       const struct http_result *result, int64_t now_ms)
{
	bool may_be_whole = openai_body_may_be_whole(&openai->body);

	if (may_be_whole && !openai_body_is_whole(&openai->body))
		return; /* wait for the rest */
	if (openai_stream_is_done(&openai->answer))
		finish(openai, now_ms);
	else if (result->status >= 300 ||
		 openai->body.kind == OPENAI_BODY_JSON ||
		 openai->body.kind == OPENAI_BODY_PAGE)
		take_end(openai, result, now_ms);
	else
		retry(openai, SLICE("the provider has gone silent"), SLICE(""),
		      -1, now_ms);
}

void openai_ending_advance(struct provider_openai *openai, int64_t now_ms)
{
	struct http_result result;

	openai->notice_kind = "provider.lost";
	http_stream_run(openai->http, now_ms, &result);
	if (openai->body.events != openai->moves)
		openai->moved_ms = now_ms;
	openai->moves = openai->body.events;
	if (result.state != HTTP_RUNS || openai->answer.error.text.len ||
	    openai->answer.marked)
		take_end(openai, &result, now_ms);
	else if (now_ms < silent_ms(openai))
		tell_waiting(openai, now_ms);
	else
		end_silent(openai, &result, now_ms);
}
