#include "config.h"

#include "src/jphost/turn/turn.h"

#include "src/jphost/turn/turn-state.h"
#include "tests/unit/turn-play.h"

static void the_request_is_stored_before_anything_is_told(void **state)
{
	struct play play;

	(void)state;
	play_begin(&play, "{\"message\":\"Hello\"}", -1, FALLBACK_NONE);
	assert_int_equal(play.heard.count, 0);
	assert_int_equal(play.stored.count, 2);
	assert_string_equal(play.stored.told[0].json,
			    "{\"timestamp\":\"2026-03-18 13:19:06.8\","
			    "\"type\":\"turn_start\"}");
	assert_string_equal(play.stored.told[1].json,
			    "{\"timestamp\":\"2026-03-18 13:19:06.8\","
			    "\"type\":\"chat_request\","
			    "\"content\":\"Please fix it\","
			    "\"author\":\"ann\"}");
	play_end(&play);
}

static void a_plain_turn_ends_idle(void **state)
{
	struct play play;

	(void)state;
	play_begin(&play,
		   "{\"reasoning\":\"Let me see\"}\n{\"message\":\"Hello, "
		   "you\"}\n{\"data\":{\"n\":1}}",
		   -1, FALLBACK_NONE);
	play_run(&play);
	assert_true(play.over);
	assert_false(turn_failed(play.turn));
	assert_exact(&play);
	assert_int_equal(play.stored.count, 5);
	assert_int_equal(story_count(&play.heard, "chat_response"), 3 + 3 + 1);
	assert_statuses(&play, " running idle");
	assert_true(told_has_type(&play.heard.told[play.heard.count - 1],
				  "query_complete"));
	play_end(&play);
}

static void text_in_two_steps_is_one_event(void **state)
{
	struct play play;

	(void)state;
	play_begin(&play,
		   "{\"message\":\"Hel\"}\n{\"pause_ms\":50}\n"
		   "{\"message\":\"lo\"}",
		   -1, FALLBACK_NONE);
	play_run(&play);
	assert_int_equal(play.stored.count, 3);
	assert_member(&play.stored.told[2], "message", "\"Hello\"");
	assert_exact(&play);
	play_end(&play);
}

static void much_text_is_told_in_several_runs(void **state)
{
	struct strbuf script = STRBUF_INIT;
	struct play play;
	int runs = 1;

	(void)state;
	strbuf_addstr(&script, "{\"rate\":0}\n{\"message\":\"");
	strbuf_addchars(&script, 'x', 20000);
	strbuf_addstr(&script, "\"}");
	play_begin(&play, script.buf, -1, FALLBACK_NONE);
	while (turn_run(play.turn, play.now_ms)) {
		assert_true(turn_wake_ms(play.turn) <= play.now_ms);
		runs++;
	}
	assert_int_equal(runs, 5);
	assert_exact(&play);
	strbuf_release(&script);
	play_end(&play);
}

static void results_are_stored_after_the_whole_batch(void **state)
{
	struct play play;

	(void)state;
	play_begin(&play,
		   "{\"message\":\"Look:\"}\n{\"tool_calls\":[" ASK(
			   "a") "," ASK("b") "]}\n{\"message\":\"Good.\"}",
		   -1, FALLBACK_NONE);
	play_run(&play);
	/* Text and both requests are there, the prompts are open. */
	assert_int_equal(play.stored.count, 5);
	assert_int_equal(story_count(&play.stored, "tool_call_request"), 2);
	assert_int_equal(
		story_find(&play.heard, "tool_call_request", 1)->respond,
		RESPOND_TOOL_APPROVAL);
	assert_int_equal(play_approve(&play, "a", ACTION_APPROVE, NULL), 0);
	play_run(&play);
	assert_int_equal(story_count(&play.heard, "tool_call_response"), 1);
	assert_int_equal(story_count(&play.stored, "tool_call_response"), 0);
	assert_int_equal(play_approve(&play, "b", ACTION_APPROVE, NULL), 0);
	play_run(&play);
	assert_true(play.over);
	assert_int_equal(story_count(&play.stored, "tool_call_response"), 2);
	assert_statuses(&play, " running waiting-for-input running idle");
	assert_exact(&play);
	play_end(&play);
}

static void an_unattended_tool_writes_while_it_runs(void **state)
{
	struct play play;
	int64_t start_ms;

	(void)state;
	play_begin(&play,
		   "{\"tool_call\":{\"id\":\"a\",\"name\":\"make\"},"
		   "\"run\":\"unattended\",\"takes_ms\":300,"
		   "\"output\":[\"one\",\"two\"],\"result\":\"ok\","
		   "\"is_error\":true}",
		   5, FALLBACK_APPROVE);
	start_ms = play.now_ms;
	play_run_to(&play, start_ms + 150);
	assert_int_equal(
		story_find(&play.heard, "tool_call_request", 0)->respond,
		RESPOND_NONE);
	assert_int_equal(story_count(&play.heard, "tool_call_output"), 1);
	assert_member(story_find(&play.heard, "tool_call_output", 0), "chunk",
		      "\"one\\n\"");
	play_run_to(&play, start_ms + 250);
	assert_int_equal(story_count(&play.heard, "tool_call_output"), 2);
	assert_int_equal(story_count(&play.heard, "tool_call_response"), 0);
	play_run(&play);
	assert_int_equal(play.now_ms, start_ms + 300);
	assert_member(story_find(&play.stored, "tool_call_response", 0),
		      "is_error", "true");
	assert_int_equal(play.heard.closed.len, 0);
	assert_exact(&play);
	play_end(&play);
}

static void a_failing_provider_is_a_notice(void **state)
{
	struct play play;

	(void)state;
	play_begin(&play, "{\"message\":\"Well\"}\n{\"error\":\"overloaded\"}",
		   -1, FALLBACK_NONE);
	play_run(&play);
	assert_true(play.over);
	assert_true(turn_failed(play.turn));
	assert_member(story_find(&play.heard, "notice", 0), "message",
		      "\"overloaded\"");
	assert_member(story_find(&play.heard, "notice", 0), "level",
		      "\"error\"");
	assert_int_equal(play.stored.count, 3);
	assert_exact(&play);
	assert_int_equal(story_count(&play.heard, "query_complete"), 1);
	play_end(&play);
}

static void a_full_disk_ends_the_turn(void **state)
{
	struct play play;

	(void)state;
	play_begin(&play, "{\"message\":\"Well\"}\n" ASK("a"), -1,
		   FALLBACK_NONE);
	disk_full = true;
	play_run(&play);
	assert_true(play.over);
	assert_true(turn_failed(play.turn));
	assert_member(story_find(&play.heard, "notice", 0), "message",
		      "\"no space left\"");
	/* A prompt for an event that is not stored was never opened. */
	assert_int_equal(story_count(&play.heard, "tool_call_request"), 0);
	assert_int_equal(story_count(&play.heard, "query_complete"), 1);
	play_end(&play);
}

static void results_that_cannot_be_stored_end_the_turn_once(void **state)
{
	struct play play;

	(void)state;
	play_begin(&play, "{\"tool_calls\":[" ASK("a") "," ASK("b") "]}", -1,
		   FALLBACK_NONE);
	play_run(&play);
	play_approve(&play, "a", ACTION_APPROVE, NULL);
	disk_full = true;
	turn_cancel(play.turn, play.now_ms);
	play_run(&play);
	assert_true(play.over);
	assert_int_equal(story_count(&play.heard, "query_complete"), 1);
	assert_int_equal(story_count(&play.heard, "notice"), 1);
	play_end(&play);
}

static void a_cancelled_turn_keeps_what_was_said(void **state)
{
	struct play play;

	(void)state;
	play_begin(&play, "{\"rate\":10}\n{\"message\":\"abcdefgh\"}", -1,
		   FALLBACK_NONE);
	turn_run(play.turn, play.now_ms);
	turn_cancel(play.turn, play.now_ms);
	assert_false(turn_run(play.turn, play.now_ms));
	assert_member(story_find(&play.stored, "chat_response", 0), "message",
		      "\"abcd\"");
	assert_statuses(&play, " running interrupted");
	assert_exact(&play);
	turn_cancel(play.turn, play.now_ms);
	assert_int_equal(story_count(&play.heard, "query_complete"), 1);
	play_end(&play);
}

static void a_late_watcher_gets_notices_and_the_usage(void **state)
{
	const struct provider_item used[] = {
		{ .input_tokens = 10, .output_tokens = 1 },
		{ .input_tokens = 20, .output_tokens = 2 },
	};
	struct story late = { .closed = STRBUF_INIT };
	struct turn_sink sink = { &late, story_hear, NULL };
	struct play play;

	(void)state;
	play_begin(&play, "{\"rate\":10}\n{\"message\":\"abcdefgh\"}", -1,
		   FALLBACK_NONE);
	play_run_to(&play, play.now_ms + 50);
	for (int i = 0; i < 2 * TURN_BESIDE_MAX; i++)
		turn_tell_text(play.turn, "provider.waiting", NOTICE_INFO,
			       slice_str(i < TURN_BESIDE_MAX ? "old" : "new"),
			       play.now_ms);
	turn_tell_usage(play.turn, &used[0], play.now_ms);
	turn_tell_usage(play.turn, &used[1], play.now_ms);
	turn_replay(play.turn, &sink, play.now_ms);
	assert_int_equal(story_count(&late, "notice"), TURN_BESIDE_MAX);
	assert_member(story_find(&late, "notice", 0), "message", "\"new\"");
	assert_int_equal(story_count(&late, "usage"), 1);
	assert_member(story_find(&late, "usage", 0), "input_tokens", "20");
	story_forget(&late);
	play_end(&play);
}

static void a_late_watcher_gets_what_is_not_stored(void **state)
{
	struct story late = { .closed = STRBUF_INIT };
	struct turn_sink sink = { &late, story_hear, NULL };
	struct play play;

	(void)state;
	play_begin(&play,
		   "{\"rate\":10}\n{\"reasoning\":\"hm\"}\n"
		   "{\"message\":\"abcdefgh\"}\n{\"tool_calls\":[" ASK(
			   "a") "," ASK("b") "," ASK("c") "]}",
		   60000, FALLBACK_REJECT);
	play_run_to(&play, play.now_ms + 150);
	turn_replay(play.turn, &sink, play.now_ms);
	assert_int_equal(late.count, 3);
	assert_member(&late.told[0], "state", "\"running\"");
	assert_member(&late.told[1], "reasoning", "\"hm\"");
	assert_member(&late.told[2], "message", "\"abcd\"");
	story_forget(&late);

	play_run_to(&play, play.now_ms + 1000);
	play_approve(&play, "a", ACTION_APPROVE, NULL);
	play_approve(&play, "b", ACTION_REJECT, NULL);
	play_run_to(&play, play.now_ms + 60);
	turn_replay(play.turn, &sink, play.now_ms);
	/* The text and the requests are stored; one prompt is open. */
	assert_int_equal(story_count(&late, "chat_response"), 0);
	assert_member(story_find(&late, "tool_call_response", 0), "id",
		      "\"b\"");
	assert_member(story_find(&late, "tool_call_output", 0), "chunk",
		      "\"reading\\n\"");
	assert_int_equal(story_count(&late, "tool_call_request"), 1);
	assert_member(story_find(&late, "tool_call_request", 0), "id", "\"c\"");
	assert_int_equal(story_find(&late, "tool_call_request", 0)->respond,
			 RESPOND_TOOL_APPROVAL);
	assert_int_equal(
		story_find(&late, "tool_call_request", 0)->deadline_ms,
		story_find(&play.heard, "tool_call_request", 2)->deadline_ms);
	story_forget(&late);
	play_end(&play);
}

static struct turn *new_turn(const char *provider, const char *attachments,
			     struct strbuf *err)
{
	struct turn_options options = {
		.conversation = "17",
		.content = SLICE("Read this"),
		.attachments = slice_str(attachments),
		.provider = provider,
		.timeout_ms = -1,
	};

	return turn_new(&options, 0, err);
}

static void an_unknown_provider_is_a_sentence(void **state)
{
	struct strbuf err = STRBUF_INIT;

	(void)state;
	assert_null(new_turn("gpt", "", &err));
	assert_string_equal(
		err.buf,
		"unknown provider 'gpt': it is replay:FILE or openai:URL");
	strbuf_release(&err);
}

static void attached_files_stand_behind_the_request(void **state)
{
	struct story stored = { .closed = STRBUF_INIT };
	struct strbuf err = STRBUF_INIT;
	struct turn *turn;

	(void)state;
	disk = &stored;
	disk_full = false;
	turn = new_turn("replay:/dev/null",
			"[{\"type\":\"file_content\",\"path\":\"a.c\","
			"\"content\":\"int a;\"}]",
			&err);
	assert_non_null(turn);
	assert_member(story_find(&stored, "chat_request", 0), "content",
		      "\"Read this\\n\\nAttached file `a.c`:\\n\\n"
		      "`````\\nint a;\\n`````\\n\"");
	turn_free(turn);
	assert_null(
		new_turn("replay:/dev/null", "[{\"type\":\"image\"}]", &err));
	assert_string_equal(err.buf, "cannot attach a 'image'");
	strbuf_release(&err);
	story_forget(&stored);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_request_is_stored_before_anything_is_told),
		cmocka_unit_test(a_plain_turn_ends_idle),
		cmocka_unit_test(text_in_two_steps_is_one_event),
		cmocka_unit_test(much_text_is_told_in_several_runs),
		cmocka_unit_test(results_are_stored_after_the_whole_batch),
		cmocka_unit_test(an_unattended_tool_writes_while_it_runs),
		cmocka_unit_test(a_failing_provider_is_a_notice),
		cmocka_unit_test(a_full_disk_ends_the_turn),
		cmocka_unit_test(
			results_that_cannot_be_stored_end_the_turn_once),
		cmocka_unit_test(a_cancelled_turn_keeps_what_was_said),
		cmocka_unit_test(a_late_watcher_gets_what_is_not_stored),
		cmocka_unit_test(a_late_watcher_gets_notices_and_the_usage),
		cmocka_unit_test(an_unknown_provider_is_a_sentence),
		cmocka_unit_test(attached_files_stand_behind_the_request),
	};

	return cmocka_run_group_tests_name("turn", tests, NULL, NULL);
}
