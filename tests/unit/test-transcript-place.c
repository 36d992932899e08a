#include "config.h"

#include "ui/transcript/transcript.h"

#include <locale.h>
#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/stage.h"
#include "tests/unit/test.h"
#include "ui/transcript/transcript-private.h"

/* Messages of `rows` rows each, with their numbers. */
static void say(struct stage *stage, int number, int rows)
{
	struct strbuf raw = STRBUF_INIT;

	stage_push(stage, TURN, false);
	strbuf_addf(&raw, "{\"type\":\"chat_request\",\"content\":\"q%d\"}",
		    number);
	stage_push(stage, raw.buf, false);
	strbuf_reset(&raw);
	strbuf_addstr(&raw, "{\"type\":\"chat_response\",\"message\":\"");
	for (int i = 0; i < rows; i++)
		strbuf_addf(&raw, "m%d.%d\\n", number, i);
	strbuf_addstr(&raw, "\"}");
	stage_push(stage, raw.buf, false);
	strbuf_release(&raw);
}

/* What is drawn, without the badge. */
static void take_rows(struct stage *stage, struct strbuf *out)
{
	const char *text = stage_draw(stage);
	const char *badge = strstr(text, "▼");

	strbuf_reset(out);
	strbuf_add(out, text, badge ? (size_t)(badge - text) : strlen(text));
	while (out->len && strchr(" \n", out->buf[out->len - 1]))
		strbuf_setlen(out, out->len - 1);
}

static void a_held_view_stands_still_while_rows_arrive(void **state)
{
	struct stage stage;
	struct strbuf before = STRBUF_INIT, after = STRBUF_INIT;

	(void)state;
	stage_open(&stage, 40, 10);
	for (int i = 0; i < 20; i++)
		say(&stage, i, 5);
	stage_chunk(&stage, false, "\"tail\"");
	stage_draw(&stage);
	assert_true(transcript_following(stage.view));
	transcript_scroll(stage.view, -20);
	assert_false(transcript_following(stage.view));
	take_rows(&stage, &before);
	for (int i = 0; i < 2000; i++) {
		stage_chunk(&stage, false, "\"line\\nline\\n\"");
		if (i % 10)
			continue;
		take_rows(&stage, &after);
		assert_string_equal(after.buf, before.buf);
	}
	assert_int_equal(transcript_new_items(stage.view), 1);
	for (int i = 20; i < 1220; i++)
		say(&stage, i, 3);
	take_rows(&stage, &after);
	assert_string_equal(after.buf, before.buf);
	assert_non_null(strstr(stage_draw(&stage), "▼ 3601 new"));
	transcript_end(stage.view);
	assert_true(transcript_following(stage.view));
	assert_non_null(strstr(stage_draw(&stage), "m1219.2"));
	assert_null(strstr(stage_draw(&stage), "▼"));
	strbuf_release(&before);
	strbuf_release(&after);
	stage_close(&stage);
}

static void scrolling_to_the_end_follows_it_again(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 40, 10);
	for (int i = 0; i < 10; i++)
		say(&stage, i, 5);
	stage_draw(&stage);
	transcript_scroll(stage.view, -7);
	transcript_scroll(stage.view, 6);
	assert_false(transcript_following(stage.view));
	transcript_scroll(stage.view, 1);
	assert_true(transcript_following(stage.view));
	transcript_home(stage.view);
	assert_false(transcript_following(stage.view));
	assert_ptr_equal(strstr(stage_draw(&stage), "You"), stage.text.buf);
	transcript_scroll(stage.view, -1000000);
	assert_ptr_equal(strstr(stage_draw(&stage), "You"), stage.text.buf);
	transcript_scroll(stage.view, 1000000);
	assert_true(transcript_following(stage.view));
	stage_close(&stage);
}

static void every_row_can_be_scrolled_to_both_ways(void **state)
{
	struct stage stage;
	struct strbuf down = STRBUF_INIT, up = STRBUF_INIT;
	int count = 0;

	(void)state;
	stage_open(&stage, 24, 1);
	for (int i = 0; i < 8; i++)
		say(&stage, i, 3);
	stage_draw(&stage);
	transcript_home(stage.view);
	while (!transcript_following(stage.view)) {
		strbuf_insert(&down, 0, stage_draw(&stage),
			      strlen(stage_draw(&stage)));
		transcript_scroll(stage.view, 1);
		count++;
	}
	transcript_scroll(stage.view, -1);
	for (int i = 0; i < count; i++) {
		strbuf_addstr(&up, stage_draw(&stage));
		transcript_scroll(stage.view, -1);
	}
	/* The badge appears when the end was left; nothing is new here. */
	assert_string_equal(down.buf, up.buf);
	/* 8 turns of header, question, header, 3 rows; 7 rules; less the end. */
	assert_int_equal(count, 8 * 6 + 7 - 1);
	strbuf_release(&down);
	strbuf_release(&up);
	stage_close(&stage);
}

static void turns_are_stepped_through(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 24, 6);
	for (int i = 0; i < 5; i++)
		say(&stage, i, 4);
	stage_draw(&stage);
	transcript_turn(stage.view, -1);
	assert_non_null(strstr(stage_draw(&stage), "\nq4\n"));
	transcript_turn(stage.view, -1);
	assert_non_null(strstr(stage_draw(&stage), "\nq3\n"));
	transcript_turn(stage.view, -2);
	assert_non_null(strstr(stage_draw(&stage), "\nq1\n"));
	transcript_turn(stage.view, 1);
	assert_non_null(strstr(stage_draw(&stage), "\nq2\n"));
	transcript_turn(stage.view, -100);
	assert_non_null(strstr(stage_draw(&stage), "q0\n"));
	stage_close(&stage);
}

static void the_place_in_a_long_text_survives_a_resize(void **state)
{
	struct stage stage;
	struct strbuf text = STRBUF_INIT;
	char word[8];

	(void)state;
	stage_open(&stage, 80, 10);
	strbuf_addstr(&text, "\"");
	for (int i = 0; i < 5000; i++)
		strbuf_addf(&text, "w%04d ", i);
	strbuf_addstr(&text, "\"");
	stage_chunk(&stage, false, text.buf);
	for (int i = 0; i < 3; i++)
		stage_chunk(&stage, false, "\"\\n\\nnext paragraph\"");
	stage_draw(&stage);
	transcript_home(stage.view);
	transcript_scroll(stage.view, 101);
	memcpy(word, stage_draw(&stage), 5);
	word[5] = '\0';
	for (int cols = 79; cols > 5; cols -= 3) {
		stage.cols = cols;
		stage.rows = 5 + cols % 7;
		/* The same word is in the first row. */
		stage_draw(&stage);
		*strchr(stage.text.buf, '\n') = '\0';
		assert_non_null(strstr(stage.text.buf, word));
	}
	stage.cols = 80;
	assert_memory_equal(stage_draw(&stage), word, 5);
	strbuf_release(&text);
	stage_close(&stage);
}

static void the_place_survives_a_new_history(void **state)
{
	struct stage stage;
	struct strbuf before = STRBUF_INIT, after = STRBUF_INIT;

	(void)state;
	stage_open(&stage, 30, 4);
	LOAD(stage.conv, ASK("1"), SAY("a1\\na2"), ASK("2"), SAY("b1\\nb2"),
	     ASK("3"), SAY("c1\\nc2"), ASK("4"), SAY("d1\\nd2\\nd3"));
	stage_draw(&stage);
	transcript_home(stage.view);
	transcript_scroll(stage.view, 8);
	take_rows(&stage, &before);
	assert_non_null(strstr(before.buf, "b1"));
	/* jp rewrote it: an insertion at the start, some removed, one more at
	 * the end. */
	LOAD(stage.conv, ASK("0"), SAY("z1\\nz2"), ASK("1"), SAY("a1\\na2"),
	     ASK("2"), SAY("b1\\nb2"), ASK("3"), SAY("c1\\nc2"), ASK("4"),
	     SAY("e1\\ne2"));
	take_rows(&stage, &after);
	assert_string_equal(after.buf, before.buf);
	strbuf_release(&before);
	strbuf_release(&after);
	stage_close(&stage);
}

static void the_next_item_takes_the_place_of_one_that_is_gone(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 30, 3);
	LOAD(stage.conv, ASK("1"), SAY("a1\\na2"), ASK("2"),
	     SAY("b1\\nb2\\nb3"), ASK("3"), SAY("c1\\nc2"), ASK("4"),
	     SAY("d1\\nd2\\nd3"));
	stage_draw(&stage);
	transcript_home(stage.view);
	transcript_scroll(stage.view, 10);
	assert_memory_equal(stage_draw(&stage), "b2\n", 3);
	LOAD(stage.conv, ASK("1"), SAY("a1\\na2"), ASK("2"), ASK("3"),
	     SAY("c1\\nc2"), ASK("4"), SAY("d1\\nd2\\nd3"));
	assert_memory_equal(stage_draw(&stage), "\nYou", 4);
	assert_non_null(strstr(stage.text.buf, "\n3\n"));
	assert_false(transcript_following(stage.view));
	stage_close(&stage);
}

static void folding_other_items_moves_nothing(void **state)
{
	struct stage stage;
	struct strbuf before = STRBUF_INIT, after = STRBUF_INIT;

	(void)state;
	stage_open(&stage, 30, 4);
	LOAD(stage.conv, CALL("a"), RESULT("a", "r1\\nr2\\nr3", "false"),
	     SAY("one"), CALL("b"), RESULT("b", "r4\\nr5", "false"),
	     SAY("two\\nthree\\nfour\\nfive\\nsix\\nseven\\neight"));
	stage_draw(&stage);
	transcript_home(stage.view);
	transcript_scroll(stage.view, 4);
	take_rows(&stage, &before);
	assert_memory_equal(before.buf, "two\n", 4);
	transcript_toggle_tools(stage.view);
	take_rows(&stage, &after);
	assert_string_equal(after.buf, before.buf);
	transcript_scroll(stage.view, -2);
	assert_memory_equal(stage_draw(&stage), "  r4\n  r5\n", 10);
	strbuf_release(&before);
	strbuf_release(&after);
	stage_close(&stage);
}

static void unfolding_keeps_the_line_and_shows_what_comes(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 30, 6);
	LOAD(stage.conv, SAY("1\\n2\\n3\\n4\\n5\\n6"), CALL("a"),
	     RESULT("a", "r1\\nr2", "false"), SAY("end"));
	stage_draw(&stage);
	/* First the last visible one, then the one above. */
	transcript_select(stage.view, -1);
	transcript_select(stage.view, -1);
	assert_int_equal(transcript_selected(stage.view),
			 stage.conv->items[1].id);
	assert_int_equal(canvas_cell(&stage.cv, 0, 4)->face, FACE_OK);
	stage_draw(&stage);
	assert_true(canvas_cell(&stage.cv, 0, 4)->selected);
	transcript_toggle(stage.view);
	assert_string_equal(stage_draw(&stage),
			    "6\n"
			    "▾ run  … ok, answered after 1s\n"
			    "  command  make check\n"
			    "  result:\n"
			    "  r1\n"
			    "  r2\n");
	assert_false(transcript_following(stage.view));
	transcript_toggle(stage.view);
	assert_true(transcript_following(stage.view));
	stage_close(&stage);
}

static void a_selection_is_dragged_along_by_scrolling(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 30, 3);
	LOAD(stage.conv, CALL("a"), RESULT("a", "x", "false"), SAY("1\\n2\\n3"),
	     CALL("b"), RESULT("b", "x", "false"), SAY("4\\n5\\n6"), CALL("c"),
	     RESULT("c", "x", "false"));
	stage_draw(&stage);
	transcript_select(stage.view, -1);
	assert_int_equal(transcript_selected(stage.view), 5);
	transcript_scroll(stage.view, -4);
	assert_int_equal(transcript_selected(stage.view), 3);
	transcript_select(stage.view, -2);
	assert_int_equal(transcript_selected(stage.view), 1);
	assert_non_null(strstr(stage_draw(&stage), "▸ run"));
	transcript_select(stage.view, 4);
	assert_int_equal(transcript_selected(stage.view), 5);
	assert_true(transcript_following(stage.view));
	transcript_select(stage.view, 1);
	assert_int_equal(transcript_selected(stage.view), 5);
	stage_close(&stage);
}

static void it_wakes_when_what_is_shown_changes(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 30, 3);
	LOAD(stage.conv, ASK_AT("2026-01-01 11:59:30.5", "hi"));
	/* Seconds would change a screen on which nothing happens. */
	assert_non_null(strstr(stage_draw(&stage), " now\n"));
	assert_int_equal(transcript_wake_ms(stage.view, NOW + 29500),
			 NOW + 60000);
	stage_push(&stage, SAY("1\\n2\\n3"), false);
	stage_draw(&stage);
	assert_int_equal(transcript_wake_ms(stage.view, NOW), -1);
	stage_push(&stage, CALL("a"), false);
	stage_draw(&stage);
	assert_int_equal(transcript_wake_ms(stage.view, NOW + 130), NOW + 200);
	/* It spins out of sight. */
	transcript_home(stage.view);
	stage_draw(&stage);
	assert_int_equal(transcript_wake_ms(stage.view, NOW), NOW + 60000);
	stage_close(&stage);
}

/* jp rewrites files, and a key may come before the next frame. */
static void a_key_after_the_history_shrank_moves_in_what_is_there(void **state)
{
	static const char *const few[] = { ASK("what?"), SAY("last.") };
	struct stage stage;

	(void)state;
	stage_open(&stage, 40, 6);
	for (int i = 0; i < 6; i++)
		stage_push(&stage, ASK("again?"), false);
	stage_layout(&stage);
	while (transcript_top(stage.view) > 2)
		transcript_scroll(stage.view, -1);
	told_history(stage.conv, few, 1);
	transcript_scroll(stage.view, -3);
	assert_int_equal(transcript_top(stage.view), 0);
	transcript_turn(stage.view, 1);
	transcript_select(stage.view, -1);
	transcript_click(stage.view, 4);
	told_history(stage.conv, few, 2);
	assert_non_null(strstr(stage_draw(&stage), "last."));
	stage_close(&stage);
}

static void a_large_history_is_laid_out_only_where_it_shows(void **state)
{
	struct stage stage;
	struct event_log log = EVENT_LOG_INIT;
	uint64_t clock;

	(void)state;
	for (int i = 0; i < 57000; i++)
		event_log_add(&log, i % 3 == 0   ? SLICE(ASK("what?"))
				    : i % 3 == 1 ? SLICE(SAY("this."))
						 : SLICE(CALL("a")));
	stage_open(&stage, 80, 24);
	conversation_load(stage.conv, &log);
	stage_layout(&stage);
	assert_in_range(stage.view->cache.count, 8, 24);
	clock = stage.view->cache.clock;
	stage_layout(&stage);
	/* Selecting upward from the end, and downward. */
	assert_in_range(stage.view->cache.clock - clock, 1, 100);
	transcript_home(stage.view);
	assert_in_range(stage.view->cache.count, 16, 60);
	for (int i = 0; i < 5000; i++)
		transcript_page(stage.view, 2);
	assert_in_range(stage.view->cache.count, 100, 512);
	stage_close(&stage);
}

static void push_random(struct stage *stage, uint64_t *seed, int *calls)
{
	static const char *const said[] = {
		"\"word \"",
		"\"two\\nlines\\n\"",
		"\"\\n\\n\"",
		"\"```\\n\"",
		"\"# Title\\n\"",
		"\"e\"",
		"\"\\u0301\"",
		"\"\\r\"",
		"\"\\u65e5\\u672c\"",
		"\"\\u001b[31m\"",
		"\"a line that is long enough to be wrapped somewhere\"",
	};
	struct strbuf raw = STRBUF_INIT;
	uint32_t what = random_below(seed, 40);

	if (what < 30) {
		stage_chunk(
			stage, random_below(seed, 8) == 0,
			said[random_below(seed, sizeof(said) / sizeof(*said))]);
	} else if (what < 33) {
		strbuf_addf(&raw,
			    "{\"type\":\"tool_call_request\",\"id\":\"c%d\","
			    "\"name\":\"t\",\"arguments\":{\"path\":\"x\"}}",
			    ++*calls);
		stage_push(stage, raw.buf, random_below(seed, 2));
	} else if (what < 36) {
		strbuf_addf(&raw,
			    "{\"type\":\"tool_call_response\",\"id\":\"c%d\","
			    "\"content\":\"r\\nr\\nr\",\"is_error\":%s}",
			    *calls, random_below(seed, 2) ? "true" : "false");
		stage_push(stage, raw.buf, false);
	} else if (what < 38) {
		stage_push(stage, random_below(seed, 2) ? TURN : ASK("next"),
			   false);
	} else {
		conversation_turn_ended(stage->conv, stage->now_ms);
	}
	strbuf_release(&raw);
}

static void rows_made_as_they_came_are_those_made_at_once(void **state)
{
	uint64_t seed = random_seed(42);

	(void)state;
	for (int round = random_rounds(60); round; round--) {
		struct stage stage, fresh;
		int calls = 0;

		stage_open(&stage, 4 + (int)random_below(&seed, 40),
			   1 + (int)random_below(&seed, 40));
		for (int i = 0; i < 150; i++) {
			push_random(&stage, &seed, &calls);
			if (random_below(&seed, 3))
				continue;
			stage_draw(&stage);
			stage_open(&fresh, stage.cols, stage.rows);
			conversation_free(fresh.conv);
			fresh.conv = stage.conv;
			assert_string_equal(stage_draw(&fresh), stage.text.buf);
			fresh.conv = NULL;
			stage_close(&fresh);
		}
		stage_close(&stage);
	}
}

static void any_size_and_any_order_of_commands_is_survived(void **state)
{
	uint64_t seed = random_seed(500200);
	struct stage stage;
	int calls = 0;

	(void)state;
	stage_open(&stage, 80, 24);
	for (int i = random_rounds(20000); i; i--) {
		int step = (int)random_below(&seed, 9) - 4;

		switch (random_below(&seed, 16)) {
		case 0:
			stage.cols = (int)random_below(&seed, 4)
					     ? (int)random_below(&seed, 12)
					     : (int)random_below(&seed, 501);
			stage.rows = (int)random_below(&seed, 4)
					     ? (int)random_below(&seed, 8)
					     : (int)random_below(&seed, 201);
			stage_draw(&stage);
			break;
		case 1:
			transcript_scroll(stage.view, step * 7);
			break;
		case 2:
			transcript_page(stage.view, step);
			break;
		case 3:
			transcript_turn(stage.view, step);
			break;
		case 4:
			transcript_select(stage.view, step);
			break;
		case 5:
			transcript_toggle(stage.view);
			break;
		case 6:
			if (step == 0)
				transcript_toggle_tools(stage.view);
			if (step == 1)
				transcript_toggle_reasoning(stage.view);
			break;
		case 7:
			if (step == 0)
				transcript_home(stage.view);
			if (step == 1)
				transcript_end(stage.view);
			break;
		default:
			push_random(&stage, &seed, &calls);
			stage_draw(&stage);
		}
		assert_true(transcript_wake_ms(stage.view, NOW) >= -1);
	}
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_held_view_stands_still_while_rows_arrive),
		cmocka_unit_test(scrolling_to_the_end_follows_it_again),
		cmocka_unit_test(every_row_can_be_scrolled_to_both_ways),
		cmocka_unit_test(turns_are_stepped_through),
		cmocka_unit_test(the_place_in_a_long_text_survives_a_resize),
		cmocka_unit_test(the_place_survives_a_new_history),
		cmocka_unit_test(
			the_next_item_takes_the_place_of_one_that_is_gone),
		cmocka_unit_test(folding_other_items_moves_nothing),
		cmocka_unit_test(unfolding_keeps_the_line_and_shows_what_comes),
		cmocka_unit_test(a_selection_is_dragged_along_by_scrolling),
		cmocka_unit_test(it_wakes_when_what_is_shown_changes),
		cmocka_unit_test(
			a_key_after_the_history_shrank_moves_in_what_is_there),
		cmocka_unit_test(
			a_large_history_is_laid_out_only_where_it_shows),
		cmocka_unit_test(rows_made_as_they_came_are_those_made_at_once),
		cmocka_unit_test(
			any_size_and_any_order_of_commands_is_survived),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("transcript place", tests, NULL,
					   NULL);
}
