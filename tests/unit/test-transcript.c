#include "config.h"

#include "ui/transcript/transcript.h"

#include <locale.h>
#include <string.h>

#include "tests/unit/stage.h"
#include "tests/unit/test.h"

static void a_turn_reads_from_top_to_bottom(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 40, 8);
	LOAD(stage.conv, TURN, ASK("What changed?"), SAY("Let me see."),
	     CALL("a"), RESULT("a", "fine", "false"), SAY("Nothing."));
	assert_string_equal(stage_draw(&stage),
			    "You                               2m ago\n"
			    "What changed?\n"
			    "Assistant\n"
			    "Let me see.\n"
			    "▸ run  make check  ok, answered after 1s\n"
			    "Nothing.\n"
			    "\n"
			    "\n");
	stage_close(&stage);
}

static void turns_are_set_apart_by_a_rule(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 16, 8);
	LOAD(stage.conv, TURN, ASK("one"), SAY("1"), TURN, ASK("two"), SAY("2"),
	     ASK("and?"));
	assert_string_equal(stage_draw(&stage), "────────────────\n"
						"You       2m ago\n"
						"two\n"
						"Assistant\n"
						"2\n"
						"\n"
						"You       2m ago\n"
						"and?\n");
	stage_close(&stage);
}

static void a_call_tells_its_state_in_a_word(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 36, 12);
	stage_push(&stage, CALL("w"), true);
	stage_push(&stage, CALL("r"), false);
	stage_push(&stage, CALL("f"), false);
	stage_push(&stage, RESULT("f", "\\nno such file\\ntrace", "true"),
		   false);
	stage_push(&stage, CALL("s"), false);
	stage_push(&stage, RESULT("s", "Tool skipped by user.", "false"),
		   false);
	stage.now_ms += 4100;
	assert_string_equal(stage_draw(&stage),
			    "Assistant\n"
			    "▸ run  make check         waiting 4s\n"
			    "⠙ run  make check       running 4.1s\n"
			    "▸ run  make check         failed 0ms\n"
			    "  no such file\n"
			    "▸ run  make check        skipped 0ms\n"
			    "\n\n\n\n\n\n");
	conversation_turn_ended(stage.conv, stage.now_ms);
	assert_non_null(strstr(stage_draw(&stage), "interrupted\n"));
	stage_close(&stage);
}

static void a_narrow_call_drops_its_time_before_its_word(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 22, 3);
	LOAD(stage.conv, CALL("a"), RESULT("a", "x", "false"));
	assert_non_null(strstr(stage_draw(&stage), "▸ run  ma… ok after 1s\n"));
	stage.cols = 12;
	assert_non_null(strstr(stage_draw(&stage), " ok\n"));
	stage_close(&stage);
}

static void json_errors_show_their_message(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 40, 4);
	LOAD(stage.conv, CALL("a"),
	     RESULT("a",
		    "{\\\"message\\\":\\\"no\\\\nsuch\\\","
		    "\\\"trace\\\":[]}",
		    "true"));
	assert_non_null(strstr(stage_draw(&stage), "\n  no\n"));
	stage_close(&stage);
}

static void a_running_call_shows_the_end_of_its_output(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 30, 6);
	stage_push(&stage, CALL("a"), false);
	for (int i = 0; i < 50; i++) {
		struct strbuf raw = STRBUF_INIT;

		strbuf_addf(&raw,
			    "{\"type\":\"tool_call_output\",\"id\":\"a\","
			    "\"chunk\":\"line %d\\n\"}",
			    i);
		stage_push(&stage, raw.buf, false);
		stage_draw(&stage);
		strbuf_release(&raw);
	}
	assert_string_equal(stage_draw(&stage),
			    "Assistant\n"
			    "⠋ run  make check running 0.0s\n"
			    "  line 47\n"
			    "  line 48\n"
			    "  line 49\n"
			    "\n");
	stage_push(&stage, RESULT("a", "done", "false"), false);
	assert_null(strstr(stage_draw(&stage), "line 49"));
	stage_close(&stage);
}

static void folding_shows_arguments_and_result_then_all_of_it(void **state)
{
	struct stage stage;
	struct strbuf result = STRBUF_INIT;
	const char *raws[2];

	(void)state;
	strbuf_addstr(&result, "{\"type\":\"tool_call_response\",\"id\":\"a\","
			       "\"content\":\"");
	for (int i = 1; i <= 100; i++)
		strbuf_addf(&result, "row %d\\n", i);
	strbuf_addstr(&result, "\"}");
	raws[0] = CALL_WITH("a", "edit", "{\"path\":\"a.c\",\"n\":3}");
	raws[1] = result.buf;
	stage_open(&stage, 30, 40);
	told_history(stage.conv, raws, 2);
	stage_draw(&stage);
	transcript_toggle(stage.view);
	assert_non_null(strstr(stage_draw(&stage), "▾ edit  a.c"));
	assert_non_null(strstr(stage_draw(&stage), "\n  path  a.c\n  n  3\n"));
	assert_non_null(
		strstr(stage_draw(&stage), "\n  row 20\n  … 80 more lines\n"));
	transcript_toggle(stage.view);
	assert_null(strstr(stage_draw(&stage), "more lines"));
	assert_non_null(strstr(stage_draw(&stage), "▾ edit  a.c"));
	transcript_end(stage.view);
	assert_non_null(strstr(stage_draw(&stage), "  row 100\n"));
	transcript_toggle(stage.view);
	assert_non_null(strstr(stage_draw(&stage), "▸ edit  a.c"));
	assert_null(strstr(stage_draw(&stage), "row"));
	strbuf_release(&result);
	stage_close(&stage);
}

static void reasoning_is_a_line_that_unfolds(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 30, 6);
	LOAD(stage.conv,
	     "{\"type\":\"chat_response\",\"reasoning\":\"\\n First I look "
	     "at the file, then I think.\"}",
	     SAY("ok"));
	assert_string_equal(stage_draw(&stage),
			    "Assistant\n"
			    "▸ Reasoning  First I look at …\n"
			    "ok\n\n\n\n");
	transcript_toggle_reasoning(stage.view);
	assert_string_equal(stage_draw(&stage), "Assistant\n"
						"▾ Reasoning\n"
						"  First I look at the file,\n"
						"  then I think.\n"
						"ok\n\n");
	transcript_toggle_reasoning(stage.view);
	assert_non_null(strstr(stage_draw(&stage), "▸ Reasoning"));
	stage_close(&stage);
}

static void reasoning_that_streams_shows_its_last_rows(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 20, 6);
	stage_chunk(&stage, true, "\"one\\ntwo\\n\"");
	stage_chunk(&stage, true, "\"three\\nfour\\n\"");
	assert_string_equal(stage_draw(&stage), "Assistant\n"
						"▾ Reasoning\n"
						"  two\n  three\n  four\n"
						"\n");
	stage_chunk(&stage, true, "\"fi\"");
	stage_draw(&stage);
	stage_chunk(&stage, true, "\"ve\"");
	assert_non_null(
		strstr(stage_draw(&stage), "  three\n  four\n  five\n"));
	stage_chunk(&stage, false, "\"So\"");
	assert_string_equal(stage_draw(&stage), "Assistant\n"
						"▸ Reasoning  one tw…\n"
						"So\n\n\n\n");
	stage_close(&stage);
}

static void notices_are_not_the_persons_words(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 40, 8);
	LOAD(stage.conv, TURN,
	     ASK("---\\n**system notifications**\\n\\n- a file "
		 "changed\\n---\\n\\nGo on"));
	assert_string_equal(stage_draw(&stage),
			    "You                               2m ago\n"
			    "▸ system notifications\n"
			    "Go on\n\n\n\n\n\n");
	transcript_toggle(stage.view);
	assert_non_null(strstr(stage_draw(&stage), "▾ system notifications\n"));
	assert_non_null(strstr(stage_draw(&stage), "  - a file changed\n"));
	stage_close(&stage);
}

static void an_inquiry_shows_its_answer(void **state)
{
	static const char question[] =
		"{\"type\":\"inquiry_request\",\"id\":\"q\",\"source\":"
		"{\"source\":\"tool\",\"name\":\"fs_modify_file\"},"
		"\"question\":{\"text\":\"Apply?\\n+ a\",\"answer_type\":"
		"{\"type\":\"boolean\"}}}";
	struct stage stage;

	(void)state;
	stage_open(&stage, 40, 6);
	stage_push(&stage, question, true);
	stage.now_ms += 12000;
	assert_string_equal(stage_draw(&stage),
			    "Assistant\n"
			    "▸ Question  fs_modify_file   waiting 12s\n"
			    "  Apply?\n"
			    "  + a\n"
			    "\n\n");
	stage_push(
		&stage,
		"{\"type\":\"inquiry_response\",\"id\":\"q\",\"answer\":true}",
		false);
	assert_non_null(strstr(stage_draw(&stage),
			       "▸ Question  fs_modify_file  Apply?\n"
			       "  answer: yes\n"));
	stage_close(&stage);
}

static void small_events_are_one_line(void **state)
{
	struct stage stage;
	struct event_log log = EVENT_LOG_INIT;

	(void)state;
	stage_open(&stage, 40, 8);
	event_log_add(&log, SLICE("{\"type\":\"config_delta\",\"delta\":"
				  "{\"assistant\":{\"model\":{\"id\":"
				  "\"flash\"}}}}"));
	event_log_add(&log, SLICE("{\"type\":\"config_delta\",\"delta\":{}}"));
	event_log_add(&log, SLICE("{\"type\":\"compaction\"}"));
	event_log_add_too_large(&log, 70000000);
	event_log_add(&log, SLICE("{\"type\":\"new_thing\",\"a\":1,"
				  "\"metadata\":{\"s\":2}}"));
	event_log_add(&log, SLICE("{\"type\":\"chat_response\",\"data\":"
				  "{\"title\":\"A\",\"tags\":[1,2]}}"));
	conversation_load(stage.conv, &log);
	assert_string_equal(stage_draw(&stage),
			    "model changed to flash\n"
			    "configuration changed\n"
			    "earlier turns were compacted\n"
			    "an event of 70 MB was left out\n"
			    "▸ new_thing\n"
			    "Assistant\n"
			    "{\"title\":\"A\",\"tags\":[1,2]}\n"
			    "\n");
	transcript_toggle(stage.view);
	stage.rows = 12;
	assert_non_null(strstr(stage_draw(&stage),
			       "▾ new_thing\n  type: new_thing\n"
			       "  a: 1\nAssistant\n"));
	stage.cols = 20;
	transcript_end(stage.view);
	assert_non_null(strstr(stage_draw(&stage), "title: A\ntags: [1,2]\n"));
	stage_close(&stage);
}

static void foreign_text_cannot_leave_its_row(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 60, 8);
	stage_push(&stage,
		   "{\"type\":\"chat_request\",\"author\":\"a\\u001b]0;x\\u0007"
		   "\\nb\",\"content\":\"\\u001b[2Jhi\"}",
		   false);
	stage_push(&stage,
		   CALL_WITH("x\\u001b", "na\\u001b[31mme\\n",
			     "{\"p\\u202e\":"
			     "\"\\u001bP\\nq\"}"),
		   false);
	stage_draw(&stage);
	transcript_toggle_tools(stage.view);
	stage_draw(&stage);
	for (int y = 0; y < 8; y++)
		for (int x = 0; x < 60; x++)
			assert_true(canvas_cell(&stage.cv, x, y)->ch != 0x1b &&
				    canvas_cell(&stage.cv, x, y)->ch != 0x202e);
	assert_non_null(strstr(stage.text.buf, "a b\n"));
	assert_non_null(strstr(stage.text.buf, "na\\x1B[31mme\\n "));
	assert_non_null(strstr(stage.text.buf, "\nhi\n"));
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_turn_reads_from_top_to_bottom),
		cmocka_unit_test(turns_are_set_apart_by_a_rule),
		cmocka_unit_test(a_call_tells_its_state_in_a_word),
		cmocka_unit_test(a_narrow_call_drops_its_time_before_its_word),
		cmocka_unit_test(json_errors_show_their_message),
		cmocka_unit_test(a_running_call_shows_the_end_of_its_output),
		cmocka_unit_test(
			folding_shows_arguments_and_result_then_all_of_it),
		cmocka_unit_test(reasoning_is_a_line_that_unfolds),
		cmocka_unit_test(reasoning_that_streams_shows_its_last_rows),
		cmocka_unit_test(notices_are_not_the_persons_words),
		cmocka_unit_test(an_inquiry_shows_its_answer),
		cmocka_unit_test(small_events_are_one_line),
		cmocka_unit_test(foreign_text_cannot_leave_its_row),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("transcript", tests, NULL, NULL);
}
