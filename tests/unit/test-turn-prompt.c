#include "config.h"

#include "src/jphost/turn/turn.h"

#include "tests/unit/turn-play.h"

static void a_batch_may_be_answered_in_reverse(void **state)
{
	struct play play;

	(void)state;
	play_begin(&play,
		   "{\"tool_calls\":[" ASK("a") "," ASK("b") "," ASK("c") "]}",
		   -1, FALLBACK_NONE);
	play_run(&play);
	play_approve(&play, "c", ACTION_APPROVE, NULL);
	play_approve(&play, "b", ACTION_REJECT, NULL);
	play_run(&play);
	play_approve(&play, "a", ACTION_APPROVE, NULL);
	play_run(&play);
	assert_true(play.over);
	assert_member(story_find(&play.heard, "tool_call_response", 0), "id",
		      "\"b\"");
	assert_member(story_find(&play.heard, "tool_call_response", 1),
		      "content", "\"done c\"");
	assert_member(story_find(&play.heard, "tool_call_response", 2),
		      "content", "\"done a\"");
	assert_string_equal(play.heard.closed.buf, "c plugin approved;"
						   "b plugin rejected;"
						   "a plugin approved;");
	assert_exact(&play);
	play_end(&play);
}

static void a_rejected_call_is_skipped_as_jp_says_it(void **state)
{
	struct play play;

	(void)state;
	play_begin(&play, "{\"tool_calls\":[" ASK("a") "," ASK("b") "]}", -1,
		   FALLBACK_NONE);
	play_run(&play);
	play_approve(&play, "a", ACTION_REJECT, "not in \"main\"");
	play_approve(&play, "b", ACTION_REJECT, NULL);
	play_run(&play);
	assert_true(play.over);
	assert_member(story_find(&play.stored, "tool_call_response", 0),
		      "content",
		      "\"Tool skipped by user: not in \\\"main\\\"\"");
	assert_member(story_find(&play.stored, "tool_call_response", 1),
		      "content", "\"Tool skipped by user.\"");
	assert_member(story_find(&play.stored, "tool_call_response", 1),
		      "is_error", "false");
	assert_int_equal(story_count(&play.heard, "tool_call_output"), 0);
	play_end(&play);
}

static void a_modified_call_stores_what_the_model_asked_for(void **state)
{
	struct play play;

	(void)state;
	play_begin(&play, ASK("a"), -1, FALLBACK_NONE);
	play_run(&play);
	assert_int_equal(play_approve(&play, "a", ACTION_MODIFY, "[1]"), -1);
	assert_int_equal(play_approve(&play, "a", ACTION_MODIFY, "{\"p\":"),
			 -1);
	assert_int_equal(
		play_approve(&play, "a", ACTION_MODIFY, "{\"path\":1}"), 0);
	play_run(&play);
	assert_true(play.over);
	assert_member(story_find(&play.stored, "tool_call_request", 0),
		      "arguments", "{\"path\":\"a.c\"}");
	assert_member(story_find(&play.stored, "tool_call_response", 0),
		      "content", "\"done a\"");
	assert_string_equal(play.heard.closed.buf, "a plugin modified;");
	play_end(&play);
}

/* Otherwise jp could not open the conversation again. */
static void what_jp_could_not_read_is_not_stored(void **state)
{
	static const char *const broken[] = { "1e999", "\"\\ud800\"" };
	struct strbuf script = STRBUF_INIT;
	struct play play;

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		strbuf_setf(&script, "{\"tool_call\":{\"id\":\"a\",\"name\":"
				     "\"t\",\"arguments\":{\"n\":");
		if (i < 2) {
			strbuf_addstr(&script, broken[i]);
		} else {
			strbuf_addchars(&script, '[', 130);
			strbuf_addchars(&script, ']', 130);
		}
		strbuf_addstr(&script, "}}}");
		play_begin(&play, script.buf, -1, FALLBACK_NONE);
		play_run(&play);
		/* No one is asked, and the model gets the reason. */
		assert_true(play.over);
		assert_int_equal(play.heard.closed.len, 0);
		assert_member(story_find(&play.stored, "tool_call_request", 0),
			      "arguments", "{}");
		assert_member(story_find(&play.stored, "tool_call_response", 0),
			      "is_error", "true");
		assert_non_null(strstr(
			story_find(&play.stored, "tool_call_response", 0)->json,
			"Invalid arguments: jp could not read it"));
		assert_exact(&play);
		play_end(&play);
	}
	strbuf_release(&script);
}

static void a_modify_that_jp_could_not_read_is_refused(void **state)
{
	struct play play;

	(void)state;
	play_begin(&play, ASK("a"), -1, FALLBACK_NONE);
	play_run(&play);
	assert_int_equal(play_approve(&play, "a", ACTION_MODIFY, ""), -1);
	assert_int_equal(
		play_approve(&play, "a", ACTION_MODIFY, "{\"n\":1e999}"), -1);
	assert_int_equal(
		play_approve(&play, "a", ACTION_MODIFY, "{\"n\":\"\\udc00\"}"),
		-1);
	play_end(&play);
}

static void a_secret_is_stored_nowhere(void **state)
{
	struct play play;

	(void)state;
	play_begin(&play,
		   "{\"inquiry\":{\"id\":\"q\",\"question\":{\"text\":"
		   "\"Word?\",\"answer_type\":{\"type\":\"secret\"}}}}",
		   -1, FALLBACK_NONE);
	play_run(&play);
	assert_int_equal(play_answer(&play, "q", "7"), -1);
	assert_int_equal(play_answer(&play, "q", "\"hush\""), 0);
	play_run(&play);
	assert_int_equal(story_count(&play.stored, "inquiry_request"), 0);
	assert_int_equal(story_count(&play.stored, "inquiry_response"), 0);
	assert_member(story_find(&play.heard, "inquiry_response", 0), "outcome",
		      "\"redacted\"");
	play_end(&play);
}

static void only_the_first_answer_counts(void **state)
{
	struct play play;

	(void)state;
	play_begin(&play, ASK("a"), -1, FALLBACK_NONE);
	play_run(&play);
	assert_int_equal(play_approve(&play, "x", ACTION_APPROVE, NULL), -1);
	assert_int_equal(play_approve(&play, "a", ACTION_NONE, NULL), -1);
	assert_int_equal(play_approve(&play, "a", ACTION_REJECT, NULL), 0);
	assert_int_equal(play_approve(&play, "a", ACTION_APPROVE, NULL), -1);
	play_run(&play);
	assert_int_equal(story_count(&play.heard, "prompt_closed"), 1);
	assert_int_equal(story_count(&play.stored, "tool_call_response"), 1);
	play_end(&play);
}

static void a_timeout_does_what_the_fallback_says(void **state)
{
	struct play play;
	int64_t start_ms;

	(void)state;
	play_begin(&play, ASK("a"), 5000, FALLBACK_APPROVE);
	start_ms = play.now_ms;
	turn_run(play.turn, play.now_ms);
	assert_int_equal(
		story_find(&play.heard, "tool_call_request", 0)->deadline_ms,
		start_ms + 5000);
	play_run_to(&play, start_ms + 4999);
	assert_int_equal(play.heard.closed.len, 0);
	play_run(&play);
	assert_string_equal(play.heard.closed.buf, "a timeout approved;");
	assert_member(story_find(&play.heard, "prompt_closed", 0), "by",
		      "\"timeout\"");
	assert_member(story_find(&play.stored, "tool_call_response", 0),
		      "content", "\"done a\"");
	play_end(&play);

	play_begin(&play, ASK("a"), 5000, FALLBACK_REJECT);
	play_run(&play);
	assert_string_equal(play.heard.closed.buf, "a timeout rejected;");
	assert_member(story_find(&play.stored, "tool_call_response", 0),
		      "content",
		      "\"Tool skipped by user: nobody answered in time\"");
	assert_exact(&play);
	play_end(&play);
}

static void how_a_prompt_ended_is_stored_with_its_answer(void **state)
{
	struct play play;

	(void)state;
	/* The user took time: it is not the tool's. */
	play_begin(&play, ASK("a"), -1, FALLBACK_NONE);
	play_run(&play);
	play_run_to(&play, play.now_ms + 6000);
	assert_int_equal(play_approve(&play, "a", ACTION_APPROVE, NULL), 0);
	play_run(&play);
	assert_member(story_find(&play.stored, "tool_call_response", 0),
		      "metadata",
		      "{\"jphost\":{\"voice\":\"plugin\",\"outcome\":"
		      "\"approved\",\"waited_ms\":6000}}");
	assert_null(
		strstr(story_find(&play.heard, "tool_call_response", 0)->json,
		       "metadata"));
	play_end(&play);

	/* No one decided. */
	play_begin(&play, ASK("a"), 500, FALLBACK_APPROVE);
	play_run(&play);
	assert_member(story_find(&play.stored, "tool_call_response", 0),
		      "metadata",
		      "{\"jphost\":{\"voice\":\"timeout\",\"outcome\":"
		      "\"approved\",\"waited_ms\":500}}");
	play_end(&play);
	play_begin(&play, YES_NO, 500, FALLBACK_APPROVE);
	play_run(&play);
	assert_member(story_find(&play.stored, "inquiry_response", 0),
		      "metadata",
		      "{\"jphost\":{\"voice\":\"timeout\",\"outcome\":"
		      "\"answered\"}}");
	play_end(&play);

	/* For an immediate answer there is nothing to record. */
	play_begin(&play, ASK("a"), -1, FALLBACK_NONE);
	play_run(&play);
	assert_int_equal(play_approve(&play, "a", ACTION_APPROVE, NULL), 0);
	play_run(&play);
	assert_null(
		strstr(story_find(&play.stored, "tool_call_response", 0)->json,
		       "metadata"));
	play_end(&play);
}

static void a_wall_clock_that_jumps_ends_no_prompt(void **state)
{
	const int64_t hour_ms = 3600 * 1000;
	struct play play;
	int64_t start_ms;

	(void)state;
	for (int sign = -1; sign <= 1; sign += 2) {
		play_begin(&play, ASK("a"), 5000, FALLBACK_APPROVE);
		start_ms = play.now_ms;
		turn_run(play.turn, play.now_ms);
		play_offset_ms = sign * hour_ms;
		play_run_to(&play, start_ms + 4999);
		assert_int_equal(play.heard.closed.len, 0);
		play_run_to(&play, start_ms + 5000);
		/* Pushed and stored events have the new time, in order. */
		assert_string_equal(play.heard.closed.buf,
				    "a timeout approved;");
		assert_member(story_find(&play.heard, "prompt_closed", 0),
			      "timestamp",
			      sign > 0 ? "\"2026-03-18 14:19:11.8\""
				       : "\"2026-03-18 12:19:11.8\"");
		play_end(&play);
	}
}

/* The user could not have rejected it: the deadline may only reject. */
static void a_deadline_approves_nothing_after_a_sleep(void **state)
{
	struct play play;

	(void)state;
	play_begin(&play, ASK("a"), 5000, FALLBACK_APPROVE);
	turn_run(play.turn, play.now_ms);
	play_slept_ms = 8 * 3600 * 1000;
	play_run(&play);
	assert_string_equal(play.heard.closed.buf, "a timeout rejected;");
	play_end(&play);

	play_begin(&play, YES_NO, 1000, FALLBACK_APPROVE);
	turn_run(play.turn, play.now_ms);
	play_slept_ms = 2000;
	play_run(&play);
	assert_member(story_find(&play.stored, "inquiry_response", 0), "answer",
		      "false");
	play_end(&play);

	/* A sleep before it was asked does not matter. */
	play_begin(&play, ASK("a"), 5000, FALLBACK_APPROVE);
	play_slept_ms = 8 * 3600 * 1000;
	play_run(&play);
	assert_string_equal(play.heard.closed.buf, "a timeout approved;");
	play_end(&play);
}

static void a_flat_question_is_stored_in_jps_shape(void **state)
{
	struct play play;

	(void)state;
	play_begin(&play,
		   "{\"inquiry\":{\"id\":\"q\",\"question\":\"Which?\","
		   "\"options\":[\"a.rs\",2],\"default\":2}}\n"
		   "{\"message\":\"Good\"}",
		   -1, FALLBACK_NONE);
	play_run(&play);
	assert_int_equal(story_find(&play.heard, "inquiry_request", 0)->respond,
			 RESPOND_INQUIRY);
	assert_int_equal(story_count(&play.stored, "inquiry_request"), 0);
	assert_int_equal(play_answer(&play, "q", "a.rs"), -1);
	assert_int_equal(play_answer(&play, "p", "\"a.rs\""), -1);
	assert_int_equal(play_answer(&play, "q", "\"a.rs\""), 0);
	assert_int_equal(play_answer(&play, "q", "2"), -1);
	play_run(&play);
	assert_true(play.over);
	assert_member(story_find(&play.stored, "inquiry_request", 0), "source",
		      "{\"source\":\"assistant\"}");
	assert_member(story_find(&play.stored, "inquiry_request", 0),
		      "question",
		      "{\"text\":\"Which?\",\"answer_type\":{"
		      "\"type\":\"select\",\"options\":[{\"value\":\"a.rs\"},"
		      "{\"value\":2}]},\"default\":2}");
	assert_member(story_find(&play.stored, "inquiry_response", 0), "answer",
		      "\"a.rs\"");
	assert_string_equal(play.heard.closed.buf, "q terminal answered;");
	assert_statuses(&play, " running waiting-for-input running idle");
	assert_exact(&play);
	play_end(&play);
}

static void a_question_times_out_with_its_default(void **state)
{
	struct play play;

	(void)state;
	play_begin(&play, YES_NO, 1000, FALLBACK_APPROVE);
	play_run(&play);
	assert_member(story_find(&play.stored, "inquiry_response", 0), "answer",
		      "true");
	assert_string_equal(play.heard.closed.buf, "q timeout answered;");
	play_end(&play);

	play_begin(&play, YES_NO, 1000, FALLBACK_REJECT);
	play_run(&play);
	assert_member(story_find(&play.stored, "inquiry_response", 0), "answer",
		      "false");
	play_end(&play);

	play_begin(&play, "{\"inquiry\":{\"id\":\"q\",\"question\":\"Why?\"}}",
		   1000, FALLBACK_APPROVE);
	play_run(&play);
	assert_true(play.over);
	assert_string_equal(play.heard.closed.buf, "q timeout unanswered;");
	assert_int_equal(story_count(&play.stored, "inquiry_request"), 1);
	assert_int_equal(story_count(&play.stored, "inquiry_response"), 0);
	assert_exact(&play);
	play_end(&play);
}

static void cancelled_calls_are_interrupted_as_jp_says_it(void **state)
{
	struct play play;

	(void)state;
	play_begin(&play,
		   "{\"tool_calls\":[" ASK("a") "," ASK("b") "," ASK("c") "]}",
		   -1, FALLBACK_NONE);
	play_run(&play);
	play_approve(&play, "b", ACTION_APPROVE, NULL);
	play_approve(&play, "c", ACTION_REJECT, NULL);
	turn_cancel(play.turn, play.now_ms);
	play_run(&play);
	assert_true(play.over);
	assert_int_equal(story_count(&play.stored, "tool_call_response"), 3);
	for (size_t i = 1; i < 3; i++) {
		const struct told *told =
			story_find(&play.stored, "tool_call_response", i);

		assert_member(told, "content",
			      "\"Tool call was interrupted.\"");
		assert_member(told, "is_error", "true");
	}
	assert_string_equal(play.heard.closed.buf, "b plugin approved;"
						   "c plugin rejected;"
						   "a cancel cancelled;");
	assert_exact(&play);
	play_end(&play);
}

static void a_cancelled_question_is_stored_without_an_answer(void **state)
{
	struct play play;

	(void)state;
	play_begin(&play, YES_NO, -1, FALLBACK_NONE);
	play_run(&play);
	turn_cancel(play.turn, play.now_ms);
	assert_int_equal(play_answer(&play, "q", "true"), -1);
	assert_int_equal(story_count(&play.stored, "inquiry_request"), 1);
	assert_string_equal(play.heard.closed.buf, "q cancel cancelled;");
	assert_exact(&play);
	play_end(&play);
}

static void a_late_watcher_is_asked_the_open_question(void **state)
{
	struct story late = { .closed = STRBUF_INIT };
	struct turn_sink sink = { &late, story_hear, NULL };
	struct play play;

	(void)state;
	play_begin(&play, YES_NO, -1, FALLBACK_NONE);
	turn_replay(play.turn, &sink, play.now_ms);
	assert_int_equal(late.count, 0);
	play_run(&play);
	turn_replay(play.turn, &sink, play.now_ms);
	assert_int_equal(story_find(&late, "inquiry_request", 0)->respond,
			 RESPOND_INQUIRY);
	story_forget(&late);
	play_answer(&play, "q", "false");
	turn_replay(play.turn, &sink, play.now_ms);
	assert_int_equal(story_find(&late, "inquiry_request", 0)->respond,
			 RESPOND_NONE);
	assert_int_equal(story_count(&late, "inquiry_response"), 1);
	story_forget(&late);
	play_end(&play);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_batch_may_be_answered_in_reverse),
		cmocka_unit_test(a_rejected_call_is_skipped_as_jp_says_it),
		cmocka_unit_test(
			a_modified_call_stores_what_the_model_asked_for),
		cmocka_unit_test(what_jp_could_not_read_is_not_stored),
		cmocka_unit_test(a_modify_that_jp_could_not_read_is_refused),
		cmocka_unit_test(a_secret_is_stored_nowhere),
		cmocka_unit_test(only_the_first_answer_counts),
		cmocka_unit_test(a_timeout_does_what_the_fallback_says),
		cmocka_unit_test(how_a_prompt_ended_is_stored_with_its_answer),
		cmocka_unit_test(a_wall_clock_that_jumps_ends_no_prompt),
		cmocka_unit_test(a_deadline_approves_nothing_after_a_sleep),
		cmocka_unit_test(a_flat_question_is_stored_in_jps_shape),
		cmocka_unit_test(a_question_times_out_with_its_default),
		cmocka_unit_test(cancelled_calls_are_interrupted_as_jp_says_it),
		cmocka_unit_test(
			a_cancelled_question_is_stored_without_an_answer),
		cmocka_unit_test(a_late_watcher_is_asked_the_open_question),
	};

	return cmocka_run_group_tests_name("turn-prompt", tests, NULL, NULL);
}
