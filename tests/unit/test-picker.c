#include "config.h"

#include "ui/view/picker.h"

#include <locale.h>
#include <stdio.h>

#include "src/base/xalloc.h"
#include "tests/unit/canvas-rows.h"
#include "tests/unit/test.h"

static void add(struct picker *picker, const char *label, const char *detail)
{
	picker_add(picker, slice_str(label), slice_str(detail));
}

#define new_picker(...)                                            \
	make_picker((const char *const[]){ __VA_ARGS__ },          \
		    sizeof((const char *const[]){ __VA_ARGS__ }) / \
			    sizeof(const char *))

static struct picker make_picker(const char *const *labels, size_t count)
{
	struct picker picker;

	picker_init(&picker);
	for (size_t i = 0; i < count; i++)
		add(&picker, labels[i], NULL);
	picker_start(&picker);
	return picker;
}

static enum picker_result press(struct picker *picker, const char *keys)
{
	struct slice rest = slice_str(keys);
	enum picker_result result = PICKER_IGNORED;
	struct key key;

	while (rest.len) {
		assert_true(key_parse(&rest, &key));
		result = picker_key(picker, key);
	}
	return result;
}

/* The matching labels, best first, each after a blank. */
#define assert_matches(picker, want)                                         \
	do {                                                                 \
		struct strbuf got = STRBUF_INIT;                             \
                                                                             \
		for (size_t n = 0; n < (picker)->match_count; n++)           \
			strbuf_addf(&got, " %s",                             \
				    (picker)->labels[(picker)->matches[n]]); \
		assert_string_equal(got.buf, want);                          \
		strbuf_release(&got);                                        \
	} while (0)

static struct canvas draw(struct picker *picker, int w, int h, size_t mark)
{
	struct canvas cv = new_canvas(w, h);

	picker_draw(picker, &cv, (struct rect){ 0, 0, w, h }, mark, true);
	return cv;
}

static void all_match_in_order_at_the_start(void **state)
{
	struct picker picker = new_picker("b", "a", "c");

	(void)state;
	assert_matches(&picker, " b a c");
	assert_int_equal(picker_chosen(&picker), 0);
	assert_false(picker.touched);
	picker_release(&picker);
}

static void characters_match_in_order_only(void **state)
{
	struct picker picker = new_picker("cab", "abc", "a-b-c", "ab");

	(void)state;
	press(&picker, "abc");
	assert_matches(&picker, " abc a-b-c");
	picker_release(&picker);
}

static void exact_parts_and_word_starts_come_first(void **state)
{
	struct picker picker =
		new_picker("forward copies", "xrcx", "in src/rc file",
			   "refactor config", "rc", "rcs tools");

	(void)state;
	press(&picker, "rc");
	assert_matches(&picker, " rc rcs tools in src/rc file xrcx"
				" refactor config forward copies");
	picker_release(&picker);
}

static void the_shorter_of_equals_comes_first(void **state)
{
	struct picker picker =
		new_picker("fix the whole parser", "fix parser", "fix parser");

	(void)state;
	press(&picker, "fp");
	assert_int_equal(picker.matches[0], 1);
	assert_int_equal(picker.matches[1], 2);
	assert_int_equal(picker.matches[2], 0);
	picker_release(&picker);
}

static void a_capital_letter_makes_case_count(void **state)
{
	struct picker picker = new_picker("Readme", "readme", "ÉTÉ", "été");

	(void)state;
	press(&picker, "r");
	assert_matches(&picker, " Readme readme");
	press(&picker, "<BS>R");
	assert_matches(&picker, " Readme");
	press(&picker, "<BS>é");
	assert_matches(&picker, " ÉTÉ été");
	press(&picker, "<BS>É");
	assert_matches(&picker, " ÉTÉ");
	picker_release(&picker);
}

static void blanks_in_the_filter_only_divide_words(void **state)
{
	struct picker picker = new_picker("fix-parser", "fix parser", "parser");

	(void)state;
	press(&picker, "fix<Space>par");
	assert_matches(&picker, " fix parser fix-parser");
	press(&picker, "<C-u><Space><Space>");
	assert_int_equal(picker.match_count, 3);
	picker_release(&picker);
}

static void narrowing_and_widening_agree_with_a_fresh_start(void **state)
{
	static const char *const keys[] = { "f",     "o",       "o",
					    "<BS>",  "<Home>x", "<Del>",
					    "<Del>", "<End>F",  "<BS>",
					    "<BS>" };
	struct picker picker =
		new_picker("foo", "of", "f-o-o", "xfoo", "oF", "far out");

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		struct picker fresh = new_picker("foo", "of", "f-o-o", "xfoo",
						 "oF", "far out");

		press(&picker, keys[i]);
		picker_paste(&fresh, strbuf_slice(&picker.filter.text));
		assert_int_equal(picker.match_count, fresh.match_count);
		for (size_t n = 0; n < fresh.match_count; n++)
			assert_int_equal(picker.matches[n], fresh.matches[n]);
		picker_release(&fresh);
	}
	assert_int_equal(picker.match_count, 6);
	picker_release(&picker);
}

static void keys_move_the_selection_and_stop_at_the_ends(void **state)
{
	struct picker picker = new_picker("a", "b", "c", "d", "e", "f");
	struct canvas cv;

	(void)state;
	assert_int_equal(press(&picker, "<Up>"), PICKER_CHANGED);
	assert_int_equal(picker_chosen(&picker), 0);
	press(&picker, "<Down><C-n><C-n><C-p>");
	assert_int_equal(picker_chosen(&picker), 2);
	cv = draw(&picker, 10, 5, SIZE_MAX);
	press(&picker, "<PageDown>");
	assert_int_equal(picker_chosen(&picker), 4);
	press(&picker, "<PageDown><PageDown>");
	assert_int_equal(picker_chosen(&picker), 5);
	press(&picker, "<PageUp><PageUp><PageUp>");
	assert_int_equal(picker_chosen(&picker), 0);
	canvas_release(&cv);
	picker_release(&picker);
}

static void digits_move_where_they_are_to_and_narrow_nothing(void **state)
{
	struct picker picker =
		new_picker("a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8", "i9",
			   "j10", "k11", "l12");

	(void)state;
	picker.digits = true;
	press(&picker, "3");
	assert_int_equal(picker_chosen(&picker), 2);
	press(&picker, "<Up>12");
	assert_int_equal(picker_chosen(&picker), 11);
	/* There is no 129th and no 0th entry. */
	press(&picker, "9");
	assert_int_equal(picker_chosen(&picker), 8);
	assert_int_equal(press(&picker, "0"), PICKER_IGNORED);
	assert_int_equal(picker_chosen(&picker), 8);
	assert_int_equal(picker.match_count, 12);
	/* After letters, digits are text. */
	press(&picker, "k1");
	assert_int_equal(picker.match_count, 1);
	picker.digits = false;
	press(&picker, "<C-u>2");
	assert_int_equal(picker.match_count, 2);
	picker_release(&picker);
}

static void other_keys_are_left_to_the_caller(void **state)
{
	static const char *const keys[] = { "<Enter>", "<Esc>", "<Tab>",
					    "<S-Tab>", "<F2>" };
	struct picker picker = new_picker("a", "b");

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		assert_int_equal(press(&picker, keys[i]), PICKER_IGNORED);
	assert_false(picker.touched);
	picker_release(&picker);
}

static void only_keys_that_move_or_narrow_touch(void **state)
{
	struct picker picker = new_picker("a", "b");

	(void)state;
	picker_wheel(&picker, 1);
	picker_paste(&picker, SLICE("b"));
	press(&picker, "<Left>");
	assert_false(picker.touched);
	press(&picker, "<Del>");
	assert_true(picker.touched);
	picker_start(&picker);
	assert_false(picker.touched);
	press(&picker, "<Down>");
	assert_true(picker.touched);
	picker_release(&picker);
}

static void nothing_is_chosen_where_nothing_matches(void **state)
{
	struct picker picker = new_picker("a", "b");
	struct canvas cv;

	(void)state;
	press(&picker, "zz<Down>");
	assert_int_equal(picker_chosen(&picker), SIZE_MAX);
	cv = draw(&picker, 20, 4, SIZE_MAX);
	assert_row(&cv, 0, "/ zz                ");
	assert_row(&cv, 1, "   nothing matches  ");
	assert_row(&cv, 3, "   0 of 2           ");
	canvas_release(&cv);
	picker_release(&picker);
}

static void a_selected_entry_is_named_by_its_index(void **state)
{
	struct picker picker = new_picker("aa", "b", "ab");

	(void)state;
	picker_select(&picker, 2);
	assert_int_equal(picker_chosen(&picker), 2);
	press(&picker, "b");
	picker_select(&picker, 0);
	assert_int_equal(picker_chosen(&picker), 1);
	picker_release(&picker);
}

static void it_draws_filter_list_default_and_count(void **state)
{
	struct picker picker;
	struct canvas cv;

	(void)state;
	picker_init(&picker);
	add(&picker, "Refactor config", "now");
	add(&picker, "Fix parser", "12s");
	add(&picker, "Rust", NULL);
	picker_start(&picker);
	press(&picker, "r");
	cv = draw(&picker, 26, 5, 1);
	assert_row(&cv, 0, "/ r                       ");
	assert_row(&cv, 1, ">  Rust                   ");
	assert_row(&cv, 2, "   Refactor config    now ");
	assert_row(&cv, 3, " * Fix parser         12s ");
	assert_row(&cv, 4, "   3 of 3                 ");
	assert_true(canvas_cell(&cv, 25, 1)->selected);
	assert_int_equal(canvas_cell(&cv, 22, 2)->face, FACE_DIM);
	assert_int_equal(cv.cursor_x, 3);
	assert_int_equal(cv.cursor_y, 0);
	canvas_release(&cv);
	picker_release(&picker);
}

static void the_list_scrolls_with_the_selection(void **state)
{
	struct picker picker = new_picker("a", "b", "c", "d", "e");
	struct canvas cv;

	(void)state;
	press(&picker, "<Down><Down><Down>");
	cv = draw(&picker, 8, 4, SIZE_MAX);
	assert_row(&cv, 1, "   c    ");
	assert_row(&cv, 2, ">  d    ");
	canvas_release(&cv);
	press(&picker, "<Up>");
	cv = draw(&picker, 8, 4, SIZE_MAX);
	assert_row(&cv, 1, ">  c    ");
	canvas_release(&cv);
	picker_release(&picker);
}

static void the_selected_entry_is_shown_whole(void **state)
{
	struct picker picker;
	struct canvas cv;

	(void)state;
	picker_init(&picker);
	add(&picker, "keep everything as it is", "the safe way");
	add(&picker, "remove all of it, for ever", "cannot be undone");
	picker_start(&picker);
	press(&picker, "<Down>");
	cv = draw(&picker, 18, 7, SIZE_MAX);
	assert_row(&cv, 1, "   keep everythi… ");
	assert_row(&cv, 2, ">  remove all of  ");
	assert_row(&cv, 3, "   it, for ever   ");
	assert_row(&cv, 4, "   cannot be undo ");
	assert_row(&cv, 5, "   ne             ");
	canvas_release(&cv);
	picker_release(&picker);
}

static void what_cannot_be_seen_is_escaped(void **state)
{
	struct picker picker = new_picker("a\u202eb\x1b[2J\nc");

	(void)state;
	assert_string_equal(picker.labels[0], "a\\u{202E}b\\x1B[2J\\nc");
	picker_release(&picker);
}

static void any_size_is_safe(void **state)
{
	struct picker picker;

	(void)state;
	picker_init(&picker);
	add(&picker, "日本語の長い題名", "説明");
	add(&picker, "", "x");
	add(&picker, "a", NULL);
	picker_start(&picker);
	for (int w = -1; w < 20; w++) {
		for (int h = -1; h < 6; h++) {
			struct canvas cv;

			picker_wheel(&picker, h % 2 ? 1 : -1);
			cv = draw(&picker, w, h, 0);
			canvas_release(&cv);
		}
	}
	picker_release(&picker);
	picker_init(&picker);
	picker_start(&picker);
	press(&picker, "<Down>a<Up>");
	assert_int_equal(picker_chosen(&picker), SIZE_MAX);
	picker_release(&picker);
}

static void ten_thousand_entries_come_back_with_each_letter_less(void **state)
{
	static const char *const words[] = { "refactor", "the",     "parser",
					     "config",   "release", "Notes",
					     "été",      "fix" };
	struct picker picker;
	struct strbuf label = STRBUF_INIT;
	uint32_t seed = 11;
	const char *typed = "erfc";

	(void)state;
	picker_init(&picker);
	for (int i = 0; i < 10000; i++) {
		strbuf_reset(&label);
		for (int k = 0; k < 6; k++) {
			seed = seed * 1664525 + 1013904223;
			strbuf_addf(&label, "%s ", words[(seed >> 16) % 8]);
		}
		picker_add(&picker, strbuf_slice(&label), slice_of(NULL, 0));
	}
	picker_start(&picker);
	for (int back = 0; back < 2; back++) {
		for (size_t i = 0; typed[i]; i++) {
			struct key key = { .ch = (uint32_t)typed[i] };

			if (back)
				key = (struct key){ .sym = KEY_SYM_BACKSPACE };
			picker_key(&picker, key);
		}
	}
	assert_int_equal(picker.match_count, 10000);
	strbuf_release(&label);
	picker_release(&picker);
}

static void a_click_on_the_mark_of_a_tall_entry_is_the_arrow_key(void **state)
{
	struct picker picker = new_picker("aaaaaaaaaabbbbbbbbbbccccccccccdddd");
	struct targets targets = { .count = 0 };
	struct canvas cv;
	struct target target;

	(void)state;
	canvas_init(&cv);
	canvas_resize(&cv, 14, 4);
	cv.targets = &targets;
	picker_draw(&picker, &cv, (struct rect){ 0, 0, 14, 4 }, SIZE_MAX, true);
	target = targets_at(&targets, 13, 2);
	assert_int_equal(target.kind, TARGET_KEY);
	assert_int_equal(target.key.sym, KEY_SYM_DOWN);
	/* Beside it the entry is taken. */
	target = targets_at(&targets, 12, 2);
	assert_int_equal(target.kind, TARGET_ROW);
	canvas_release(&cv);
	picker_release(&picker);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_match_in_order_at_the_start),
		cmocka_unit_test(characters_match_in_order_only),
		cmocka_unit_test(exact_parts_and_word_starts_come_first),
		cmocka_unit_test(the_shorter_of_equals_comes_first),
		cmocka_unit_test(a_capital_letter_makes_case_count),
		cmocka_unit_test(blanks_in_the_filter_only_divide_words),
		cmocka_unit_test(
			narrowing_and_widening_agree_with_a_fresh_start),
		cmocka_unit_test(keys_move_the_selection_and_stop_at_the_ends),
		cmocka_unit_test(
			digits_move_where_they_are_to_and_narrow_nothing),
		cmocka_unit_test(other_keys_are_left_to_the_caller),
		cmocka_unit_test(only_keys_that_move_or_narrow_touch),
		cmocka_unit_test(nothing_is_chosen_where_nothing_matches),
		cmocka_unit_test(a_selected_entry_is_named_by_its_index),
		cmocka_unit_test(it_draws_filter_list_default_and_count),
		cmocka_unit_test(the_list_scrolls_with_the_selection),
		cmocka_unit_test(the_selected_entry_is_shown_whole),
		cmocka_unit_test(what_cannot_be_seen_is_escaped),
		cmocka_unit_test(any_size_is_safe),
		cmocka_unit_test(
			a_click_on_the_mark_of_a_tall_entry_is_the_arrow_key),
		cmocka_unit_test(
			ten_thousand_entries_come_back_with_each_letter_less),
	};

	if (!setlocale(LC_CTYPE, "C.UTF-8"))
		return 1;
	return cmocka_run_group_tests_name("picker", tests, NULL, NULL);
}
