#include "config.h"

#include "src/jphost/jp/jp-drive.h"

#include "src/jphost/jp/jp-arguments.h"
#include "tests/unit/jp-drive-stage.h"

/* What is answered or cancelled, as keys for jp. */

static void one_key_is_written_and_nothing_behind_it(void **state)
{
	struct stage *stage = *state;

	stage_ask(stage, "c1");
	stage_expect(&stage->told, "ASK c1|");
	assert_true(stage_answer(stage, "c1", ACTION_APPROVE, NULL, ""));
	stage_expect(&stage->keys, "y");
	assert_true(jp_drive_holds(stage->drive));
	stage_draw(stage, JP_PROMPT_NONE, "", "");
	stage_expect(&stage->told, "approved plugin|keys dropped|");
	assert_false(jp_drive_holds(stage->drive));
	stage_expect(&stage->keys, "");
}

static void the_first_answer_counts_and_no_other(void **state)
{
	struct stage *stage = *state;

	stage_ask(stage, "c1");
	assert_true(stage_answer(stage, "c1", ACTION_REJECT, NULL, ""));
	assert_false(stage_answer(stage, "c1", ACTION_APPROVE, NULL, ""));
	stage_draw(stage, JP_PROMPT_NONE, "", "");
	assert_false(stage_answer(stage, "c1", ACTION_APPROVE, NULL, ""));
	stage_expect(&stage->keys, "n");
	stage_expect(&stage->told, "ASK c1|rejected plugin|keys dropped|");
}

static void what_the_person_types_comes_first(void **state)
{
	struct stage *stage = *state;

	stage_ask(stage, "c1");
	jp_drive_typed(stage->drive, SLICE("y"));
	stage_expect(&stage->told, "ASK c1|approved terminal|");
	assert_false(stage_answer(stage, "c1", ACTION_REJECT, NULL, ""));
	stage_expect(&stage->keys, "");
	/* A meaningless key hands it to the user too. */
	stage_draw(stage, JP_PROMPT_NONE, "", "");
	stage_ask(stage, "c2");
	jp_drive_typed(stage->drive, SLICE("x"));
	assert_false(stage_answer(stage, "c2", ACTION_APPROVE, NULL, ""));
	stage_expect(&stage->told, "ASK c2|cancelled terminal|");
	/* What an editor makes of it is unknown, but nobody withdrew it. */
	stage_draw(stage, JP_PROMPT_NONE, "", "");
	stage_ask(stage, "c3");
	jp_drive_typed(stage->drive, SLICE("e"));
	stage_expect(&stage->told, "ASK c3|answered terminal|");
}

static void who_only_looks_has_not_answered(void **state)
{
	struct stage *stage = *state;

	stage_ask(stage, "c1");
	jp_drive_typed(stage->drive, SLICE("p"));
	/* Until it asks again nothing is written, and that is told. */
	stage_expect(&stage->told, "ASK c1|");
	assert_false(stage_answer(stage, "c1", ACTION_APPROVE, NULL, ""));
	stage_expect(&stage->keys, "");
	stage_expect(&stage->told, "refused: somebody looks at it in jp's own "
				   "terminal|ASK c1|");
	stage_draw(stage, JP_PROMPT_NONE, "", "");
	stage_draw(stage, JP_PROMPT_PERMISSION, "shell", "");
	stage_wait_ms(stage, 200);
	assert_true(stage_answer(stage, "c1", ACTION_APPROVE, NULL, ""));
	stage_expect(&stage->keys, "y");
	stage_expect(&stage->told, "");
}

static void an_answer_that_is_not_taken_is_told(void **state)
{
	struct stage *stage = *state;

	stage_ask(stage, "c1");
	stage_answer(stage, "c1", ACTION_APPROVE, NULL, "");
	stage_wait_ms(stage, 2999);
	assert_true(jp_drive_holds(stage->drive));
	stage_wait_ms(stage, 2);
	stage_expect(&stage->told, "ASK c1|jp did not take the answer|"
				   "cancelled cancel|keys pass|");
	stage_expect(&stage->keys, "y");
	assert_false(stage_answer(stage, "c1", ACTION_APPROVE, NULL, ""));
}

static void a_reason_is_written_where_jp_wants_it(void **state)
{
	struct stage *stage = *state;

	stage_ask(stage, "c1");
	assert_true(stage_answer(stage, "c1", ACTION_REJECT,
				 "not\n\x1b[201~now", ""));
	stage_expect(&stage->keys, "r");
	stage_draw(stage, JP_PROMPT_NONE, "", "");
	stage_draw(stage, JP_PROMPT_WIDGET, "Reason for skipping (optional)",
		   "_Provide reasoning for skipping tool execution_");
	stage_expect(&stage->keys, "\x05\x15\x1b[200~not  [201~now\x1b[201~");
	stage_draw(stage, JP_PROMPT_WIDGET, "Reason for skipping (optional)",
		   "not  [201~now");
	stage_wait_ms(stage, 100);
	stage_expect(&stage->keys, "");
	stage_wait_ms(stage, 60);
	stage_expect(&stage->keys, "\r");
	stage_draw(stage, JP_PROMPT_WIDGET, "Reason for skipping (optional)",
		   "not  [201~now");
	stage_draw(stage, JP_PROMPT_NONE, "", "");
	stage_expect(&stage->told, "ASK c1|rejected plugin|keys dropped|");
}

static void a_reason_that_does_not_arrive_is_left(void **state)
{
	struct stage *stage = *state;

	stage_ask(stage, "c1");
	stage_answer(stage, "c1", ACTION_REJECT, "no", "");
	stage_draw(stage, JP_PROMPT_NONE, "", "");
	stage_draw(stage, JP_PROMPT_WIDGET, "Reason for skipping (optional)",
		   "_P_");
	strbuf_reset(&stage->keys);
	stage_draw(stage, JP_PROMPT_WIDGET, "Reason for skipping (optional)",
		   "_P_no");
	stage_wait_ms(stage, 3001);
	/* Cancelled: jp then skips the call. Never Enter. */
	stage_expect(&stage->keys, "\x03");
	stage_expect(&stage->told,
		     "ASK c1|jp did not take the reason: the call is rejected "
		     "without it|cancelled cancel|keys pass|");
}

static void a_blank_reason_is_none(void **state)
{
	struct stage *stage = *state;

	stage_ask(stage, "c1");
	stage_answer(stage, "c1", ACTION_REJECT, " \n ", "");
	stage_expect(&stage->keys, "n");
}

static void changed_arguments_go_through_the_editor(void **state)
{
	struct stage *stage = *state;

	stage_ask(stage, "c1");
	assert_true(stage_answer(stage, "c1", ACTION_MODIFY, NULL,
				 "{\"command\":\"true\"}"));
	stage_expect(&stage->keys, "e");
	stage_draw(stage, JP_PROMPT_NONE, "", "");
	stage_draw(stage, JP_PROMPT_WIDGET, "Edit arguments", "{}");
	stage_expect(&stage->keys, "\x18");
	stage_expect(&stage->edit, "{\"command\":\"true\"}");
	/* Redrawn, but not by it. */
	stage_draw(stage, JP_PROMPT_WIDGET, "Edit arguments", "{}");
	stage_wait_ms(stage, 300);
	stage_expect(&stage->keys, "");
	stage->edited = true;
	stage_draw(stage, JP_PROMPT_WIDGET, "Edit arguments",
		   "{\"command\":\n\"true\"}");
	stage_wait_ms(stage, 200);
	stage_expect(&stage->keys, "\r");
	stage_draw(stage, JP_PROMPT_NONE, "", "");
	stage_expect(&stage->told, "ASK c1|modified plugin|keys dropped|");
}

static void arguments_that_jp_does_not_show_are_not_sent(void **state)
{
	struct stage *stage = *state;

	stage_ask(stage, "c1");
	/* Escapes, because terminals differ in what they show. */
	assert_true(stage_answer(stage, "c1", ACTION_MODIFY, NULL,
				 "{\"command\":\"\u00e9\U0001f600\"}"));
	stage_expect(&stage->keys, "e");
	stage_draw(stage, JP_PROMPT_NONE, "", "");
	stage_draw(stage, JP_PROMPT_WIDGET, "Edit arguments",
		   "{\n\u2026   \"command\": \"ls\"\n\u2026 }");
	stage_expect(&stage->keys, "\x18");
	stage_expect(&stage->edit, "{\"command\":\"\u00e9\\ud83d\\ude00\"}");
	/* They were written, but jp has kept those of the call. */
	stage->edited = true;
	stage_draw(stage, JP_PROMPT_WIDGET, "Edit arguments",
		   "{\n\u2026   \"command\": \"ls\"\n\u2026 }");
	stage_wait_ms(stage, 300);
	stage_expect(&stage->keys, "");
	stage_wait_ms(stage, 5000);
	stage_expect(&stage->keys, "\x03");
	/* What the user edits next must not get them. */
	stage_expect(&stage->edit, "none");
	stage_expect(&stage->told, "ASK c1|jp did not take the arguments|"
				   "cancelled cancel|keys pass|");
}

static void what_terminals_show_differently_is_escaped(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	jp_arguments_write(
		&out,
		SLICE("{ \"\u00e9e\u0301\" : \"a\\n\u2026 \u6587\ud55c\u3042\u3099"
		      "\u00ad\u200b\u05d0\u0436\u0483\U0001f600\U0010ffff\x7f\" }"));
	assert_string_equal(
		out.buf, "{\"\u00e9e\\u0301\":\"a\\n\\u2026 \u6587\ud55c\u3042"
			 "\\u3099\\u00ad\\u200b\\u05d0\u0436\\u0483"
			 "\\ud83d\\ude00\\udbff\\udfff\\u007f\"}");
	strbuf_release(&out);
}

static void without_an_editor_of_ours_it_waits_on(void **state)
{
	struct stage *stage = *state;

	stage_ask(stage, "c1");
	strbuf_reset(&stage->told);
	stage->no_editor = true;
	assert_false(stage_answer(stage, "c1", ACTION_MODIFY, NULL, "{}"));
	stage_expect(&stage->keys, "");
	stage_expect(
		&stage->told,
		"refused: this jp takes changed arguments only in its own terminal: it "
		"has no editor, or editor.cmd is set|ASK c1|");
	assert_true(stage_answer(stage, "c1", ACTION_REJECT, NULL, ""));
}

static void arguments_that_are_no_object_are_not_written(void **state)
{
	struct stage *stage = *state;

	stage_ask(stage, "c1");
	stage_expect(&stage->told, "ASK c1|");
	assert_false(stage_answer(stage, "c1", ACTION_MODIFY, NULL, "[1]"));
	stage_expect(&stage->keys, "");
	stage_expect(&stage->told,
		     "refused: jp has no key for this answer|ASK c1|");
}

static void a_cancelled_turn_is_stopped_in_the_menu(void **state)
{
	struct stage *stage = *state;

	/* The user's own Ctrl-C is left to them. */
	stage_draw(stage, JP_PROMPT_INTERRUPT, "Interrupted", "");
	stage_wait_ms(stage, 200);
	stage_expect(&stage->keys, "");
	stage_draw(stage, JP_PROMPT_NONE, "", "");
	jp_drive_cancel(stage->drive, stage->now_ms);
	stage_draw(stage, JP_PROMPT_INTERRUPT, "Interrupted", "");
	stage_wait_ms(stage, 200);
	stage_expect(&stage->keys, "s");
	stage_wait_ms(stage, 200);
	stage_expect(&stage->keys, "");
}

static void a_cancelled_turn_is_stopped_where_it_asks(void **state)
{
	struct stage *stage = *state;

	stage_ask(stage, "c1");
	stage_call(stage, "c2", "shell", "{}");
	jp_drive_cancel(stage->drive, stage->now_ms);
	stage_wait_ms(stage, 1);
	stage_expect(&stage->keys, "\x03");
	stage_expect(&stage->told, "ASK c1|cancelled cancel|");
	/* Then the next one, once it is drawn completely. */
	stage_draw(stage, JP_PROMPT_NONE, "", "");
	stage_draw(stage, JP_PROMPT_PERMISSION, "shell", "");
	stage_wait_ms(stage, 100);
	stage_expect(&stage->keys, "");
	assert_true(jp_drive_wake_ms(stage->drive) > stage->now_ms);
	stage_wait_ms(stage, 100);
	stage_expect(&stage->keys, "\x03");
	stage_draw(stage, JP_PROMPT_NONE, "", "");
	stage_draw(stage, JP_PROMPT_INTERRUPT, "Interrupted", "");
	stage_wait_ms(stage, 200);
	stage_expect(&stage->keys, "s");
	stage_expect(&stage->told, "");
}

static void a_cancel_leaves_what_a_person_writes(void **state)
{
	struct stage *stage = *state;

	stage_ask(stage, "c1");
	jp_drive_typed(stage->drive, SLICE("r"));
	jp_drive_cancel(stage->drive, stage->now_ms);
	stage_wait_ms(stage, 200);
	stage_draw(stage, JP_PROMPT_WIDGET, "Reason for skipping (optional)",
		   "no");
	stage_wait_ms(stage, 200);
	stage_expect(&stage->keys, "");
	/* And it is too late for a question asked much later. */
	stage_draw(stage, JP_PROMPT_NONE, "", "");
	stage_wait_ms(stage, 6000);
	stage_draw(stage, JP_PROMPT_LIST, "Which?", "");
	stage_wait_ms(stage, 200);
	stage_expect(&stage->keys, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_TEST(one_key_is_written_and_nothing_behind_it),
		STAGE_TEST(the_first_answer_counts_and_no_other),
		STAGE_TEST(what_the_person_types_comes_first),
		STAGE_TEST(who_only_looks_has_not_answered),
		STAGE_TEST(an_answer_that_is_not_taken_is_told),
		STAGE_TEST(a_reason_is_written_where_jp_wants_it),
		STAGE_TEST(a_reason_that_does_not_arrive_is_left),
		STAGE_TEST(a_blank_reason_is_none),
		STAGE_TEST(changed_arguments_go_through_the_editor),
		STAGE_TEST(arguments_that_jp_does_not_show_are_not_sent),
		cmocka_unit_test(what_terminals_show_differently_is_escaped),
		STAGE_TEST(without_an_editor_of_ours_it_waits_on),
		STAGE_TEST(arguments_that_are_no_object_are_not_written),
		STAGE_TEST(a_cancelled_turn_is_stopped_in_the_menu),
		STAGE_TEST(a_cancelled_turn_is_stopped_where_it_asks),
		STAGE_TEST(a_cancel_leaves_what_a_person_writes),
	};

	return cmocka_run_group_tests_name("jp-drive-answer", tests, NULL,
					   NULL);
}
