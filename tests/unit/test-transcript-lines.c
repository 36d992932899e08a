#include "config.h"

#include "ui/transcript/transcript.h"

#include <locale.h>
#include <string.h>

#include "proto/json-write.h"
#include "tests/unit/random.h"
#include "tests/unit/stage.h"
#include "tests/unit/test.h"
#include "ui/transcript/transcript-private.h"

/* Lines that are hard to draw; copying what is drawn would alter each. */
static const char *const hard_lines[] = {
	"plain words, and more of them than any narrow window shows in a row",
	"日本語のテキストは空白なしで続くのでどこでも折り返されます",
	"e\xcc\x81 and o\xcc\x88\xcc\xa3 and \xf0\x9f\x87\xa9\xf0\x9f\x87\xaa",
	"\tone tab\tand another\t",
	"blanks behind it   ",
	"   blanks before it, and     within",
	"- an item that is **bold** and goes on for longer than that",
	"  - one below it with `code of its own` and [a link](http://x.y/z)",
	"> a quote of words that do not fit in one row of the window",
	"1. number one",
	"averylongwordthatfitsinnorowatallbecauseithasnoblanksandnohyphens"
	"averylongwordthatfitsinnorowatallbecauseithasnoblanksandnohyphens",
	"\x1b[31mred\x1b[0m and \xe2\x80\x8bnothing and \x01 a control",
	"progress 10 %\rprogress 100 %",
	"x - y / z-z/z",
};

enum { HARD_LINES = sizeof(hard_lines) / sizeof(hard_lines[0]) };

static void push_text(struct stage *stage, const char *before,
		      struct slice text)
{
	struct strbuf raw = STRBUF_INIT;

	strbuf_addstr(&raw, before);
	json_write_string(&raw, text);
	strbuf_addstr(&raw, "}");
	stage_push(stage, raw.buf, false);
	strbuf_release(&raw);
}

#define AS_REQUEST "{\"type\":\"chat_request\",\"content\":"
#define AS_MESSAGE "{\"type\":\"chat_response\",\"message\":"

/* A selection of the conversation's first line. */
static void select_first(struct stage *stage)
{
	assert_true(transcript_lines_begin(stage->view));
	transcript_lines_home(stage->view);
	stage->view->range.fixed = stage->view->range.moving;
}

static bool select_next(struct stage *stage)
{
	struct line_place before = stage->view->range.moving;

	transcript_lines_step(stage->view, 1);
	stage->view->range.fixed = stage->view->range.moving;
	return stage->view->range.moving.id != before.id ||
	       stage->view->range.moving.line != before.line;
}

static const char *copied(struct stage *stage)
{
	strbuf_reset(&stage->text);
	transcript_lines_text(stage->view, &stage->text);
	return stage->text.buf;
}

static void each_line_is_copied_as_it_came_at_any_width(void **state)
{
	static const char *const forms[] = { AS_REQUEST, AS_MESSAGE };
	struct strbuf text = STRBUF_INIT;

	(void)state;
	for (int i = 0; i < HARD_LINES; i++)
		strbuf_addf(&text, "%s%s\n", i ? "\n" : "", hard_lines[i]);
	for (int cols = 1; cols <= 200; cols++) {
		struct stage stage;

		stage_open(&stage, cols, 20);
		push_text(&stage, forms[cols % 2], strbuf_slice(&text));
		stage_layout(&stage);
		select_first(&stage);
		for (int i = 0; i < HARD_LINES; i++) {
			assert_string_equal(copied(&stage), hard_lines[i]);
			assert_int_equal(select_next(&stage),
					 i + 1 < HARD_LINES);
		}
		stage_close(&stage);
	}
	strbuf_release(&text);
}

static void all_lines_of_a_message_are_the_message(void **state)
{
	struct strbuf text = STRBUF_INIT;
	uint64_t seed = 11;

	(void)state;
	for (int cols = 1; cols <= 200; cols++) {
		struct stage stage;

		strbuf_reset(&text);
		strbuf_addstr(&text, "\n```c\nint x;\n\n```\n");
		for (int i = 0; i < 8; i++)
			strbuf_addf(&text, "%s%s",
				    hard_lines[random_below(&seed, HARD_LINES)],
				    random_below(&seed, 2) ? "\n\n" : "\n");
		strbuf_addstr(&text, "Set\n===\n\n| a | b |\n|---|---|\n"
				     "| 1 | 2 |\n\n");
		stage_open(&stage, cols, 20);
		push_text(&stage, AS_MESSAGE, strbuf_slice(&text));
		stage_layout(&stage);
		select_first(&stage);
		transcript_lines_last(stage.view);
		assert_string_equal(copied(&stage), text.buf);
		stage_close(&stage);
	}
	strbuf_release(&text);
}

static void open_with(struct stage *stage, const char *text)
{
	stage_open(stage, 40, 20);
	push_text(stage, AS_MESSAGE, slice_str(text));
	stage_layout(stage);
	select_first(stage);
}

static void a_code_block_is_copied_with_or_without_its_fences(void **state)
{
	struct stage stage;

	(void)state;
	open_with(&stage, "Look:\n```c\nint x;\n\nint y;\n```\nDone.");
	/* With the words before: the end of the block belongs to it. */
	for (int i = 0; i < 4; i++)
		transcript_lines_step(stage.view, 1);
	assert_string_equal(copied(&stage),
			    "Look:\n```c\nint x;\n\nint y;\n```");
	transcript_lines_step(stage.view, -1);
	assert_string_equal(copied(&stage), "Look:\n```c\nint x;\n");
	/* Only its lines. */
	select_first(&stage);
	select_next(&stage);
	select_next(&stage);
	transcript_lines_step(stage.view, 2);
	assert_string_equal(copied(&stage), "int x;\n\nint y;");
	stage_close(&stage);
}

static void a_table_is_copied_whole(void **state)
{
	struct stage stage;

	(void)state;
	open_with(&stage, "T:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nend");
	select_next(&stage);
	assert_string_equal(copied(&stage), "| a | b |\n|---|---|\n| 1 | 2 |");
	select_next(&stage);
	assert_string_equal(copied(&stage), "end");
	stage_close(&stage);
}

static void a_line_of_a_patch_is_a_line(void **state)
{
	struct stage stage;

	(void)state;
	open_with(&stage, "```diff\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n one\n"
			  "-two words\n-gone\n+two signs\n three\n```");
	for (int i = 0; i < 5; i++)
		select_next(&stage);
	assert_string_equal(copied(&stage), "-two words");
	select_next(&stage);
	assert_string_equal(copied(&stage), "-gone");
	select_next(&stage);
	assert_string_equal(copied(&stage), "+two signs");
	select_next(&stage);
	assert_string_equal(copied(&stage), " three");
	stage_close(&stage);
}

static void what_joins_two_lines_in_a_row_is_copied_with_both(void **state)
{
	struct stage stage;

	(void)state;
	open_with(&stage, "before\na `span of\ncode` here\nbehind");
	select_next(&stage);
	assert_string_equal(copied(&stage), "a `span of\ncode` here");
	select_next(&stage);
	assert_string_equal(copied(&stage), "behind");
	stage_close(&stage);
}

#define ALL_OF_A "run\n{\n  \"command\": \"make check\"\n}\nx\ny\nz"

static void what_is_folded_is_copied_whole(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 40, 20);
	LOAD(stage.conv, ASK("go"), CALL("a"),
	     RESULT("a", "x\\ny\\nz", "false"), SAY("end"));
	stage_layout(&stage);
	select_first(&stage);
	select_next(&stage);
	assert_string_equal(copied(&stage), ALL_OF_A);
	transcript_lines_step(stage.view, 1);
	assert_string_equal(copied(&stage), ALL_OF_A "\n\nend");
	stage_close(&stage);
}

static void what_is_unfolded_is_copied_by_its_lines(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 40, 20);
	LOAD(stage.conv, ASK("go"), CALL("a"),
	     RESULT("a", "x\\ny\\nz", "false"));
	stage_layout(&stage);
	transcript_toggle_tools(stage.view);
	stage_layout(&stage);
	select_first(&stage);
	select_next(&stage);
	assert_string_equal(copied(&stage),
			    "run\n{\n  \"command\": \"make check\"\n}");
	select_next(&stage);
	assert_string_equal(copied(&stage),
			    "{\n  \"command\": \"make check\"\n}");
	select_next(&stage);
	assert_string_equal(copied(&stage), "x");
	select_next(&stage);
	transcript_lines_step(stage.view, 1);
	assert_string_equal(copied(&stage), "y\nz");
	transcript_lines_swap(stage.view);
	transcript_lines_item(stage.view, -1);
	assert_string_equal(copied(&stage), ALL_OF_A);
	transcript_lines_item(stage.view, -1);
	assert_string_equal(copied(&stage), "go\n\n" ALL_OF_A);
	stage_close(&stage);
}

static void notifications_are_lines_too(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 40, 20);
	LOAD(stage.conv, ASK("---\\n**system notifications**\\n\\n- a\\n- b\\n"
			     "---\\n\\nGo on\\nnow"));
	stage_layout(&stage);
	select_first(&stage);
	assert_string_equal(copied(&stage), "---\n**system notifications**\n\n"
					    "- a\n- b\n---\n");
	select_next(&stage);
	assert_string_equal(copied(&stage), "Go on");
	transcript_toggle(stage.view);
	stage_layout(&stage);
	select_first(&stage);
	assert_string_equal(copied(&stage), "- a");
	select_next(&stage);
	assert_string_equal(copied(&stage), "- b");
	select_next(&stage);
	select_next(&stage);
	assert_string_equal(copied(&stage), "now");
	stage_close(&stage);
}

/* A long result ends with "… 75 more lines". */
static void a_fold_stands_for_what_it_hides(void **state)
{
	struct stage stage;
	struct strbuf raw = STRBUF_INIT;

	(void)state;
	stage_open(&stage, 40, 20);
	for (int i = 1; i < 100; i++)
		strbuf_addf(&raw, "r%d\\n", i);
	stage_push(&stage, CALL("a"), false);
	strbuf_insert(&raw, 0, "\",\"content\":\"", 13);
	strbuf_insert(&raw, 0, "{\"type\":\"tool_call_response\",\"id\":\"a",
		      36);
	strbuf_addstr(&raw, "r100\"}");
	stage_push(&stage, raw.buf, false);
	stage_layout(&stage);
	transcript_toggle_tools(stage.view);
	stage_layout(&stage);
	select_first(&stage);
	transcript_lines_last(stage.view);
	stage.view->range.fixed = stage.view->range.moving;
	assert_non_null(strstr(copied(&stage), "r99\nr100"));
	assert_null(strstr(copied(&stage), "more"));
	assert_int_equal(*copied(&stage), 'r');
	transcript_lines_step(stage.view, -1);
	assert_int_equal(strncmp(copied(&stage), "r20\nr21\n", 8), 0);
	strbuf_release(&raw);
	stage_close(&stage);
}

static void rules_and_headers_are_no_lines(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 40, 20);
	LOAD(stage.conv, TURN, ASK("one"), SAY("answer"), TURN, ASK("two"),
	     "{\"type\":\"config_delta\",\"delta\":{}}", SAY("last"));
	stage_layout(&stage);
	select_first(&stage);
	transcript_lines_last(stage.view);
	assert_string_equal(copied(&stage), "one\n\nanswer\n\ntwo\n\nlast");
	stage_close(&stage);
}

static void ends_stay_at_their_lines(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 60, 12);
	LOAD(stage.conv, ASK("one"),
	     SAY("long words that will wrap\\n\\nb\\n\\nc"));
	stage_layout(&stage);
	select_first(&stage);
	select_next(&stage);
	transcript_lines_step(stage.view, 1);
	assert_string_equal(copied(&stage), "long words that will wrap\n\nb");
	stage.cols = 7;
	stage_layout(&stage);
	assert_string_equal(copied(&stage), "long words that will wrap\n\nb");
	/* The same history, and more of it. */
	LOAD(stage.conv, ASK("one"),
	     SAY("long words that will wrap\\n\\nb\\n\\nc"), TURN, ASK("two"));
	stage_layout(&stage);
	assert_string_equal(copied(&stage), "long words that will wrap\n\nb");
	for (int i = 0; i < 2000; i++)
		stage_chunk(&stage, false, "\"more\\n\"");
	stage_layout(&stage);
	assert_string_equal(copied(&stage), "long words that will wrap\n\nb");
	assert_false(transcript_following(stage.view));
	stage_close(&stage);
}

static void lines_that_are_gone_end_it_and_say_so_once(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 60, 12);
	LOAD(stage.conv, ASK("one"), SAY("a"));
	stage_layout(&stage);
	select_first(&stage);
	transcript_lines_step(stage.view, 1);
	/* And a key before the next frame. */
	LOAD(stage.conv, ASK("another"));
	transcript_lines_step(stage.view, 1);
	assert_string_equal(copied(&stage), "");
	assert_false(transcript_lines_active(stage.view));
	assert_true(transcript_lines_lost(stage.view));
	assert_false(transcript_lines_lost(stage.view));
	stage_close(&stage);
}

/* With any keys: lines stay in order, one end stays, no crash. */
static void random_moves_keep_the_order(void **state)
{
	struct stage stage;
	uint64_t seed = random_seed(4);

	(void)state;
	stage_open(&stage, 50, 10);
	for (int i = 0; i < 30; i++) {
		stage_push(&stage, TURN, false);
		stage_push(&stage, ASK("why?"), false);
		stage_push(&stage, CALL("c"), false);
		stage_push(&stage, RESULT("c", "1\\n2\\n3", "false"), false);
		stage_push(&stage, SAY("x\\n\\n```\\ncode\\n```\\n\\n- y"),
			   false);
	}
	stage_layout(&stage);
	assert_true(transcript_lines_begin(stage.view));
	for (int i = random_rounds(3000); i; i--) {
		int step = random_below(&seed, 2) ? 1 : -1;
		struct lines_span span;

		switch (random_below(&seed, 10)) {
		case 0:
			transcript_lines_page(stage.view, 2 * step);
			break;
		case 1:
			transcript_lines_page(stage.view, step);
			break;
		case 2:
			transcript_lines_turn(stage.view, step);
			break;
		case 3:
			transcript_lines_item(stage.view, step);
			break;
		case 4:
			transcript_lines_swap(stage.view);
			break;
		case 5:
			transcript_toggle(stage.view);
			break;
		case 6:
			transcript_lines_point(
				stage.view, (int)random_below(&seed, 14) - 2);
			break;
		case 7:
			stage.cols = 1 + (int)random_below(&seed, 60);
			stage.rows = 1 + (int)random_below(&seed, 20);
			break;
		default:
			transcript_lines_step(stage.view, step);
		}
		stage_layout(&stage);
		assert_true(transcript_lines_active(stage.view));
		assert_false(transcript_following(stage.view));
		assert_true(transcript_lines_span(stage.view, &span));
		assert_true(span.first < span.end ||
			    (span.first == span.end && span.line <= span.last));
		assert_true(*copied(&stage));
		stage_draw(&stage);
	}
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_line_is_copied_as_it_came_at_any_width),
		cmocka_unit_test(all_lines_of_a_message_are_the_message),
		cmocka_unit_test(
			a_code_block_is_copied_with_or_without_its_fences),
		cmocka_unit_test(a_table_is_copied_whole),
		cmocka_unit_test(a_line_of_a_patch_is_a_line),
		cmocka_unit_test(
			what_joins_two_lines_in_a_row_is_copied_with_both),
		cmocka_unit_test(what_is_folded_is_copied_whole),
		cmocka_unit_test(what_is_unfolded_is_copied_by_its_lines),
		cmocka_unit_test(notifications_are_lines_too),
		cmocka_unit_test(a_fold_stands_for_what_it_hides),
		cmocka_unit_test(rules_and_headers_are_no_lines),
		cmocka_unit_test(ends_stay_at_their_lines),
		cmocka_unit_test(lines_that_are_gone_end_it_and_say_so_once),
		cmocka_unit_test(random_moves_keep_the_order),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("transcript-lines", tests, NULL,
					   NULL);
}
