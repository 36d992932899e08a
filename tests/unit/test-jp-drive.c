#include "config.h"

#include "src/jphost/jp/jp-drive.h"

#include <string.h>

#include "tests/unit/jp-drive-stage.h"

/* What jp asks, and who hears of it. */

static void a_call_that_jp_asks_about_is_offered(void **state)
{
	struct stage *stage = *state;

	stage_ask(stage, "c1");
	stage_expect(&stage->told, "ASK c1|");
}

static void it_is_not_offered_before_jp_is_quiet(void **state)
{
	struct stage *stage = *state;

	stage_call(stage, "c1", "shell", "{\"command\":\"ls\"}");
	stage_draw(stage, JP_PROMPT_PERMISSION, "shell", "");
	stage_wait_ms(stage, 100);
	stage_expect(&stage->told, "");
	/* Its printed text comes after its prompt. */
	stage_print(stage, "shell", "{\"command\":\"ls\"}");
	stage_wait_ms(stage, 140);
	stage_expect(&stage->told, "");
	stage_wait_ms(stage, 20);
	stage_expect(&stage->told, "ASK c1|");
}

static void what_is_not_certain_is_only_told(void **state)
{
	struct stage *stage = *state;

	/* Other arguments than in the log. */
	stage_call(stage, "c1", "shell", "{\"command\":\"rm\"}");
	stage_print(stage, "shell", "{\"command\":\"ls\"}");
	stage_draw(stage, JP_PROMPT_PERMISSION, "shell", "");
	stage_wait_ms(stage, 1600);
	stage_expect(&stage->told, "asks tool_approval c1|");
	assert_false(stage_answer(stage, "c1", ACTION_APPROVE, NULL, ""));
	stage_expect(&stage->keys, "");
}

static void a_prompt_that_no_call_explains_is_not_offered(void **state)
{
	struct stage *stage = *state;

	stage_print(stage, "shell", "{\"command\":\"ls\"}");
	stage_draw(stage, JP_PROMPT_PERMISSION, "shell", "");
	stage_wait_ms(stage, 200);
	stage_expect(&stage->told, "");
	/* The first pending one is a different one. */
	stage_call(stage, "c1", "other", "{\"command\":\"ls\"}");
	stage_call(stage, "c2", "shell", "{\"command\":\"ls\"}");
	stage_wait_ms(stage, 200);
	stage_expect(&stage->told, "");
}

static void a_call_whose_prompt_was_not_seen_is_told(void **state)
{
	struct stage *stage = *state;

	stage_call(stage, "c1", "shell", "{\"command\":\"ls\"}");
	stage_draw(stage, JP_PROMPT_NONE, "", "");
	stage_wait_ms(stage, 1600);
	stage_expect(&stage->told, "asks tool_approval c1|");
	assert_false(stage_answer(stage, "c1", ACTION_APPROVE, NULL, ""));
	stage_log(stage, TRACE_LINE_FLUSHED);
	stage_expect(&stage->told, "running|");
}

static void a_prompt_that_is_seen_late_waits_once(void **state)
{
	struct stage *stage = *state;

	stage_call(stage, "c1", "shell", "{\"command\":\"ls\"}");
	stage_wait_ms(stage, 1600);
	stage_expect(&stage->told, "asks tool_approval c1|");
	stage_print(stage, "shell", "{\"command\":\"ls\"}");
	stage_draw(stage, JP_PROMPT_PERMISSION, "shell", "");
	stage_wait_ms(stage, 200);
	stage_expect(&stage->told, "running|ASK c1|");
}

static void in_a_terminal_that_reads_lines_nothing_is_asked(void **state)
{
	struct stage *stage = *state;

	/* It was printed before jp asks, and a key would wait for that. */
	stage->lines = true;
	stage_ask(stage, "c1");
	stage_draw(stage, JP_PROMPT_YES_NO, "Overwrite?", "");
	stage_wait_ms(stage, 200);
	stage_expect(&stage->told, "");
	assert_false(stage_answer(stage, "c1", ACTION_APPROVE, NULL, ""));
	stage_expect(&stage->keys, "");
	/* jp asks then. */
	stage->lines = false;
	stage_draw(stage, JP_PROMPT_NONE, "", "");
	stage_draw(stage, JP_PROMPT_PERMISSION, "shell", "");
	stage_wait_ms(stage, 200);
	stage_expect(&stage->told, "ASK c1|");
}

static void each_call_is_asked_about_in_its_turn(void **state)
{
	struct stage *stage = *state;

	stage_call(stage, "c1", "shell", "{\"command\":\"ls\"}");
	stage_call(stage, "c2", "shell", "{\"command\":\"rm\"}");
	stage_print(stage, "shell", "{\"command\":\"ls\"}");
	stage_draw(stage, JP_PROMPT_PERMISSION, "shell", "");
	stage_wait_ms(stage, 200);
	stage_answer(stage, "c1", ACTION_APPROVE, NULL, "");
	stage_draw(stage, JP_PROMPT_NONE, "", "");
	stage_print(stage, "shell", "{\"command\":\"rm\"}");
	stage_draw(stage, JP_PROMPT_PERMISSION, "shell", "");
	stage_wait_ms(stage, 200);
	stage_answer(stage, "c2", ACTION_REJECT, NULL, "");
	stage_draw(stage, JP_PROMPT_NONE, "", "");
	stage_expect(&stage->keys, "yn");
	stage_expect(&stage->told, "ASK c1|approved plugin|keys dropped|"
				   "ASK c2|rejected plugin|keys dropped|");
}

static void what_is_remembered_is_not_waited_for(void **state)
{
	struct stage *stage = *state;

	stage_call(stage, "c1", "shell", "{\"command\":\"ls\"}");
	stage_call(stage, "c2", "shell", "{\"command\":\"rm\"}");
	stage_call(stage, "c3", "other", "{\"command\":\"ls\"}");
	stage_print(stage, "shell", "{\"command\":\"ls\"}");
	stage_draw(stage, JP_PROMPT_PERMISSION, "shell", "");
	stage_wait_ms(stage, 200);
	jp_drive_typed(stage->drive, SLICE("Y"));
	stage_draw(stage, JP_PROMPT_NONE, "", "");
	stage_print(stage, "other", "{\"command\":\"ls\"}");
	stage_draw(stage, JP_PROMPT_PERMISSION, "other", "");
	stage_wait_ms(stage, 200);
	stage_expect(&stage->told, "ASK c1|approved terminal|ASK c3|");
}

static void a_prompt_over_a_prompt_is_trusted_in_nothing(void **state)
{
	struct stage *stage = *state;

	stage_ask(stage, "c1");
	stage_expect(&stage->told, "ASK c1|");
	/* Printed text that looks like a question. */
	stage_draw(stage, JP_PROMPT_YES_NO, "Go on?", "");
	stage_wait_ms(stage, 200);
	stage_expect(&stage->told, "cancelled cancel|");
	assert_false(stage_reply(stage, "jp-7-1", "true"));
	stage_expect(&stage->keys, "");
}

static void a_jp_that_goes_on_does_not_wait(void **state)
{
	struct stage *stage = *state;

	stage_ask(stage, "c1");
	stage_log(stage, TRACE_LINE_EVENT);
	assert_false(stage_answer(stage, "c1", ACTION_APPROVE, NULL, ""));
	stage_expect(&stage->told, "ASK c1|cancelled cancel|");
	stage_expect(&stage->keys, "");
}

static void a_terminal_that_reads_otherwise_does_not_wait(void **state)
{
	struct stage *stage = *state;

	stage_ask(stage, "c1");
	stage->mode = JP_DRIVE_LINES;
	stage_wait_ms(stage, 1);
	assert_false(stage_answer(stage, "c1", ACTION_APPROVE, NULL, ""));
	stage_expect(&stage->told, "ASK c1|cancelled cancel|");
}

static void a_question_is_offered_where_each_key_counts(void **state)
{
	struct stage *stage = *state;

	stage_draw(stage, JP_PROMPT_YES_NO, "Overwrite?", "");
	stage_wait_ms(stage, 200);
	stage_expect(&stage->told, "ASK jp-7-1|");
	assert_false(stage_reply(stage, "jp-7-1", "\"yes\""));
	stage_expect(&stage->keys, "");
	stage_expect(&stage->told,
		     "refused: jp has no key for this answer|ASK jp-7-1|");
	assert_true(stage_reply(stage, "jp-7-1", "false"));
	stage_expect(&stage->keys, "n");
	stage_draw(stage, JP_PROMPT_NONE, "", "");
	stage_expect(&stage->told, "answered plugin|keys dropped|");
}

static void that_jp_hides_a_result_is_told(void **state)
{
	struct stage *stage = *state;

	stage_draw(stage, JP_PROMPT_DELIVERY, "shell", "");
	stage_wait_ms(stage, 200);
	stage_expect(&stage->told, "ASK jp-7-1|");
	assert_non_null(
		strstr(stage->last.buf, "Deliver shell result to assistant?"));
	assert_non_null(strstr(stage->last.buf, "only once it is delivered"));
	assert_true(stage_reply(stage, "jp-7-1", "false"));
	stage_expect(&stage->keys, "n");
}

static void the_end_of_jp_answers_nothing(void **state)
{
	struct stage *stage = *state;

	stage_ask(stage, "c1");
	stage_answer(stage, "c1", ACTION_APPROVE, NULL, "");
	jp_drive_ended(stage->drive);
	stage_expect(&stage->told, "ASK c1|cancelled cancel|");
	assert_false(jp_drive_holds(stage->drive));
}

static void who_comes_late_gets_what_waits(void **state)
{
	struct stage *stage = *state;
	const struct jp_drive_sink late = { .user = stage,
					    .event = stage_on_event,
					    .asks = stage_on_asks };

	stage_ask(stage, "c1");
	strbuf_reset(&stage->told);
	jp_drive_replay(stage->drive, &late);
	stage_expect(&stage->told, "ASK c1|");
	stage_answer(stage, "c1", ACTION_APPROVE, NULL, "");
	stage_draw(stage, JP_PROMPT_NONE, "", "");
	strbuf_reset(&stage->told);
	jp_drive_replay(stage->drive, &late);
	stage_expect(&stage->told, "");
	stage_draw(stage, JP_PROMPT_LIST, "Which?", "");
	stage_wait_ms(stage, 1600);
	stage_expect(&stage->told, "asks inquiry -|");
	jp_drive_replay(stage->drive, &late);
	stage_expect(&stage->told, "asks inquiry -|");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_TEST(a_call_that_jp_asks_about_is_offered),
		STAGE_TEST(it_is_not_offered_before_jp_is_quiet),
		STAGE_TEST(what_is_not_certain_is_only_told),
		STAGE_TEST(a_prompt_that_no_call_explains_is_not_offered),
		STAGE_TEST(a_call_whose_prompt_was_not_seen_is_told),
		STAGE_TEST(a_prompt_that_is_seen_late_waits_once),
		STAGE_TEST(in_a_terminal_that_reads_lines_nothing_is_asked),
		STAGE_TEST(each_call_is_asked_about_in_its_turn),
		STAGE_TEST(what_is_remembered_is_not_waited_for),
		STAGE_TEST(a_prompt_over_a_prompt_is_trusted_in_nothing),
		STAGE_TEST(a_jp_that_goes_on_does_not_wait),
		STAGE_TEST(a_terminal_that_reads_otherwise_does_not_wait),
		STAGE_TEST(a_question_is_offered_where_each_key_counts),
		STAGE_TEST(that_jp_hides_a_result_is_told),
		STAGE_TEST(the_end_of_jp_answers_nothing),
		STAGE_TEST(who_comes_late_gets_what_waits),
	};

	return cmocka_run_group_tests_name("jp-drive", tests, NULL, NULL);
}
