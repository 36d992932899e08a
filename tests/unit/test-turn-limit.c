#include "config.h"

#include "src/jphost/turn/turn-limit.h"

#include <string.h>

#include "tests/unit/turn-play.h"

#define LIMIT(key, value)                                            \
	"{\"plugins\":{\"command\":{\"jphost\":{\"options\":{\"" key \
	"\":" value "}}}}}"
#define RUN(id)                                                               \
	"{\"tool_call\":{\"id\":\"" id "\",\"name\":\"t\",\"arguments\":{}}," \
	"\"run\":\"unattended\",\"takes_ms\":1000,\"result\":\"12345\"}\n"

static void a_model_has_bounds_and_a_script_has_none(void **state)
{
	struct turn_limits limits;

	(void)state;
	turn_limits_read(&limits, slice_str(""), false);
	for (int i = 0; i < TURN_LIMIT_COUNT; i++)
		assert_true(limits.of[i].most > 0);
	turn_limits_read(&limits, slice_str(""), true);
	for (int i = 0; i < TURN_LIMIT_COUNT; i++)
		turn_limits_use(&limits, (enum turn_limit)i, INT64_MAX / 2);
	assert_int_equal(turn_limits_reached(&limits), TURN_LIMIT_COUNT);
	/* An invalid number is ignored; 0 means none. */
	turn_limits_read(&limits, slice_str(LIMIT("max_rounds", "-1")), false);
	assert_int_equal(limits.of[TURN_LIMIT_ROUNDS].most, 200);
	turn_limits_read(&limits, slice_str(LIMIT("max_rounds", "0")), false);
	turn_limits_use(&limits, TURN_LIMIT_ROUNDS, 1000);
	assert_int_equal(turn_limits_reached(&limits), TURN_LIMIT_COUNT);
}

static void only_the_time_of_work_counts(void **state)
{
	struct turn_limits limits;

	(void)state;
	turn_limits_read(&limits, slice_str(LIMIT("max_seconds", "10")), true);
	turn_limits_run(&limits, true, 1000);
	assert_int_equal(turn_limits_wake_ms(&limits), 11000);
	turn_limits_run(&limits, false, 5000);
	assert_int_equal(turn_limits_wake_ms(&limits), -1);
	/* The user is thinking. */
	turn_limits_run(&limits, true, 500000);
	assert_int_equal(turn_limits_wake_ms(&limits), 506000);
	assert_int_equal(turn_limits_reached(&limits), TURN_LIMIT_COUNT);
	turn_limits_run(&limits, true, 506000);
	assert_int_equal(turn_limits_reached(&limits), TURN_LIMIT_SECONDS);
	turn_limits_lift(&limits, TURN_LIMIT_SECONDS);
	assert_int_equal(turn_limits_reached(&limits), TURN_LIMIT_COUNT);
}

static void the_person_is_asked_before_a_bound_is_lifted(void **state)
{
	struct play play;

	(void)state;
	play_config = LIMIT("max_rounds", "2");
	play_begin(&play, RUN("a") RUN("b") RUN("c") RUN("d") RUN("e"), -1,
		   FALLBACK_NONE);
	play_run(&play);
	assert_false(play.over);
	assert_int_equal(story_count(&play.heard, "tool_call_response"), 2);
	assert_non_null(
		strstr(story_find(&play.heard, "inquiry_request", 0)->json,
		       "made 2 rounds of tool calls"));
	assert_int_equal(play_answer(&play, "jphost.limit.1", "true"), 0);
	play_run(&play);
	assert_int_equal(story_count(&play.heard, "tool_call_response"), 4);
	assert_int_equal(play_answer(&play, "jphost.limit.2", "false"), 0);
	play_run(&play);
	assert_true(play.over);
	assert_true(turn_failed(play.turn));
	assert_int_equal(story_count(&play.stored, "tool_call_response"), 4);
	assert_member(story_find(&play.heard, "notice", 0), "level",
		      "\"warning\"");
	/* It does not concern the conversation. */
	assert_int_equal(story_count(&play.stored, "inquiry_request"), 0);
	assert_int_equal(story_count(&play.stored, "inquiry_response"), 0);
	play_end(&play);
}

static void an_endless_answer_is_held(void **state)
{
	struct strbuf script = STRBUF_INIT;
	struct play play;

	(void)state;
	strbuf_addstr(&script, "{\"rate\":0}\n{\"message\":\"");
	strbuf_addchars(&script, 'x', 20000);
	strbuf_addstr(&script, "\"}");
	play_config = LIMIT("max_bytes", "5000");
	play_begin(&play, script.buf, -1, FALLBACK_NONE);
	play_run(&play);
	assert_false(play.over);
	/* What came is stored, at most one piece beyond the limit. */
	assert_int_equal(story_count(&play.stored, "chat_response"), 1);
	assert_in_range(
		strlen(story_find(&play.stored, "chat_response", 0)->json),
		5000, 10000);
	assert_int_equal(play_answer(&play, "jphost.limit.1", "false"), 0);
	play_run(&play);
	assert_true(play.over);
	play_end(&play);
	strbuf_release(&script);
}

static void results_count_as_what_is_said_does(void **state)
{
	struct play play;

	(void)state;
	play_config = LIMIT("max_bytes", "12");
	play_begin(&play, RUN("a") RUN("b") RUN("c") RUN("d"), -1,
		   FALLBACK_NONE);
	play_run(&play);
	assert_int_equal(story_count(&play.heard, "tool_call_response"), 3);
	assert_int_equal(story_count(&play.heard, "inquiry_request"), 1);
	play_end(&play);
}

static void time_and_a_fallback_lift_nothing(void **state)
{
	struct play play;

	(void)state;
	play_config = LIMIT("max_seconds", "2");
	play_begin(&play, RUN("a") RUN("b") RUN("c") RUN("d"), 5000,
		   FALLBACK_APPROVE);
	play_run(&play);
	assert_true(play.over);
	assert_true(turn_failed(play.turn));
	assert_int_equal(story_count(&play.heard, "tool_call_response"), 2);
	assert_string_equal(play.heard.closed.buf,
			    "jphost.limit.1 timeout answered;");
	play_end(&play);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_model_has_bounds_and_a_script_has_none),
		cmocka_unit_test(only_the_time_of_work_counts),
		cmocka_unit_test(the_person_is_asked_before_a_bound_is_lifted),
		cmocka_unit_test(an_endless_answer_is_held),
		cmocka_unit_test(results_count_as_what_is_said_does),
		cmocka_unit_test(time_and_a_fallback_lift_nothing),
	};

	return cmocka_run_group_tests_name("turn-limit", tests, NULL, NULL);
}
