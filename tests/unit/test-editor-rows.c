#include "config.h"

#include "ui/view/editor.h"

#include <locale.h>

#include "src/base/xalloc.h"
#include "tests/unit/editor-press.h"
#include "tests/unit/test.h"

/* Draw it in a window of this size; the rows are joined by slashes. */
static struct canvas draw(struct editor *ed, int w, int h, struct strbuf *rows)
{
	struct canvas cv;

	canvas_init(&cv);
	canvas_resize(&cv, w, h);
	editor_draw(ed, &cv, (struct rect){ 0, 0, w, h }, true);
	for (int y = 0; y < h; y++) {
		if (y)
			strbuf_addch(rows, '/');
		canvas_row_text(rows, &cv, y);
	}
	return cv;
}

#define assert_drawn(ed, w, h, want, x, y)                  \
	do {                                                \
		struct strbuf rows = STRBUF_INIT;           \
		struct canvas cv = draw((ed), w, h, &rows); \
                                                            \
		assert_string_equal(rows.buf, want);        \
		assert_int_equal(cv.cursor_x, x);           \
		assert_int_equal(cv.cursor_y, y);           \
		strbuf_release(&rows);                      \
		canvas_release(&cv);                        \
	} while (0)

static void a_line_is_cut_at_the_edge(void **state)
{
	struct editor ed = new_editor("abcdefgh\nij");

	(void)state;
	assert_int_equal(editor_rows(&ed, 3), 4);
	assert_drawn(&ed, 3, 5, "abc/def/gh /ij /   ", 2, 3);
	editor_release(&ed);
}

static void wide_characters_are_not_cut_in_half(void **state)
{
	struct editor ed = new_editor("a日本語");

	(void)state;
	press(&ed, "<Left>");
	assert_int_equal(editor_rows(&ed, 4), 2);
	assert_drawn(&ed, 4, 2, "a日 /本語", 2, 1);
	editor_release(&ed);
}

static void a_full_line_gives_the_cursor_a_row(void **state)
{
	struct editor ed = new_editor("abcd");

	(void)state;
	assert_int_equal(editor_rows(&ed, 4), 2);
	assert_drawn(&ed, 4, 2, "abcd/    ", 0, 1);
	press(&ed, "<Left>");
	assert_int_equal(editor_rows(&ed, 4), 1);
	assert_drawn(&ed, 4, 2, "abcd/    ", 3, 0);
	press(&ed, "<Right><C-j>e");
	assert_int_equal(editor_rows(&ed, 4), 2);
	assert_drawn(&ed, 4, 2, "abcd/e   ", 1, 1);
	editor_release(&ed);
}

static void tabs_go_to_the_next_stop(void **state)
{
	struct editor ed = new_editor("a\tb\t");

	(void)state;
	assert_drawn(&ed, 20, 1, "a       b           ", 16, 0);
	assert_drawn(&ed, 10, 2, "a       b /          ", 0, 1);
	editor_release(&ed);
}

static void up_and_down_keep_their_column_over_wrapped_rows(void **state)
{
	struct editor ed = new_editor("abcdefghij\nk\n日本語日本語");

	(void)state;
	assert_drawn(&ed, 8, 5, "abcdefgh/ij      /k       /日本語日/本語    ",
		     4, 4);
	press(&ed, "<Up>");
	assert_editor(&ed, "abcdefghij\nk\n日本|語日本語");
	press(&ed, "<Up>");
	assert_editor(&ed, "abcdefghij\nk|\n日本語日本語");
	press(&ed, "<Up><Up>");
	assert_editor(&ed, "abcd|efghij\nk\n日本語日本語");
	assert_int_equal(press(&ed, "<Up>"), EDITOR_IGNORED);
	press(&ed, "<Down><Down><Down>");
	assert_editor(&ed, "abcdefghij\nk\n日本|語日本語");
	press(&ed, "<Left><Up><Up>");
	assert_editor(&ed, "abcdefghij|\nk\n日本語日本語");
	editor_release(&ed);
}

static void a_goal_beyond_a_full_row_stays_in_the_row(void **state)
{
	struct editor ed = new_editor("abcd\nefghijkl\nmnop");

	(void)state;
	assert_drawn(&ed, 4, 5, "abcd/efgh/ijkl/mnop/    ", 0, 4);
	press(&ed, "<Left><Up>");
	assert_editor(&ed, "abcd\nefghijk|l\nmnop");
	press(&ed, "<Up>");
	assert_editor(&ed, "abcd\nefg|hijkl\nmnop");
	press(&ed, "<C-End><Up>");
	assert_editor(&ed, "abcd\nefghijkl\n|mnop");
	editor_release(&ed);
}

static void it_scrolls_no_further_than_needed(void **state)
{
	struct editor ed = new_editor("1\n2\n3\n4\n5");

	(void)state;
	assert_drawn(&ed, 2, 3, "3 /4 /5 ", 1, 2);
	press(&ed, "<Up><Up>");
	assert_drawn(&ed, 2, 3, "3 /4 /5 ", 1, 0);
	press(&ed, "<Up>");
	assert_drawn(&ed, 2, 3, "2 /3 /4 ", 1, 0);
	press(&ed, "<Down><Down>");
	assert_drawn(&ed, 2, 3, "2 /3 /4 ", 1, 2);
	/* A growing window shows more text, not blank rows. */
	press(&ed, "<C-End>");
	assert_drawn(&ed, 2, 3, "3 /4 /5 ", 1, 2);
	assert_drawn(&ed, 2, 5, "1 /2 /3 /4 /5 ", 1, 4);
	editor_release(&ed);
}

static void one_line_scrolls_sideways(void **state)
{
	struct editor ed = new_editor("");

	(void)state;
	ed.one_line = true;
	editor_paste(&ed, SLICE("abcdefgh"));
	assert_drawn(&ed, 5, 1, "efgh ", 4, 0);
	press(&ed, "<Left><Left><Left><Left><Left>");
	assert_drawn(&ed, 5, 1, "defgh", 0, 0);
	press(&ed, "<Home>");
	assert_drawn(&ed, 5, 1, "abcde", 0, 0);
	press(&ed, "<End><BS><BS><BS><BS>");
	assert_drawn(&ed, 5, 1, "abcd ", 4, 0);
	editor_release(&ed);
}

static void what_cannot_be_seen_is_escaped(void **state)
{
	struct editor ed = new_editor("a\u202eb\x1b[");
	struct strbuf rows = STRBUF_INIT;
	struct canvas cv;

	(void)state;
	cv = draw(&ed, 20, 1, &rows);
	assert_string_equal(rows.buf, "a\\u{202E}b\\x1B[     ");
	assert_int_equal(canvas_cell(&cv, 1, 0)->face, FACE_ESCAPED);
	assert_int_equal(canvas_cell(&cv, 9, 0)->face, FACE_INPUT);
	assert_int_equal(cv.cursor_x, 15);
	strbuf_release(&rows);
	canvas_release(&cv);
	press(&ed, "<Home><Right><Del>");
	assert_string_equal(ed.text.buf, "ab\x1b[");
	editor_release(&ed);
}

static void marks_that_a_cell_cannot_hold_are_escaped(void **state)
{
	struct editor ed = new_editor("\u0301e\u0302\u0303\u0304\u0305\u0306x");

	(void)state;
	assert_drawn(&ed, 20, 1,
		     "\\u{301}e\u0302\u0303\u0304\u0305\\u{306}x    ", 16, 0);
	editor_release(&ed);
}

static void a_secret_is_dots_and_has_no_history(void **state)
{
	struct editor ed;

	(void)state;
	editor_init(&ed);
	ed.secret = ed.one_line = true;
	press(&ed, "my<Space>日\u0301p");
	assert_drawn(&ed, 8, 1, "●●●●●   ", 5, 0);
	press(&ed, "<C-_>");
	assert_editor(&ed, "my 日\u0301p|");
	assert_int_equal(ed.edit_count, 0);
	press(&ed, "<M-b>");
	assert_editor(&ed, "|my 日\u0301p");
	editor_release(&ed);
}

static void any_size_and_any_key_are_safe(void **state)
{
	static const char *const keys[] = { "a",      "日",    "<Up>",
					    "<Down>", "<BS>",  "<C-j>",
					    "<Left>", "<C-w>", "<C-_>",
					    "<End>" };
	uint32_t seed = 3;

	(void)state;
	for (int i = 0; i < 4000; i++) {
		struct editor ed =
			new_editor("\U0001F1E6x\u0301\u0301\t\u200b\n\n日本語"
				   "\x01lorem ipsum dolor\r");
		int w = i % 13, h = i % 7 - 1;

		ed.one_line = i % 5 == 1;
		ed.secret = i % 11 == 1;
		for (int k = 0; k < 12; k++) {
			struct canvas cv;

			seed = seed * 1664525 + 1013904223;
			press(&ed, keys[(seed >> 16) % ARRAY_SIZE(keys)]);
			assert_true(ed.cursor <= ed.text.len);
			assert_true(editor_rows(&ed, w) >= 1);
			canvas_init(&cv);
			canvas_resize(&cv, w, h);
			editor_draw(&ed, &cv, (struct rect){ 0, 0, w, h },
				    true);
			if (w > 0 && h > 0) {
				assert_in_range(cv.cursor_x, 0, w - 1);
				assert_in_range(cv.cursor_y, 0, h - 1);
			}
			canvas_release(&cv);
		}
		editor_release(&ed);
	}
}

static void large_texts_stay_usable(void **state)
{
	struct editor ed = new_editor("");
	struct strbuf lines = STRBUF_INIT, rows = STRBUF_INIT;
	struct canvas cv;

	(void)state;
	for (int i = 0; i < 10000; i++)
		strbuf_addf(&lines,
			    "line %d of a text with some words in it, "
			    "and a few more to wrap it %d\n",
			    i, i * 7);
	editor_paste(&ed, strbuf_slice(&lines));
	assert_int_equal(ed.edit_count, 1);
	for (int i = 0; i < 100; i++) {
		press(&ed, i % 2 ? "<Up>" : "x");
		assert_true(editor_rows(&ed, 60) > 10000);
		cv = draw(&ed, 60, 10, &rows);
		canvas_release(&cv);
		strbuf_reset(&rows);
	}
	strbuf_release(&lines);
	strbuf_release(&rows);
	editor_release(&ed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_is_cut_at_the_edge),
		cmocka_unit_test(wide_characters_are_not_cut_in_half),
		cmocka_unit_test(a_full_line_gives_the_cursor_a_row),
		cmocka_unit_test(tabs_go_to_the_next_stop),
		cmocka_unit_test(
			up_and_down_keep_their_column_over_wrapped_rows),
		cmocka_unit_test(a_goal_beyond_a_full_row_stays_in_the_row),
		cmocka_unit_test(it_scrolls_no_further_than_needed),
		cmocka_unit_test(one_line_scrolls_sideways),
		cmocka_unit_test(what_cannot_be_seen_is_escaped),
		cmocka_unit_test(marks_that_a_cell_cannot_hold_are_escaped),
		cmocka_unit_test(a_secret_is_dots_and_has_no_history),
		cmocka_unit_test(any_size_and_any_key_are_safe),
		cmocka_unit_test(large_texts_stay_usable),
	};

	if (!setlocale(LC_CTYPE, "C.UTF-8"))
		return 1;
	return cmocka_run_group_tests_name("editor-rows", tests, NULL, NULL);
}
